import Foundation
import Graphics
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// In every color space, the alpha of a pixel does not affect its color.
@Suite struct PhotoAlphaTests {
  /// A color profile, and the name of its color space in transicc.
  struct Source: Sendable, CustomTestStringConvertible {
    let path: @Sendable () -> String
    var isGray = false
    let testDescription: String

    static let all = [
      Source(path: { Photos.folder + "/display-p3.icc" }, testDescription: "Display P3"),
      Source(
        path: { "/usr/share/color/icc/colord/AdobeRGB1998.icc" }, testDescription: "Adobe RGB"),
      Source(
        path: { "/usr/share/color/icc/colord/ProPhotoRGB.icc" }, testDescription: "ProPhoto RGB"),
      Source(path: { "/usr/share/color/icc/Gray.icc" }, isGray: true, testDescription: "gray"),
    ]
  }

  private static let colors: [[Int]] = [
    [200, 120, 60], [255, 255, 255], [0, 0, 0], [90, 90, 160], [130, 170, 130], [190, 110, 130],
  ]
  private static let grays = [[0, 0, 0], [20, 20, 20], [128, 128, 128], [230, 230, 230]]
  private static let alphas = [255, 250, 200, 128, 64, 9, 0]

  /// Compares each pixel with its opaque color, as converted by transicc of Little CMS, multiplied
  /// by its alpha.
  @Test(arguments: Source.all, ColorSpace.allCases)
  func aPixelIsItsOpaqueColorTimesItsAlpha(_ source: Source, _ space: ColorSpace) throws {
    let colors = source.isGray ? Self.grays : Self.colors
    let expected = try Self.judged(colors, source, space)
    let picture = try surface(colors.count * 8, Self.alphas.count * 8) { x, y in
      let (color, alpha) = (colors[x / 8], Self.alphas[y / 8])
      return color.reduce(UInt32(alpha)) { $0 << 8 | UInt32(($1 * alpha + 127) / 255) }
    }
    let profile = try [UInt8](Data(contentsOf: URL(fileURLWithPath: source.path())))
    let drawn = try Self.drawn(DecodedPhoto(surface: picture, color: .profile(profile)), in: space)
    for (row, alpha) in Self.alphas.enumerated() {
      for (column, color) in expected.enumerated() {
        let pixel = drawn[(row * 8 + 4) * colors.count * 8 + column * 8 + 4]
        #expect(Int(pixel >> 24) == alpha)
        for (channel, level) in color.enumerated() {
          let found = Double(pixel >> UInt32(16 - channel * 8) & 255)
          #expect(
            abs(found - level * Double(alpha) / 255) <= 3,
            "\(colors[column]) with alpha \(alpha): \(found) in channel \(channel)")
        }
      }
    }
  }

  /// Soft edges have no fringes: between two shades of one color, no other color appears.
  @Test func aSoftEdgeKeepsItsHue() throws {
    let profile = try ColorSpace.displayP3.iccProfile()
    let picture = try surface(256, 4) { x, _ in
      [200, 120, 60].reduce(UInt32(x)) { $0 << 8 | UInt32(($1 * x + 127) / 255) }
    }
    let drawn = try Self.drawn(DecodedPhoto(surface: picture, color: .profile(profile)), in: .sRGB)
    for x in 0..<256 {
      let pixel = drawn[2 * 256 + x]
      let levels = [16, 8, 0].map { Double(pixel >> UInt32($0) & 255) }
      for (level, whole) in zip(levels, [214.0, 116, 43]) {
        #expect(abs(level - whole * Double(x) / 255) <= 3, "\(levels) at alpha \(x)")
      }
    }
  }

  /// Files from different encoders, with the same picture and profile, have the same colors.
  ///
  /// The tolerance of 4 levels allows for lossy formats.
  @Test(arguments: ["bands-p3.png", "bands-p3.webp", "bands-p3.heic", "bands-p3.avif"])
  func everyFormatKeepsTheColorOfClearPixels(_ name: String) throws {
    let decoder = try PhotoDecoder(try Photos.bytes(name), file: name)
    let width = decoder.size.width
    let drawn = try Self.drawn(try decoder.decode(), in: .sRGB)
    for (band, alpha) in [255, 250, 200, 128, 64].enumerated() {
      let pixel = drawn[(band * 32 + 16) * width + width / 2]
      for (shift, level) in [(16, 214.0), (8, 116), (0, 43)] as [(UInt32, Double)] {
        let found = Double(pixel >> shift & 255)
        #expect(abs(found - level * Double(alpha) / 255) <= 4, "\(found), alpha \(alpha)")
      }
    }
  }

  /// libvips, which treats alpha by its own rules, converts the same file to the same colors.
  @Test(arguments: Source.all.filter { !$0.isGray })
  func anotherProgramShowsTheSameColors(_ source: Source) throws {
    let folder = try TemporaryFolder()
    let file = try Self.file(source)
    try folder.write(file, to: "a.png")
    let judge = Tool.run(
      "vips",
      [
        "icc_transform", folder.file("a.png"), folder.file("b.raw"), "srgb", "--embedded",
        "--intent", "relative",
      ], withErrors: true)
    try #require(judge.status == 0, "\(judge.text)")
    let judged = try folder.bytes("b.raw")
    let drawn = try Self.drawn(try PhotoDecoder(file, file: "a.png").decode(), in: .sRGB)
    try #require(judged.count == drawn.count * 4)
    for (row, alpha) in Self.alphas.enumerated() {
      for (column, color) in Self.colors.enumerated() {
        let place = (row * 8 + 4) * Self.colors.count * 8 + column * 8 + 4
        #expect(Int(drawn[place] >> 24) == alpha && Int(judged[place * 4 + 3]) == alpha)
        for channel in 0..<3 {
          let found = Double(drawn[place] >> UInt32(16 - channel * 8) & 255)
          let wanted = Double(judged[place * 4 + channel]) * Double(alpha) / 255
          #expect(
            abs(found - wanted) <= 3,
            "\(color) with alpha \(alpha): \(found), not \(wanted) in channel \(channel)")
        }
      }
    }
  }

  /// Returns a PNG with a color profile and with a block of 8 × 8 pixels for each combination of
  /// color and alpha.
  private static func file(_ source: Source) throws -> [UInt8] {
    let profile = try [UInt8](Data(contentsOf: URL(fileURLWithPath: source.path())))
    let (width, height) = (colors.count * 8, alphas.count * 8)
    let rows = (0..<height).flatMap { y -> [UInt8] in
      [0] + (0..<width).flatMap { x in (colors[x / 8] + [alphas[y / 8]]).map { UInt8($0) } }
    }
    let header = PNGFile.four(width) + PNGFile.four(height) + [8, 6, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10] + PNGFile.chunk("IHDR", header)
      + PNGFile.chunk("iCCP", Array("P\0\0".utf8) + PNGFile.stored(profile))
      + PNGFile.chunk("IDAT", PNGFile.stored(rows)) + PNGFile.chunk("IEND", [])
  }

  private static func drawn(
    _ photo: borrowing DecodedPhoto, in space: ColorSpace
  ) throws -> [UInt32] {
    let size = photo.size
    var target = try ImageSurface(size: size)
    let frame = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    try target.draw(scale: Scale(x: 1, y: 1)) { (canvas) throws(RenderError) in
      try canvas.draw(photo, as: ImageContent(file: "p", frame: frame), in: space)
    }
    return pixels(of: target)
  }

  /// Converts opaque colors with transicc, and returns the result as fractional levels.
  private static func judged(
    _ colors: [[Int]], _ source: Source, _ space: ColorSpace
  ) throws -> [[Double]] {
    let target = space == .sRGB ? "*sRGB" : Photos.folder + "/display-p3.icc"
    let input = colors.map { color in
      source.isGray ? "\(color[0])" : color.map(String.init).joined(separator: " ")
    }.joined(separator: "\\n")
    let line = "printf '\(input)\\n' | transicc -i '\(source.path())' -o '\(target)' -t 1 -b"
    let text = try #require(Tool.output(of: "bash", ["-c", line]))
    return text.matches(of: #/R=([-\d.]+) G=([-\d.]+) B=([-\d.]+)/#).map { match in
      [match.1, match.2, match.3].map { min(max(Double($0) ?? -1, 0), 255) }
    }
  }
}
