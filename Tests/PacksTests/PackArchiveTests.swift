import Foundation
import Packs
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// A pack file that is hostile or damaged is refused with a reason, and nothing is written.
@Suite struct PackArchiveTests {
  /// A pack that `hostile-packs.py` wrote with Python's zipfile.
  private struct Case: Decodable {
    let file: String
    let title: String
    /// The words that one of the messages must contain.
    let words: [String]
  }

  @Test func hostilePacksAreRefused() throws {
    let folder = try TemporaryFolder()
    let script = Workspace.root + "/Tests/PacksTests/hostile-packs.py"
    let theme = try folder.write(PackFolder.theme, to: "theme.json")
    let font = try folder.write(Harbour.font(), to: "font.ttf")
    let output = try #require(
      Tool.output(of: "/usr/bin/python3", [script, folder.path, theme, font]))
    let cases = try JSONDecoder().decode([Case].self, from: Data(output.utf8))
    #expect(cases.count >= 50)
    for one in cases {
      let (pack, problems) = PackArchive.read(one.file)
      #expect(pack == nil && !problems.isEmpty, "\(one.title) is accepted")
      #expect(problems.allSatisfy { $0.hint?.isEmpty == false }, "\(one.title): \(problems)")
      let messages = problems.map(\.message).joined(separator: "\n")
      for words in one.words { #expect(messages.contains(words), "\(one.title): \(messages)") }
    }
  }

  @Test func damagedPacksAreReadOrRefused() throws {
    let folder = try TemporaryFolder()
    try Harbour.writePack(in: folder)
    let good = try PackFolder.make(in: folder, to: "good.zip")
    let bytes = try folder.bytes("good.zip")
    var random = SeededGenerator()
    let seed = random.seed
    for number in 0..<100 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        damaged[Int.random(in: damaged.indices, using: &random)] ^=
          1 << UInt8.random(in: 0..<8, using: &random)
      }
      let path = try folder.write(damaged, to: "damaged.zip")
      let (pack, problems) = PackArchive.read(path)
      #expect((pack == nil) != problems.isEmpty, "seed \(seed), pack \(number)")
      // A change that is not noticed has no effect: the content is the same.
      if let pack { #expect(pack.manifest.files == good.files, "seed \(seed), pack \(number)") }
    }
  }

  @Test func missingFilesAreReported() {
    let (pack, problems) = PackArchive.read("/nonexistent/a.zip")
    #expect(pack == nil && problems.map(\.code.rawValue) == ["file-unreadable"])
  }
}
