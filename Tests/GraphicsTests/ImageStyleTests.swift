import Graphics
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Blend modes, masks, tints and tiles of images, compared with ImageMagick and Pillow.
@Suite struct ImageStyleTests {
  private static let size = 48
  private static let frame = Rect(x: 0, y: 0, width: Double(size), height: Double(size))

  /// Each blend mode results in the pixels of ImageMagick, at full and at half opacity.
  ///
  /// The picture behind is opaque, and the image has all levels of transparency.
  @Test(
    arguments: [
      (ImageContent.Blend.normal, "Over"), (.multiply, "Multiply"), (.screen, "Screen"),
      (.overlay, "Overlay"), (.softLight, "SoftLight"),
    ], [1, 0.5])
  func blendModesMatchImageMagick(_ mode: (ImageContent.Blend, String), _ opacity: Double) throws {
    var random = SeededGenerator()
    let folder = try TemporaryFolder()
    let side = Self.size
    let behind = (0..<side * side).map { _ in
      UInt32.random(in: 0...0xFF_FFFF, using: &random) | 0xFF00_0000
    }
    let over = (0..<side * side).map { _ in UInt32.random(in: 0...UInt32.max, using: &random) }
    try folder.write(behind.flatMap(Self.bytes), to: "behind.rgba")
    try folder.write(over.flatMap(Self.bytes), to: "over.rgba")
    let raw = ["-size", "\(side)x\(side)", "-depth", "8"]
    let result = folder.file("result.rgba")
    try #require(
      Tool.output(
        of: "/usr/bin/convert",
        raw + ["rgba:" + folder.file("behind.rgba"), "("] + raw
          + ["rgba:" + folder.file("over.rgba")]
          + ["-channel", "A", "-evaluate", "multiply", "\(opacity)", "+channel", ")"]
          + ["-compose", mode.1, "-composite", "-depth", "8", "rgba:\(result)"]) != nil)
    let expected = try folder.bytes("result.rgba")

    var target = try surface(side, side) { x, y in behind[y * side + x] }
    let image = try surface(side, side) { x, y in Self.premultiplied(over[y * side + x]) }
    try Self.draw(image, on: &target, blend: mode.0, opacity: opacity)

    let drawn = pixels(of: target).flatMap(Self.bytes)
    let worst = zip(drawn, expected).map { abs(Int($0) - Int($1)) }.max() ?? 255
    // The image is stored with premultiplied alpha, which rounds its colors.
    #expect(worst <= 3, "\(mode.1): \(worst) levels, seed \(random.seed)")
  }

  /// Black and white have no effect in the modes for which they are neutral.
  @Test(
    arguments: [
      (ImageContent.Blend.multiply, UInt32(0xFFFF_FFFF)), (.screen, 0xFF00_0000),
    ])
  func neutralColorsChangeNothing(_ blend: ImageContent.Blend, _ neutral: UInt32) throws {
    var target = try surface(16, 16) { x, y in 0xFF00_0000 | UInt32(x * 16) << 8 | UInt32(y * 16) }
    let before = pixels(of: target)
    let image = try surface(16, 16) { _, _ in neutral }
    try Self.draw(image, on: &target, blend: blend, opacity: 1)
    #expect(pixels(of: target) == before)
  }

  /// A tint results in the color times the transparency of the image, as Pillow computes it.
  @Test func aTintKeepsTheTransparency() throws {
    let folder = try TemporaryFolder()
    let side = 16
    let image = try surface(side, side) { x, y in
      Self.premultiplied(UInt32(y * side + x) << 24 | 0x12_9AEF)
    }
    var target = try surface(side, side) { _, _ in 0xFF80_4020 }
    try Self.draw(image, on: &target) { $0.tint = Color(red: 10, green: 200, blue: 90) }
    let (text, status) = folder.python(
      """
      from PIL import Image
      base = Image.new('RGB', (16, 16), (128, 64, 32))
      alpha = Image.new('L', (16, 16))
      alpha.putdata(list(range(256)))
      base.paste((10, 200, 90), (0, 0, 16, 16), alpha)
      print(' '.join(str(level) for pixel in base.getdata() for level in pixel))
      """)
    try #require(status == 0, "\(text)")
    let expected = text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    let drawn = pixels(of: target).flatMap { Self.bytes($0).prefix(3).map(Int.init) }
    try #require(expected.count == drawn.count)
    #expect(zip(drawn, expected).allSatisfy { abs($0 - $1) <= 1 })
  }

  /// A transparent tint makes the image more transparent.
  @Test func theTransparencyOfATintCounts() throws {
    var target = try surface(8, 8) { _, _ in 0xFF00_0000 }
    let image = try surface(8, 8) { _, _ in 0xFFFF_FFFF }
    try Self.draw(image, on: &target) {
      $0.tint = Color(red: 255, green: 0, blue: 0, alpha: 128)
    }
    #expect(pixels(of: target).allSatisfy { $0 == 0xFF80_0000 })
  }

  /// Tiles repeat without seams: the picture is the same after each period, at any position.
  @Test(arguments: [(0.0, 0.0), (0.5, 0.5), (1, 0), (0.25, 0.75)])
  func tilesRepeat(_ x: Double, _ y: Double) throws {
    let image = try surface(16, 8) { x, y in 0xFF00_0000 | UInt32(x * 15) << 16 | UInt32(y * 30) }
    var target = try surface(100, 60) { _, _ in 0xFFFF_FFFF }
    let frame = Rect(x: 3, y: 5, width: 90, height: 50)
    try Self.draw(image, on: &target) {
      ($0.frame, $0.tile, $0.focus) = (frame, 16, UnitPoint(x: x, y: y))
    }
    let all = pixels(of: target)
    // The image is drawn at its own size, so each pixel is one of its pixels.
    let left = Int((3 + (90 - 16) * x).rounded())
    let top = Int((5 + (50 - 8) * y).rounded())
    let own = pixels(of: image)
    for row in 0..<60 {
      for column in 0..<100 {
        let isInside = (3..<93).contains(column) && (5..<55).contains(row)
        let place = ((row - top + 80) % 8) * 16 + (column - left + 160) % 16
        #expect(all[row * 100 + column] == (isInside ? own[place] : 0xFFFF_FFFF))
      }
    }
  }

  /// A circle covers its area, is in the middle of the frame, and is the same as that of Pillow.
  @Test func aCircleIsACircle() throws {
    let folder = try TemporaryFolder()
    let image = try surface(8, 8) { _, _ in 0xFFFF_FFFF }
    var target = try surface(80, 60) { _, _ in 0xFF00_0000 }
    try Self.draw(image, on: &target) {
      ($0.frame, $0.mask) = (Rect(x: 0, y: 0, width: 80, height: 60), .circle)
    }
    let (text, status) = folder.python(
      """
      from PIL import Image, ImageDraw
      big = Image.new('L', (80 * 16, 60 * 16))
      ImageDraw.Draw(big).ellipse((10 * 16, 0, 70 * 16 - 1, 60 * 16 - 1), fill=255)
      print(' '.join(str(level) for level in big.resize((80, 60), Image.BOX).getdata()))
      """)
    try #require(status == 0, "\(text)")
    let expected = text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    let drawn = pixels(of: target).map { Int($0 & 255) }
    let worst = zip(drawn, expected).map { abs($0 - $1) }.max() ?? 255
    // cairo estimates the coverage of a pixel from a grid of 15 × 17 samples.
    #expect(worst <= 20, "\(worst) levels")
    let sum = Double(drawn.reduce(0, +)) / 255
    #expect(abs(sum - .pi * 30 * 30) < 5, "\(sum) pixels")
  }

  /// A part of a picture has the same pixels as the whole picture.
  @Test(arguments: [ImageContent.Mask.circle, .rounded(radius: 12)])
  func rowsMatchTheWholePicture(_ mask: ImageContent.Mask) throws {
    let image = try surface(30, 30) { x, y in 0xFF00_0000 | UInt32(x * 8) << 8 | UInt32(y * 8) }
    let (size, scale) = (PixelSize(width: 90, height: 80), Scale(x: 1.5, y: 1.5))
    let content = ImageContent(
      file: "", frame: Rect(x: 5, y: 4, width: 50, height: 45), blend: .overlay, mask: mask,
      tile: 13)
    func draw(_ target: inout ImageSurface) throws {
      let photo = DecodedPhoto(surface: try image.copy())
      try target.draw(scale: scale) { (canvas) throws(RenderError) in
        try canvas.fill(.color(Color(red: 90, green: 120, blue: 30)))
        let placed = try canvas.place(photo, as: content, in: .sRGB, on: size)
        if let placed { try canvas.draw(placed, as: content, opacity: 0.7) }
      }
    }
    var whole = try ImageSurface(size: size)
    try draw(&whole)
    for rows in [0..<9, 20..<50, 60..<80] {
      var part = try ImageSurface(size: size, rows: rows)
      try draw(&part)
      #expect(pixels(of: part) == pixels(of: try whole.copy(rows: rows)), "\(rows)")
    }
  }

  // MARK: - Helpers

  private static func draw(
    _ image: borrowing ImageSurface, on target: inout ImageSurface,
    blend: ImageContent.Blend = .normal, opacity: Double = 1,
    change: (inout ImageContent) -> Void = { _ in }
  ) throws {
    var content = ImageContent(
      file: "",
      frame: Rect(
        x: 0, y: 0, width: Double(target.size.width), height: Double(target.size.height)),
      blend: blend)
    change(&content)
    let photo = DecodedPhoto(surface: try image.copy())
    let shown = content
    try target.draw(scale: Scale(x: 1, y: 1)) { (canvas) throws(RenderError) in
      try canvas.draw(photo, as: shown, in: .sRGB, opacity: opacity)
    }
  }

  /// Red, green, blue and alpha.
  private static func bytes(_ pixel: UInt32) -> [UInt8] {
    [16, 8, 0, 24].map { UInt8(truncatingIfNeeded: pixel >> UInt32($0)) }
  }

  private static func premultiplied(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    return [16, 8, 0].reduce(alpha << 24) { sum, shift in
      let level = ((pixel >> UInt32(shift) & 255) * alpha + 127) / 255
      return sum | level << UInt32(shift)
    }
  }
}
