import Graphics
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// A picture that makes the encoder choose its way.
struct SamplePicture: CustomTestStringConvertible {
  let title: String
  let width: Int
  let height: Int
  let colorType: UInt8
  let pixel: @Sendable (Int, Int) -> UInt32
  var testDescription: String { "\(title), \(width) × \(height)" }

  static let all: [SamplePicture] = [(1, 1), (3, 127), (255, 128), (64, 129), (301, 517)].flatMap {
    width, height in
    [
      SamplePicture("black", width, height, 0) { _, _ in 0xFF00_0000 },
      SamplePicture("gray noise", width, height, 0) { x, y in
        let level = hash(x, y) & 0xFF
        return 0xFF00_0000 | level << 16 | level << 8 | level
      },
      SamplePicture("colour ramp", width, height, 2) { x, y in
        0xFF00_0001 | UInt32(x & 0xFF) << 16 | UInt32(y & 0xFF) << 8
      },
      SamplePicture("colour noise", width, height, 2) { x, y in hash(x, y) | 0xFF01_0000 & ~0xFF },
      SamplePicture("clear", width, height, 6) { _, _ in 0 },
      SamplePicture("half clear", width, height, 6) { x, y in
        // Premultiplied: no channel is above alpha.
        let alpha = UInt32((x * 7 + y * 3) & 0xFF) | 1
        return (alpha == 255 ? 254 : alpha) << 24 | 0x0001_0000 & (alpha << 16)
      },
    ]
  }

  private init(
    _ title: String, _ width: Int, _ height: Int, _ colorType: UInt8,
    _ pixel: @escaping @Sendable (Int, Int) -> UInt32
  ) {
    (self.title, self.width, self.height) = (title, width, height)
    (self.colorType, self.pixel) = (colorType, pixel)
  }

  @Sendable private static func hash(_ x: Int, _ y: Int) -> UInt32 {
    var generator = SeededGenerator(seed: UInt64(x * 4099 + y))
    return UInt32(truncatingIfNeeded: generator.next())
  }
}

@Suite struct PNGEncoderTests {
  @Test(arguments: SamplePicture.all)
  func libpngReadsBackEveryPixel(_ sample: SamplePicture) throws {
    let surface = try surface(sample.width, sample.height, sample.pixel)
    let file = try PNGEncoder(ppi: 460, texts: [("Software", "test")]).encode(surface)
    let decoded = try PhotoDecoder(file, file: sample.title).decode()
    #expect(pixels(of: decoded.surface) == pixels(of: surface))
  }

  @Test(arguments: SamplePicture.all)
  func alphaAndColourAreStoredOnlyWhereThereAreAny(_ sample: SamplePicture) throws {
    let file = try PNGEncoder().encode(try surface(sample.width, sample.height, sample.pixel))
    #expect(file[24] == 8 && file[25] == sample.colorType)
  }

  @Test func pillowAndPngcheckAcceptEveryFile() throws {
    let folder = try TemporaryFolder()
    var files: [String] = []
    for (index, sample) in SamplePicture.all.enumerated() {
      let surface = try surface(sample.width, sample.height, sample.pixel)
      let bytes = try PNGEncoder(ppi: 326).encode(surface)
      files.append(try folder.write(bytes, to: "\(index).png"))
    }
    #expect(Tool.output(of: "pngcheck", ["-q"] + files) != nil)
    let script = """
      import sys
      from PIL import Image
      for name in sys.argv[1:]:
          with Image.open(name) as image:
              image.load()
              assert round(image.info['dpi'][0]) == 326, image.info
          print(image.size[0], image.size[1], image.mode)
      """
    let report = try #require(Tool.output(of: "/usr/bin/python3", ["-c", script] + files))
    let expected = SamplePicture.all.map { sample in
      "\(sample.width) \(sample.height) \([0: "L", 2: "RGB", 6: "RGBA"][sample.colorType] ?? "?")"
    }
    #expect(report.split(separator: "\n").map(String.init) == expected)
  }

  /// Levels 1 and 2 of ISA-L fail this once in some thousands of runs.
  @Test func aPictureIsTheSameFileEveryTime() throws {
    var random = SeededGenerator(seed: 3)
    let noisy = try surface(400, 256) { x, y in
      (x / 7 + y / 5) % 3 == 0
        ? UInt32.random(in: .min ... .max, using: &random) | 0xFF00_0000
        : 0xFF00_0080
    }
    let first = try PNGEncoder().encode(noisy)
    for _ in 0..<400 { #expect(try PNGEncoder().encode(noisy) == first) }
  }

  @Test func theSamePictureIsTheSameFile() throws {
    let sample = SamplePicture.all[3]
    let one = try PNGEncoder().encode(try surface(sample.width, sample.height, sample.pixel))
    let two = try PNGEncoder().encode(try surface(sample.width, sample.height, sample.pixel))
    #expect(one == two)
  }
}
