import Foundation
import Graphics
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Decoded HEIC and AVIF pixels agree with those of pillow_heif and Pillow, for all chroma
/// subsamplings, with alpha, and in grayscale.
@Suite struct HEIFJudgeTests {
  @Test func everyKindOfPictureIsReadAsOthersReadIt() throws {
    let folder = try TemporaryFolder()
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let root = tests.deletingLastPathComponent().deletingLastPathComponent().path
    let made = Tool.run(
      root + "/.build/python/bin/python", [tests.path + "/judge-heif.py", folder.path],
      withErrors: true)
    try #require(made.status == 0, "\(made.text)")
    let names = made.text.split(separator: "\n").map(String.init)
    #expect(names.count == 16)
    for name in names {
      let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: name)))
      let theirs = try [UInt8](Data(contentsOf: URL(fileURLWithPath: name + ".rgba")))
      let photo = try PhotoDecoder(bytes, file: name).decode()
      let ours = pixels(of: photo.surface)
      try #require(ours.count * 4 == theirs.count)
      let distances = ours.indices.map { index in
        HEIFJudgeTests.distance(ours[index], theirs[index * 4..<index * 4 + 4])
      }
      let mean = Double(distances.reduce(0, +)) / Double(distances.count)
      // libheif repeats subsampled chroma, and libavif interpolates it.
      let isRepeated = name.hasSuffix("420.heic") || name.hasSuffix("422.heic")
      let isGray = name.contains("/L")
      if isRepeated && !isGray {
        #expect(mean < 8, "\(name) is \(mean) levels off")
      } else {
        #expect(distances.max() ?? 0 <= 4, "\(name) is \(distances.max() ?? 0) levels off")
        #expect(mean < 1.5, "\(name) is \(mean) levels off")
      }
    }
  }

  /// Returns the maximum difference in any channel between a premultiplied pixel and a
  /// straight-alpha pixel, which is premultiplied first.
  private static func distance(_ kept: UInt32, _ straight: ArraySlice<UInt8>) -> Int {
    let levels = straight.map(Int.init)
    let wanted = levels[..<3].map { ($0 * levels[3] + 127) / 255 } + [levels[3]]
    let found = [16, 8, 0, 24].map { Int(kept >> UInt32($0) & 255) }
    return zip(wanted, found).map { abs($0 - $1) }.max() ?? 0
  }
}
