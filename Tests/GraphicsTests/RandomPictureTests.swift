import Digests
import Graphics
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// libpng and Pillow read files of random pictures correctly.
@Suite struct RandomPictureTests {
  /// A fixed seed, so that a failure can be reproduced.
  private static let seed: UInt64 = 20_261_122

  @Test func libpngReadsBackRandomPictures() throws {
    var random = SeededGenerator(seed: Self.seed)
    for number in 0..<150 {
      let surface = try Self.picture(&random)
      let settings = Self.settings(&random)
      let file = try PNGEncoder(threads: 1 + number % 2).encode(surface, settings)
      let decoded = try PhotoDecoder(file.bytes, file: "picture \(number)").decode()
      let isSame = pixels(of: decoded.surface) == pixels(of: surface)
      #expect(isSame, "seed \(Self.seed), picture \(number), \(surface.size), \(settings.effort)")
    }
  }

  @Test func pillowAndPngcheckReadRandomPictures() throws {
    var random = SeededGenerator(seed: Self.seed + 1)
    let folder = try TemporaryFolder()
    var files: [String] = []
    var expected: [String] = []
    for number in 0..<60 {
      let surface = try Self.picture(&random)
      var settings = Self.settings(&random)
      // pngcheck does not support the chunk for Display P3.
      settings.space = .sRGB
      let file = try PNGEncoder().encode(surface, settings)
      files.append(try folder.write(file.bytes, to: "\(number).png"))
      expected.append(SHA256.hex(of: straightBytes(of: surface)))
    }
    #expect(Tool.output(of: "pngcheck", ["-q"] + files) != nil)
    #expect(try Pillow.digests(of: files) == expected, "seed \(Self.seed + 1)")
  }

  /// A band of noise is encoded in match blocks if sampling finds a pattern in it; six such blocks
  /// once overflowed the band's buffer.
  @Test(arguments: [12_000, 32_767])
  func aWidePictureWhoseNoiseHidesFromTheSampleIsReadBack(_ width: Int) throws {
    var random = SeededGenerator(seed: 6)
    let surface = try surface(width, 66) { x, y in
      y % 16 == 1 || y % 16 == 0
        ? 0xFF00_0000 | UInt32(x % 8) << 4 : UInt32(truncatingIfNeeded: random.next()) | 0xFF00_0000
    }
    for effort in [EncodingEffort.fast, .balanced] {
      let file = try encodedPNG(surface, EncodingSettings(effort: effort))
      let decoded = try PhotoDecoder(
        file, file: "wide", limits: PhotoLimits(side: 40_000)
      ).decode()
      let isSame = pixels(of: decoded.surface) == pixels(of: surface)
      #expect(isSame, "\(width), \(effort)")
    }
  }

  @Test func aJPEGTakesAnyCommentAndAWebPAnyName() throws {
    let surface = try surface(40, 30) { x, _ in 0xFF00_0000 | UInt32(x) << 16 }
    var settings = EncodingSettings()
    settings.software = String(repeating: "long", count: 20_000)
    settings.fingerprint = "'\"<&>"
    let folder = try TemporaryFolder()
    let file = try #require(try JPEGEncoder().encode(surface, settings))
    let jpeg = try folder.write(file.bytes, to: "a.jpg")
    settings.software = "a 'name' with \"quotes\" & <marks>"
    let webp = try folder.write(WebPEncoder(settings).encode(surface).bytes, to: "a.webp")
    let script = """
      import sys
      from xml.dom import minidom
      from PIL import Image
      Image.open(sys.argv[1]).load()
      xmp = minidom.parseString(Image.open(sys.argv[2]).info['xmp'])
      about = xmp.getElementsByTagName('rdf:Description')[0]
      print(about.getAttribute('xmp:CreatorTool'))
      """
    let shown = Tool.output(of: "/usr/bin/python3", ["-c", script, jpeg, webp])
    #expect(shown == "a 'name' with \"quotes\" & <marks>\n")
  }

  private static func settings(_ random: inout SeededGenerator) -> EncodingSettings {
    var settings = EncodingSettings(
      effort: EncodingEffort.allCases.randomElement(using: &random) ?? .fast,
      ppi: Bool.random(using: &random) ? 460 : nil,
      space: Bool.random(using: &random) ? .sRGB : .displayP3)
    if Bool.random(using: &random) { settings.software = "wallfarm" }
    if Bool.random(using: &random) { settings.fingerprint = "0123456789abcdef" }
    return settings
  }

  /// Returns a picture with runs of noise, of a single color and of repeated earlier pixels, in
  /// many or few colors.
  private static func picture(_ random: inout SeededGenerator) throws -> ImageSurface {
    let sizes = [(1...20, 1...20), (1...400, 1...5), (1...5, 1...400), (60...130, 60...130)]
    let (widths, heights) = sizes.randomElement(using: &random) ?? sizes[0]
    let width = Int.random(in: widths, using: &random)
    let height = Int.random(in: heights, using: &random)
    let isOpaque = Bool.random(using: &random)
    let isGray = Int.random(in: 0..<3, using: &random) == 0
    let levels = [2, 3, 16, 256].randomElement(using: &random) ?? 2
    func pixel() -> UInt32 {
      func level() -> UInt32 {
        UInt32(Int.random(in: 0..<levels, using: &random) * 255 / (levels - 1))
      }
      let alpha = isOpaque ? 255 : level()
      let red = level() * alpha / 255
      let (green, blue) = isGray ? (red, red) : (level() * alpha / 255, level() * alpha / 255)
      return alpha << 24 | red << 16 | green << 8 | blue
    }
    var pixels: [UInt32] = []
    while pixels.count < width * height {
      let length = Int.random(in: 1...max(1, width), using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: for _ in 0..<length { pixels.append(pixel()) }
      case 1: pixels += [UInt32](repeating: pixel(), count: length)
      default:
        let distance = Bool.random(using: &random) ? width : 8
        for _ in 0..<length {
          pixels.append(pixels.count >= distance ? pixels[pixels.count - distance] : pixel())
        }
      }
    }
    return try surface(width, height) { x, y in pixels[y * width + x] }
  }
}
