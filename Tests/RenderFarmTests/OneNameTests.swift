import BuiltInPlugins
import Files
import Foundation
import RenderFarm
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Output names that differ only in case or Unicode normalization collide, because many file
/// systems treat them as the same.
@Suite struct OneNameTests {
  private func plan(_ lines: [String], in folder: TemporaryFolder) throws -> [RenderError] {
    try folder.write(lines.joined(separator: "\n"), to: "jobs.jsonl")
    let planner = try JobPlanner(
      path: folder.file("jobs.jsonl"), out: OutputFolder(folder.file("out")), shard: nil,
      installation: Workspace.installation, plugins: .builtIn, key: .known)
    return try planner.check().0.mistakes
  }

  private func job(_ id: String, _ output: String, _ more: String = "") -> String {
    #"{"id": "\#(id)", "devices": "iphone8", "notes": ["a"], "output": "\#(output)"\#(more)}"#
  }

  @Test(arguments: [
    ("s.png", "S.png"), ("caf\u{E9}.png", "cafe\u{301}.png"), ("CAF\u{C9}.png", "cafe\u{301}.png"),
    ("a/x.png", "A/x.png"), ("stra\u{DF}e.png", "STRASSE.png"),
  ])
  func twoJobsCannotWriteThem(one: String, other: String) throws {
    let mistakes = try plan([job("a", one), job("b", other)], in: TemporaryFolder())
    #expect(mistakes.map(\.code) == [.outputPattern])
    let message = mistakes.first?.message ?? ""
    for name in [one, other] {
      let isNamed = message.utf8.split(separator: UInt8(ascii: "'")).contains {
        $0.elementsEqual(name.utf8)
      }
      #expect(isNamed, "\(message)")
    }
    #expect(mistakes.first?.hint?.contains("jobs.jsonl:1") == true)
  }

  @Test func namesThatAreTheSameAreSaidOnce() throws {
    let mistakes = try plan([job("a", "s.png"), job("b", "s.png")], in: TemporaryFolder())
    #expect(mistakes.first?.message == "another job also writes to 's.png'")
    #expect(mistakes.first?.subject == "job 'b'")
  }

  @Test func aFileThatIsReadIsNotWrittenUnderAnotherCase() throws {
    let folder = try TemporaryFolder()
    let made = Tool.run("convert", ["-size", "9x9", "xc:navy", folder.file("beach.png")])
    try #require(made.status == 0)
    let out = OutputFolder(folder.path)
    try folder.write(job("a", "Beach.png", #", "photo": "beach.png""#), to: "jobs.jsonl")
    let planner = try JobPlanner(
      path: folder.file("jobs.jsonl"), out: out, shard: nil,
      installation: Workspace.installation, plugins: .builtIn, key: .known)
    let (found, units) = try planner.check()
    let said = "'Beach.png' would overwrite an input file"
    #expect(found.mistakes.contains { $0.message == said })
    #expect(try units.use(of: folder.file("BEACH.png")) != nil)
  }

  @Test func aFolderAndAFileOfOneNameMeet() throws {
    let mistakes = try plan([job("a", "d"), job("b", "D/x.png")], in: TemporaryFolder())
    #expect(
      mistakes.first?.message.contains("'d' is also the folder of another output") == true)
  }

  @Test func severalDevicesCannotWriteThem() throws {
    let error = #expect(throws: RenderError.self) {
      try OutputPattern.checkForCollisions(["out/a.png", "out/b.png", "out/A.png"])
    }
    #expect(
      error?.message
        == "'out/a.png' and 'out/A.png' are the same path on a case-insensitive file system")
    #expect(throws: Never.self) { try OutputPattern.checkForCollisions(["a.png", "b.png"]) }
    #expect(PathComparison.isSame("/nowhere/caf\u{E9}", "/nowhere/CAFE\u{301}"))
  }
}
