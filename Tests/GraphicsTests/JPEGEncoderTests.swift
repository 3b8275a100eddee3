import Graphics
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// JPEG files are assembled from separately encoded bands; other programs read them as ordinary
/// JPEG files.
@Suite struct JPEGEncoderTests {
  /// Picture sizes for one block, part of a band, several bands, more bands than there are restart
  /// markers, and a last band of one row.
  private static let sizes = [(1, 1), (7, 64), (301, 517), (33, 65), (96, 64 * 9 + 1)]

  /// Each file decodes to the same pixels as a file that Pillow writes with one scan and no restart
  /// markers.
  @Test(arguments: sizes, EncodingEffort.allCases)
  func pillowSeesWhatItWouldHaveWrittenItself(
    _ size: (width: Int, height: Int), _ effort: EncodingEffort
  ) throws {
    let folder = try TemporaryFolder()
    for quality in [1, 75, 92, 100] {
      let sample = try #require(
        SamplePicture.kinds(size.width, size.height).first { $0.title == "color noise" })
      let surface = try sample.surface()
      let settings = EncodingSettings(effort: effort, quality: .level(quality))
      let jpeg = try folder.write(try fresh(surface, settings), to: "\(quality).jpg")
      let png = try folder.write(try encodedPNG(surface), to: "\(quality).png")
      let script = """
        import io, sys
        from PIL import Image, ImageFile
        # libjpeg writes some scans in one go, for which Pillow's buffer is too small otherwise.
        ImageFile.MAXBLOCK = 1 << 24
        own = Image.open(sys.argv[1])
        file = io.BytesIO()
        Image.open(sys.argv[2]).convert('RGB').save(
            file, 'JPEG', quality=\(quality), subsampling=0,
            progressive=\(effort == .fast ? "False" : "True"))
        file.seek(0)
        theirs = Image.open(file)
        print(own.size == theirs.size, own.mode, own.tobytes() == theirs.tobytes())
        """
      let shown = Tool.output(of: "/usr/bin/python3", ["-c", script, jpeg, png])
      #expect(shown == "True RGB True\n", "quality \(quality)")
      #expect(Tool.output(of: "identify", ["-regard-warnings", "-verbose", jpeg]) != nil)
    }
  }

  @Test func cacheAndThreadsDoNotChangeTheFile() throws {
    for sample in SamplePicture.kinds(301, 900) where try sample.surface().isOpaque {
      for quality in [40, 92] {
        let settings = EncodingSettings(quality: .level(quality))
        let expected = try fresh(try sample.surface(), settings)
        let encoder = JPEGEncoder(threads: 4, cacheBytes: 1 << 20)
        for _ in 0..<3 {
          let file = try #require(try encoder.encode(try sample.surface(), settings))
          #expect(file.bytes == expected, "\(sample.title)")
        }
      }
    }
  }

  /// As a line moves across a picture, only the bands that it enters or leaves are re-encoded.
  @Test func onlyWhatHasChangedIsEncoded() throws {
    let encoder = JPEGEncoder(threads: 2, cacheBytes: 4 << 20)
    let background = try #require(SamplePicture.kinds(200, 700).first { $0.title == "color ramp" })
    func picture(_ top: Int?) throws -> ImageSurface {
      try surface(200, 700) { x, y in
        guard let top, (top..<top + 8).contains(y), x > 20 else { return background.pixel(x, y) }
        return 0xFF00_0000 | UInt32(top)
      }
    }
    _ = try encoder.encode(try picture(nil), EncodingSettings())
    for top in stride(from: 0, to: 690, by: 37) {
      let before = encoder.bandMisses
      let spliced = try #require(try encoder.encode(try picture(top), EncodingSettings())).bytes
      #expect(spliced == (try fresh(try picture(top), EncodingSettings())), "the line at \(top)")
      let touched = (top + 7) / 64 - top / 64 + 1
      #expect(encoder.bandMisses - before == touched, "the line at \(top)")
    }
  }

  /// The encoder rejects a picture with a single translucent pixel, even if all other bands are
  /// cached.
  @Test func onePixelThatLetsSomethingThroughIsNoJPEG() throws {
    let encoder = JPEGEncoder(cacheBytes: 4 << 20)
    for effort in EncodingEffort.allCases {
      let settings = EncodingSettings(effort: effort)
      #expect(try encoder.encode(try surface(90, 200) { _, _ in 0xFF10_2030 }, settings) != nil)
      for place in [(0, 0), (89, 130), (45, 199)] {
        let glass = try surface(90, 200) { x, y in
          (x, y) == place ? 0xFE10_2030 : 0xFF10_2030
        }
        #expect(try encoder.encode(glass, settings) == nil, "\(place)")
      }
    }
  }

  private func fresh(
    _ surface: borrowing ImageSurface, _ settings: EncodingSettings
  ) throws -> [UInt8] {
    guard let file = try JPEGEncoder().encode(surface, settings) else {
      throw RenderError(.rasterFailed, "the picture is not opaque")
    }
    return file.bytes
  }
}
