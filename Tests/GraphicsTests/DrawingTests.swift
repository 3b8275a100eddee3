import Graphics
import Testing
import WallfarmPluginKit

@Suite struct DrawingTests {
  static let scale = Scale(x: 1, y: 1)

  private func channel(_ pixel: UInt32, _ shift: UInt32) -> Double { Double(pixel >> shift & 0xFF) }

  /// A new surface is transparent, even if it reuses the memory of an earlier surface, which may
  /// have been slightly larger.
  @Test(arguments: [(1200, 2600), (1200, 2600), (1100, 2400), (3000, 3000)])
  func aNewSurfaceIsTransparent(_ width: Int, _ height: Int) throws {
    for _ in 0..<3 {
      var surface = try ImageSurface(size: PixelSize(width: width, height: height))
      let isClear = surface.withPixels { bytes in bytes.allSatisfy { $0 == 0 } }
      #expect(isClear && surface.stride == width * 4)
      surface.withMutablePixels { bytes in
        _ = bytes.initializeMemory(as: UInt8.self, repeating: 255)
      }
    }
  }

  @Test func aGradientFollowsItsRampToATenthOfALevel() throws {
    let (width, height) = (64, 800)
    var surface = try ImageSurface(size: PixelSize(width: width, height: height))
    let paint = Paint.linear(
      LinearGradient(
        start: Point(x: 0, y: 0), end: Point(x: 0, y: 800),
        stops: [
          GradientStop(0, Color(red: 10, green: 20, blue: 30)),
          GradientStop(1, Color(red: 40, green: 20, blue: 90)),
        ]))
    try surface.draw(scale: Self.scale) { (canvas) throws(RenderError) in try canvas.fill(paint) }
    let all = pixels(of: surface)
    // The mean over one period of the dither pattern is the exact value, so there is no banding.
    for top in stride(from: 0, to: height, by: 8) {
      let tile = (top..<top + 8).flatMap { y in (0..<8).map { all[y * width + $0] } }
      let mean = tile.reduce(0) { $0 + channel($1, 0) } / 64
      let ideal = 30 + 60 * (Double(top) + 4) / 800
      #expect(abs(mean - ideal) < 0.1, "rows from \(top): \(mean), ideal \(ideal)")
      #expect(tile.allSatisfy { channel($0, 8) == 20 }, "a constant channel stays constant")
    }
  }

  /// Gradients of large screens are drawn in strips; each pixel is the same as if that part of the
  /// screen were drawn alone.
  @Test func aLargeGradientHasNoSeams() throws {
    let size = PixelSize(width: 5000, height: 1700)
    let stops = [GradientStop(0, .white), GradientStop(1, Color(red: 9, green: 90, blue: 200))]
    let linear = LinearGradient(
      start: Point(x: 0, y: 0), end: Point(x: 900, y: 1700), stops: stops)
    let radial = RadialGradient(center: Point(x: 700, y: 800), radius: 600, stops: stops)
    func draw(_ canvas: borrowing Canvas) throws(RenderError) {
      try canvas.fill(.linear(linear))
      try canvas.draw(
        ShapeContent(.ellipse(Rect(x: 20, y: 9, width: 2900, height: 1100)), fill: .radial(radial)),
        opacity: 0.6)
    }
    let scale = Scale(x: 1.5, y: 1.5)
    var whole = try ImageSurface(size: size)
    try whole.draw(scale: scale) { (canvas) throws(RenderError) in try draw(canvas) }
    for rows in [0..<40, 1180..<1340, 1660..<1700] {
      var part = try ImageSurface(size: size, rows: rows)
      try part.draw(scale: scale) { (canvas) throws(RenderError) in try draw(canvas) }
      #expect(pixels(of: part) == pixels(of: try whole.copy(rows: rows)), "\(rows)")
    }
  }

  @Test func aFarCornerOfAClearGlowStaysClear() throws {
    var surface = try ImageSurface(size: PixelSize(width: 200, height: 200))
    let paint = Paint.radial(
      RadialGradient(
        center: Point(x: 0, y: 0), radius: 50,
        stops: [GradientStop(0, .white), GradientStop(1, Color.white.opacity(0))]))
    try surface.draw(scale: Self.scale) { (canvas) throws(RenderError) in try canvas.fill(paint) }
    #expect(pixels(of: surface)[200 * 200 - 1] == 0)
  }

  @Test func blurKeepsAFlatPictureFlatUpToItsEdges() throws {
    let flat = try surface(120, 90) { _, _ in 0xFF30_60C0 }
    let blurred = try draw(flat, blur: 20)
    #expect(pixels(of: blurred).allSatisfy { $0 == 0xFF30_60C0 })
  }

  @Test(arguments: [2.0, 8, 30])
  func blurIsSymmetricAndKeepsBrightness(_ sigma: Double) throws {
    let size = 257
    let cross = try surface(size, size) { x, y in
      abs(x - 128) < 6 || abs(y - 128) < 6 ? 0xFFFF_FFFF : 0xFF00_0000
    }
    let blurred = pixels(of: try draw(cross, blur: sigma))
    var worst = 0.0
    for y in 0..<size {
      for x in 0..<size {
        let mirrored = blurred[y * size + (size - 1 - x)]
        worst = max(worst, abs(channel(blurred[y * size + x], 0) - channel(mirrored, 0)))
      }
    }
    // Because of dithering and the reduced grid, left and right may differ by a few levels.
    #expect(worst <= 3, "left and right differ by \(worst) levels")
    let before = pixels(of: cross).reduce(0) { $0 + channel($1, 0) }
    let after = blurred.reduce(0) { $0 + channel($1, 0) }
    #expect(abs(after / before - 1) < 0.06, "brightness changed by \(after / before)")
  }

  /// Draws a picture once, with a blur, onto a canvas of the same size.
  private func draw(
    _ picture: borrowing ImageSurface, blur: Double
  ) throws(RenderError) -> ImageSurface {
    let size = picture.size
    var target = try ImageSurface(size: size)
    let frame = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    let content = ImageContent(file: "", frame: frame, blur: blur)
    let photo = DecodedPhoto(surface: try picture.copy())
    try target.draw(scale: Self.scale) { (canvas) throws(RenderError) in
      try canvas.draw(photo, as: content, in: .sRGB)
    }
    return target
  }
}
