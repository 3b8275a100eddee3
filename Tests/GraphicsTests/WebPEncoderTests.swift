import Digests
import Graphics
import Testing
import WallfarmPluginKit
import WallfarmTesting

@Suite struct WebPEncoderTests {
  static let samples = [(1, 1), (301, 517)].flatMap(SamplePicture.kinds)

  @Test func losslessKeepsEveryPixel() throws {
    let folder = try TemporaryFolder()
    var files: [String] = []
    var expected: [String] = []
    for (index, sample) in Self.samples.enumerated() {
      let surface = try sample.surface()
      let file = try WebPEncoder(EncodingSettings(quality: .lossless)).encode(surface)
      files.append(try folder.write(file.bytes, to: "\(index).webp"))
      expected.append(SHA256.hex(of: straightBytes(of: surface)))
    }
    #expect(try Pillow.digests(of: files) == expected)
  }

  @Test func aLowerQualityIsASmallerFile() throws {
    let sample = try #require(Self.samples.last { $0.title == "color ramp" })
    let sizes = try [20, 60, 90].map { level in
      try WebPEncoder(EncodingSettings(quality: .level(level))).encode(try sample.surface())
        .byteCount
    }
    #expect(sizes == sizes.sorted() && Set(sizes).count == 3)
  }

  @Test func aFileSaysWhatMadeItAndWhatItsColorsMean() throws {
    let folder = try TemporaryFolder()
    var settings = EncodingSettings(space: .displayP3)
    settings.software = "wallfarm 1"
    settings.fingerprint = "abc123"
    let surface = try surface(40, 30) { x, _ in 0xFF00_0000 | UInt32(x) << 16 }
    let path = try folder.write(WebPEncoder(settings).encode(surface).bytes, to: "a.webp")
    let shown = try #require(Tool.output(of: "webpinfo", [path]))
    #expect(shown.contains("ICCP") && shown.contains("XMP"))
    let script =
      "import sys; from PIL import Image; print(Image.open(sys.argv[1]).info['xmp'].decode())"
    let xmp = try #require(Tool.output(of: "/usr/bin/python3", ["-c", script, path]))
    #expect(xmp.contains("wallfarm 1") && xmp.contains("abc123"))
  }

  @Test func aPictureThatIsTooLargeForWebPIsAnError() throws {
    let wide = try ImageSurface(size: PixelSize(width: 16_384, height: 2))
    let error = #expect(throws: RenderError.self) {
      _ = try WebPEncoder(EncodingSettings()).encode(wide)
    }
    #expect(error?.message.contains("16,383") == true)
  }
}
