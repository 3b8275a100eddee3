import Foundation
import Graphics
import Testing
import WallfarmPluginKit
import WallfarmTesting

@Suite(.tags(.threads)) struct ScalingTests {
  /// A real photo of 18 megapixels, from the package mate-backgrounds.
  static let photograph = "/usr/share/backgrounds/mate/abstract/Elephants_5640x3172.jpg"

  @Test func aRealPhotoIsWithinFortyDecibelsOfPillowsLanczos() throws {
    let folder = try TemporaryFolder()
    let (width, height) = (1179, 2556)
    let script = """
      import sys
      from PIL import Image
      image = Image.open(sys.argv[1]).convert('RGB')
      width, height = int(sys.argv[3]), int(sys.argv[4])
      scale = max(width / image.width, height / image.height)
      x, y = (image.width - width / scale) / 2, (image.height - height / scale) / 2
      box = (x, y, x + width / scale, y + height / scale)
      open(sys.argv[2], 'wb').write(image.resize((width, height), Image.LANCZOS, box=box).tobytes())
      """
    let reference = folder.path + "/reference.rgb"
    let made = Tool.output(
      of: "/usr/bin/python3", ["-c", script, Self.photograph, reference, "\(width)", "\(height)"])
    #expect(made != nil)
    let theirs = Array(try Data(contentsOf: URL(fileURLWithPath: reference)))
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: Self.photograph)))
    let ours = try cover(try PhotoDecoder(bytes, file: "photo"), width, height)
    let error =
      zip(ours, theirs).reduce(0.0) { sum, pair in
        let difference = Double(pair.0) - Double(pair.1)
        return sum + difference * difference
      } / Double(theirs.count)
    let decibels = 10 * log10(255 * 255 / error)
    #expect(decibels > 40, "\(decibels) dB")
  }

  /// A zone plate contains every frequency; frequencies above the Nyquist limit of the target must
  /// become gray, without moiré rings.
  @Test func aZonePlateShowsNoMoire() throws {
    let size = 1600
    let plate = try surface(size, size) { x, y in
      let (dx, dy) = (Double(x - size / 2), Double(y - size / 2))
      // At the edge of the picture, the frequency reaches half a cycle per pixel, the maximum that
      // pixels can represent.
      let level = UInt32((127.5 + 127.5 * cos(.pi * (dx * dx + dy * dy) / Double(size))).rounded())
      return 0xFF00_0000 | level << 16 | level << 8 | level
    }
    let small = 400
    var target = try ImageSurface(size: PixelSize(width: small, height: small))
    let frame = Rect(x: 0, y: 0, width: Double(small), height: Double(small))
    let photo = DecodedPhoto(surface: plate)
    try target.draw(scale: Scale(x: 1, y: 1)) { (canvas) throws(RenderError) in
      try canvas.draw(photo, as: ImageContent(file: "", frame: frame), in: .sRGB)
    }
    let all = pixels(of: target)
    // Beyond a third of the width from the center, every frequency exceeds the Nyquist limit of the
    // target.
    var worst = 0
    for x in [10, 30, 50, 350, 370, 390] {
      for y in 150..<250 { worst = max(worst, abs(Int(all[y * small + x] & 255) - 128)) }
    }
    #expect(worst <= 10, "rings of \(worst) levels where there should be gray")
  }

  /// A blurred clear sky has no bands: its luminance increases as steadily as in the original
  /// gradient.
  @Test func aBlurredSkyHasNoBands() throws {
    let (width, height) = (64, 1200)
    let sky = try surface(width, height) { _, y in
      let level = UInt32(90 + y * 40 / height)
      return 0xFF00_0000 | level << 16 | level << 8 | level + 60
    }
    var target = try ImageSurface(size: PixelSize(width: width, height: height))
    let frame = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
    let photo = DecodedPhoto(surface: sky)
    try target.draw(scale: Scale(x: 1, y: 1)) { (canvas) throws(RenderError) in
      try canvas.draw(photo, as: ImageContent(file: "", frame: frame, blur: 30), in: .sRGB)
    }
    let all = pixels(of: target)
    // The mean of a tile of 8 × 8 pixels, which is one period of the dither, changes from each tile
    // to the next, so no step is wide enough to be visible.
    var means: [Double] = []
    for top in stride(from: 200, to: 1000, by: 8) {
      var sum = 0
      for y in top..<top + 8 {
        for x in 0..<8 { sum += Int(all[y * width + x] & 255) }
      }
      means.append(Double(sum) / 64)
    }
    let steps = zip(means, means.dropFirst()).map { $1 - $0 }
    #expect(
      steps.allSatisfy { (0.1...0.5).contains($0) }, "\(steps.min() ?? 0)…\(steps.max() ?? 0)")
  }

  private func cover(
    _ decoder: PhotoDecoder, _ width: Int, _ height: Int
  ) throws(RenderError) -> [UInt8] {
    var target = try ImageSurface(size: PixelSize(width: width, height: height))
    let frame = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
    let content = ImageContent(file: "photo", frame: frame)
    let needed = ImagePlacement.neededPixels(
      for: content, picture: decoder.size, scale: Scale(x: 1, y: 1))
    let photo = try decoder.decode(atLeast: needed)
    try target.draw(scale: Scale(x: 1, y: 1)) { (canvas) throws(RenderError) in
      try canvas.draw(photo, as: content, in: .sRGB)
    }
    return pixels(of: target).flatMap {
      [UInt8($0 >> 16 & 255), UInt8($0 >> 8 & 255), UInt8($0 & 255)]
    }
  }
}
