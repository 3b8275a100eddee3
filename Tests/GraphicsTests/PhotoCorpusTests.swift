import Foundation
import Graphics
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Large collections of pictures, each compared with an independent decoder.
@Suite(.tags(.torture)) struct PhotoCorpusTests {
  /// PNG files of every color type, depth, filter and transparency, interlaced or not, decode to
  /// the original pixels.
  @Test func everyKindOfPNGIsDrawnExactly() throws {
    let folder = try TemporaryFolder()
    let script =
      URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/make-pngs.py"
    let names = try #require(Tool.output(of: "/usr/bin/python3", [script, folder.path]))
      .split(separator: "\n").map(String.init)
    #expect(names.count > 900)
    for name in names {
      let photo = try PhotoDecoder(try folder.bytes(name), file: name).decode()
      #expect(try photo.finish() == nil)
      let theirs = try folder.bytes(name + ".rgba")
      let ours = pixels(of: photo.surface)
      try #require(ours.count * 4 == theirs.count)
      let farthest = ours.indices.map { index in
        distance(ours[index], Array(theirs[index * 4..<index * 4 + 4]))
      }.max()
      #expect(farthest ?? 0 <= 1, "\(name) is \(farthest ?? 0) levels off")
    }
  }

  /// Returns the largest difference in any channel between a premultiplied pixel and straight red,
  /// green, blue and alpha.
  private func distance(_ kept: UInt32, _ straight: [UInt8]) -> Int {
    let alpha = Int(straight[3])
    let wanted = straight[..<3].map { (Int($0) * alpha + 127) / 255 } + [alpha]
    let found = [16, 8, 0, 24].map { Int(kept >> UInt32($0) & 255) }
    return zip(wanted, found).map { abs($0 - $1) }.max() ?? 0
  }

  /// Real desktop wallpapers, some with old color profiles, look the same as in Pillow.
  @Test func everyStockWallpaperIsDrawnAsPillowDrawsIt() throws {
    let folder = "/usr/share/backgrounds/mate"
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
      .filter { $0.hasSuffix(".png") || $0.hasSuffix(".jpg") }
    try #require(names.count == 30, "mate-backgrounds is not installed, or is another one")
    let tried = Torture.all(of: names, orOnly: 8)
    let rows = try compared(tried.map { "\(folder)/\($0)" })
    #expect(rows.count == tried.count)
    for row in rows {
      #expect(row.verdict.hasPrefix("drawn"), "\(row.name): \(row.verdict)")
      #expect(row.difference.map { $0 <= 2 } == true, "\(row.name) is far off")
    }
    let old = rows.count { $0.verdict.contains("known incorrect sRGB profile") }
    #expect(Torture.isOn ? old == 5 : old > 0)
  }

  private struct Row {
    let name: String
    let verdict: String
    let difference: Int?
  }

  private func compared(_ files: [String]) throws -> [Row] {
    let script =
      URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path
      + "/PhotoProbe/compare.py"
    let probe = Program.folder + "/photo-probe"
    let text = try #require(
      Tool.output(of: "/usr/bin/python3", [script, "--without-magick", probe] + files))
    return text.split(separator: "\n").map { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return Row(name: columns[0], verdict: columns[2], difference: Int(columns[5]))
    }
  }

  /// Decodes the test data of the decoders, of PngSuite and of Pillow, and compares each result
  /// with a recorded verdict.
  @Test(.enabled(if: Torture.isOn))
  func theDecodersOwnTestDataGivesTheRecordedVerdicts() throws {
    try run("corpora", [Program.folder + "/photo-probe"])
  }

  /// Small files that take as long to decode as their format allows.
  @Test(.enabled(if: Torture.isOn))
  func theWorstPhotosStayWithinTheirLimits() throws {
    try run("worst", [Program.folder + "/photo-probe"])
  }

  /// None of 20,000 damaged photos of each format crashes or hangs the decoder, or exceeds its
  /// limits.
  @Test(
    .enabled(if: Torture.isOn),
    arguments: ["png", "jpg", "webp", "heic"])
  func damagedPhotosAreErrors(_ ending: String) throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Photos.folder)
      .filter { $0.hasSuffix("." + ending) || ending == "heic" && $0.hasSuffix(".avif") }
      .sorted().map { "\(Photos.folder)/\($0)" }
    let seed = ProcessInfo.processInfo.environment["WALLFARM_SEED"] ?? "1"
    try run("mutate.py", [Program.folder + "/photo-probe", seed, "20000"] + files)
  }

  /// Runs a script from the folder of the probe; if the script fails, records a test failure with
  /// its output.
  private func run(_ script: String, _ arguments: [String]) throws {
    let folder =
      URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path
      + "/PhotoProbe/"
    let path = folder + script
    let ended =
      script.hasSuffix(".py")
      ? Tool.run("/usr/bin/python3", [path] + arguments, withErrors: true)
      : Tool.run(path, arguments, withErrors: true)
    print(ended.text)
    #expect(ended.status == 0, "\(ended.text)")
  }
}
