import Foundation
import Graphics
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// The color chunks of a PNG take precedence in the order of the specification's third edition:
/// `cICP`, `iCCP`, `sRGB`, `gAMA` with `cHRM`.
@Suite(.tags(.torture)) struct PNGColorTests {
  /// A set of color chunks, and the values that Chromium 150 shows for (200, 60, 60) and (20, 20,
  /// 20).
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let chunks: @Sendable () throws -> [UInt8]
    let red: [Int]
    let dark: Int
    var warning: String?
    /// Chunks after the pixels.
    var late: [UInt8] = []
    /// Whether the color levels use a limited range.
    var isNarrow = false
  }

  private static let plain = [200, 60, 60]

  static let cases: [Case] = [
    Case(testDescription: "nothing", chunks: { [] }, red: plain, dark: 20),
    Case(testDescription: "P3", chunks: { cicp(12, 13) }, red: [217, 42, 52], dark: 20),
    Case(testDescription: "sRGB", chunks: { cicp(1, 13) }, red: plain, dark: 20),
    Case(testDescription: "BT.709", chunks: { cicp(1, 1) }, red: [197, 49, 49], dark: 7),
    Case(testDescription: "BT.2020", chunks: { cicp(9, 14) }, red: [244, 0, 40], dark: 7),
    Case(testDescription: "BT.2020, sRGB", chunks: { cicp(9, 13) }, red: [247, 0, 53], dark: 20),
    Case(testDescription: "gamma 2.2", chunks: { cicp(1, 4) }, red: [201, 57, 57], dark: 12),
    Case(testDescription: "gamma 2.8", chunks: { cicp(1, 5) }, red: [189, 36, 36], dark: 3),
    Case(testDescription: "240M", chunks: { cicp(1, 7) }, red: [206, 77, 77], dark: 38),
    Case(testDescription: "linear", chunks: { cicp(1, 8) }, red: [229, 133, 133], dark: 79),
    Case(testDescription: "428", chunks: { cicp(1, 17) }, red: [200, 44, 44], dark: 5),
    Case(testDescription: "NTSC", chunks: { cicp(4, 13) }, red: [236, 50, 49], dark: 20),
    Case(testDescription: "SMPTE-C", chunks: { cicp(6, 13) }, red: [195, 66, 59], dark: 20),
    Case(testDescription: "film", chunks: { cicp(8, 13) }, red: [226, 39, 51], dark: 20),
    Case(
      testDescription: "cICP over gAMA", chunks: { cicp(1, 13) + gamma(100_000) }, red: plain,
      dark: 20),
    Case(
      testDescription: "gAMA before cICP", chunks: { gamma(100_000) + cicp(12, 13) },
      red: [217, 42, 52], dark: 20),
    Case(
      testDescription: "cICP over iCCP", chunks: { try profile() + cicp(1, 13) }, red: plain,
      dark: 20),
    Case(
      testDescription: "iCCP over gAMA", chunks: { try gamma(100_000) + profile() },
      red: [217, 42, 52], dark: 20),
    Case(
      testDescription: "sRGB over gAMA", chunks: { PNGFile.chunk("sRGB", [0]) + gamma(100_000) },
      red: plain, dark: 20),
    Case(testDescription: "gAMA 1", chunks: { gamma(100_000) }, red: [229, 133, 133], dark: 79),
    Case(testDescription: "gAMA 1/1.8", chunks: { gamma(55_556) }, red: [210, 77, 77], dark: 26),
    Case(testDescription: "gAMA 1/2.2", chunks: { gamma(45_455) }, red: plain, dark: 20),
    Case(
      testDescription: "gAMA and cHRM of Adobe RGB", chunks: { gamma(45_455) + adobe },
      red: [231, 57, 57], dark: 12),
    Case(
      testDescription: "gAMA 1 and cHRM of Adobe RGB", chunks: { gamma(100_000) + adobe },
      red: [255, 133, 133], dark: 79),
    Case(testDescription: "cHRM alone", chunks: { adobe }, red: plain, dark: 20),
    Case(
      testDescription: "two", chunks: { cicp(12, 13) + cicp(1, 13) }, red: [217, 42, 52], dark: 20,
      warning: "cICP: duplicate"),
    Case(
      testDescription: "too short", chunks: { PNGFile.chunk("cICP", [12, 13, 0]) }, red: plain,
      dark: 20, warning: "cICP: invalid length"),
    Case(
      testDescription: "a matrix", chunks: { cicp(12, 13, 1) }, red: plain, dark: 20,
      warning: "cICP: invalid matrix 1"),
    Case(
      testDescription: "unspecified", chunks: { cicp(2, 13) }, red: plain, dark: 20,
      warning: "cICP: unknown primaries 2 or curve 13"),
    Case(
      testDescription: "behind the pixels", chunks: { [] }, red: plain, dark: 20,
      warning: "cICP: out of place", late: cicp(12, 13)),
    Case(
      testDescription: "narrow", chunks: { cicp(1, 13, 0, range: 0) }, red: plain, dark: 20,
      isNarrow: true),
  ]

  @Test(arguments: cases, [8, 16])
  func theFirstOfTheFourCounts(_ odd: Case, _ depth: Int) throws {
    let file = try PNGColorTests.file(
      [Self.plain, [20, 20, 20]], depth, odd.chunks(), late: odd.late, isNarrow: odd.isNarrow)
    let photo = try PhotoDecoder(file, file: "a.png").decode()
    let warning = try photo.finish()
    // libpng also warns about some of the chunks.
    #expect(warning?.contains("cICP") ?? false == (odd.warning != nil))
    if let expected = odd.warning { #expect(warning?.hasSuffix(expected) == true) }
    let shown = try PNGColorTests.shown(photo)
    let wanted = [odd.red, [odd.dark, odd.dark, odd.dark]]
    for (found, wanted) in zip(shown, wanted) {
      let farthest = zip(found, wanted).map { abs($0 - $1) }.max() ?? 255
      #expect(farthest <= 2, "\(found) and not \(wanted)")
    }
  }

  /// A 16-bit PNG with linear light keeps its dark levels apart; with 8 bits, levels below 13 on
  /// screen would merge.
  @Test(arguments: [gamma(100_000), cicp(1, 8)])
  func darkLevelsOfLinearLightStayApart(_ chunks: [UInt8]) throws {
    let levels = (1...12).map { level in
      // The 16-bit linear value of an sRGB level.
      Int((Double(level) / 255 / 12.92 * 65_535).rounded())
    }
    let file = try PNGColorTests.file(levels.map { [$0, $0, $0] }, 16, chunks, isRaw: true)
    let shown = try PNGColorTests.shown(try PhotoDecoder(file, file: "a.png").decode())
    for (level, pixel) in zip(1...12, shown) {
      #expect(abs(pixel[0] - level) <= 3, "\(pixel) and not \(level)")
    }
    #expect(Set(shown.map { $0[0] }).count >= 7)
  }

  // MARK: - Files

  private static func cicp(
    _ primaries: UInt8, _ transfer: UInt8, _ matrix: UInt8 = 0, range: UInt8 = 1
  ) -> [UInt8] {
    PNGFile.chunk("cICP", [primaries, transfer, matrix, range])
  }

  private static func gamma(_ value: Int) -> [UInt8] { PNGFile.chunk("gAMA", PNGFile.four(value)) }

  private static let adobe = PNGFile.chunk(
    "cHRM", [31_270, 32_900, 64_000, 33_000, 21_000, 71_000, 15_000, 6_000].flatMap(PNGFile.four))

  private static func profile() throws -> [UInt8] {
    PNGFile.chunk(
      "iCCP", Array("P3\0\0".utf8) + PNGFile.stored(try ColorSpace.displayP3.iccProfile()))
  }

  /// Returns a PNG file with one row of pixels.
  static func file(
    _ pixels: [[Int]], _ depth: Int, _ chunks: [UInt8], late: [UInt8] = [], isNarrow: Bool = false,
    isRaw: Bool = false
  ) throws -> [UInt8] {
    let row = pixels.flatMap { pixel in
      pixel.flatMap { level -> [UInt8] in
        var level = isRaw ? level : level * (depth == 16 ? 257 : 1)
        if isNarrow {
          let unit = depth == 16 ? 257.0 : 1
          level = Int((16 * unit + Double(level) * 219 / 255).rounded())
        }
        return depth == 16 ? [UInt8(level >> 8), UInt8(level & 255)] : [UInt8(level)]
      }
    }
    let header = PNGFile.four(pixels.count) + PNGFile.four(1) + [UInt8(depth), 2, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10] + PNGFile.chunk("IHDR", header) + chunks
      + PNGFile.chunk("IDAT", PNGFile.stored([0] + row)) + late + PNGFile.chunk("IEND", [])
  }

  /// Returns the red, green and blue levels of each pixel in sRGB.
  static func shown(_ photo: borrowing DecodedPhoto, alpha: Bool = false) throws -> [[Int]] {
    let size = photo.size
    var target = try ImageSurface(size: size)
    let frame = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    try target.draw(scale: Scale(x: 1, y: 1)) { (canvas) throws(RenderError) in
      try canvas.draw(photo, as: ImageContent(file: "p", frame: frame), in: .sRGB)
    }
    return pixels(of: target).map { pixel in
      ([16, 8, 0] + (alpha ? [24] : [])).map { Int(pixel >> UInt32($0) & 255) }
    }
  }
}
