import Foundation
import Graphics
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// A photo, and how much its pixels may differ from those of an independent decoder.
struct PhotoCase: Sendable, CustomTestStringConvertible {
  let name: String
  /// The allowed differences, in levels out of 255: the mean over all channels, and the maximum.
  let mean: Double
  let worst: Int
  var testDescription: String { name }

  static let exact: [PhotoCase] =
    [
      "plain.png", "rgba.png", "gray-alpha.png", "gray8.png", "gray2.png", "gray4.png", "bit1.png",
      "palette.png", "palette-clear.png", "rgb16.png", "gray16.png", "interlaced.png",
      "gamma-45455.png", "gamma-55556.png", "gamma-100000.png",
      "lossless.webp", "alpha.webp", "animated.webp",
    ].map { PhotoCase(name: $0, mean: 0.6, worst: 2) }
    + (1...8).flatMap { turn in
      [
        PhotoCase(name: "turn-\(turn).png", mean: 0, worst: 0),
        PhotoCase(name: "turn-\(turn).webp", mean: 0, worst: 0),
        PhotoCase(name: "turn-\(turn).jpg", mean: 0.5, worst: 2),
        // Even lossless HEIC is stored as 8-bit YCbCr with subsampled chroma.
        PhotoCase(name: "turn-\(turn).heic", mean: 1, worst: 26),
      ]
    }
    + ["baseline.jpg", "progressive.jpg", "gray.jpg", "restart.jpg", "cmyk.jpg"].map {
      PhotoCase(name: $0, mean: 0.5, worst: 2)
    }
    + ["lossy.webp"].map { PhotoCase(name: $0, mean: 1, worst: 2) }
    // These files are compared with the picture before compression.
    + ["lossless.heic", "lossy.heic", "still.avif"].map {
      PhotoCase(name: $0, mean: 1.5, worst: 40)
    }

  static let profiled = [
    "adobe-rgb.jpg", "adobe-rgb.png", "pro-photo.jpg", "pro-photo.png", "display-p3.jpg",
    "display-p3.png", "gray-profile.jpg", "cmyk-profile.jpg",
  ].map { PhotoCase(name: $0, mean: 1, worst: 12) }
}

@Suite struct PhotoDecoderTests {
  @Test(arguments: PhotoCase.exact + PhotoCase.profiled)
  func everyPhotoLooksAsAnIndependentDecoderSeesIt(_ photo: PhotoCase) throws {
    let bytes = try Photos.bytes(photo.name)
    let decoder = try PhotoDecoder(bytes, file: photo.name)
    #expect(decoder.size == PixelSize(width: 96, height: 144))
    let ours = try upright(try decoder.decode(), named: photo.name)
    let theirs = try Photos.reference(photo.name)
    #expect(ours.count == theirs.count)
    let differences = zip(ours, theirs).map { abs(Int($0) - Int($1)) }
    let mean = Double(differences.reduce(0, +)) / Double(differences.count)
    #expect(mean <= photo.mean, "mean difference \(mean)")
    #expect(differences.max() ?? 0 <= photo.worst, "worst difference \(differences.max() ?? 0)")
  }

  @Test func theContentDecidesAndNotTheName() throws {
    #expect(try PhotoDecoder(try Photos.bytes("lossy.webp"), file: "x.jpg").format == .webp)
    let error = #expect(throws: RenderError.self) {
      try PhotoDecoder(Array("GIF89a".utf8), file: "photo.jpg")
    }
    #expect(error?.code == .photoFormat && error?.message.contains("GIF") == true)
  }

  /// A truncated photo is an error; it is never drawn partially.
  @Test(arguments: [
    "progressive.jpg", "baseline.jpg", "plain.png", "lossy.webp", "lossy.heic", "still.avif",
  ])
  func aPhotoCutShortIsAnError(_ name: String) throws {
    let bytes = try Photos.bytes(name)
    for share in stride(from: 0.0, to: 0.95, by: 0.05) {
      let cut = Array(bytes.prefix(Int(Double(bytes.count) * share)))
      let error = #expect(throws: RenderError.self, "\(share) of \(name)") {
        _ = try PhotoDecoder(cut, file: name).decode()
      }
      #expect(error.map { [.photoUnreadable, .photoFormat].contains($0.code) } == true)
    }
  }

  @Test(arguments: ["baseline.jpg", "rgba.png", "lossy.webp", "lossy.heic", "still.avif"])
  func noiseInAPhotoNeverCrashes(_ name: String) throws {
    let bytes = try Photos.bytes(name)
    var random = SeededGenerator(seed: 11)
    for _ in 0..<150 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        damaged[Int.random(in: 0..<damaged.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      // The result may be a photo or an error; the test fails only if a crash ends the process.
      let limits = PhotoLimits(pixels: 1_000_000, side: 2000)
      _ = try? PhotoDecoder(damaged, file: name, limits: limits).decode()
    }
  }

  private func upright(_ photo: borrowing DecodedPhoto, named name: String) throws -> [UInt8] {
    let size = photo.size
    var target = try ImageSurface(size: size)
    let frame = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    let content = ImageContent(file: name, frame: frame)
    try target.draw(scale: Scale(x: 1, y: 1)) { (canvas) throws(RenderError) in
      try canvas.fill(.color(.black))
      try canvas.draw(photo, as: content, in: .sRGB)
    }
    return pixels(of: target).flatMap {
      [UInt8($0 >> 16 & 255), UInt8($0 >> 8 & 255), UInt8($0 & 255)]
    }
  }
}
