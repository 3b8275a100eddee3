import Foundation
import Testing
import WallfarmTesting

/// A program of a plugin runs behind the fence that its receipt tells, or it does not run.
@Suite(.enabled(if: FaultLibrary.isAllowed, "needs gcc and no other LD_PRELOAD"))
struct ProgramFenceTests {
  private static let words = [
    "render", "--template", "./flat", "--device", "iphonese3", "--plugins", "plugins",
    "--plugin-timeout", "300", "--report", "report.json", "-o", "a.png",
  ]

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      {"format": 1, "contract": 1, "id": "flat", "name": "Flat", "version": 1, "kind": "layout",
       "summary": "Shows nothing.", "author": "wallfarm", "licence": "MIT",
       "carrier": {"program": "plugin.py", "runner": "python3"}, "parameters": []}
      """, to: "plugins/flat/plugin.json")
    try folder.write(
      """
      import json, sys
      for line in sys.stdin:
          if json.loads(line)["type"] == "describe":
              print('{"type":"describe","contract":1,"id":"flat","version":1}', flush=True)
          else:
              print('{"type":"done","layers":[]}', flush=True)
      """, to: "plugins/flat/plugin.py")
    try folder.write(
      """
      {"format": 1, "summary": "A test.", "theme": "midnight", "background": "theme",
       "layouts": [{"plugin": "flat"}]}
      """, to: "flat/template.json")
    return folder
  }

  private func layers(in folder: TemporaryFolder) throws -> [String] {
    let receipt = try #require(try folder.json("report.json") as? [String: Any])
    let plugins = try #require(receipt["plugins"] as? [[String: Any]])
    let fence = try #require(plugins.first?["fence"] as? [String: Any])
    return try #require(fence["layers"] as? [String])
  }

  @Test func aDiskThatFailsTakesNoPartOfTheFence() throws {
    let quiet = try folder()
    #expect(try Program.run(Self.words, in: quiet).status == 0)
    let standing = try layers(in: quiet)
    var refused = 0
    for at in 1...24 {
      let folder = try folder()
      // Of what is opened there the fence's own is read by nobody: a path without its contents.
      let (finished, calls) = try FaultLibrary.run(
        Self.words, in: folder, .EIO, at: at, call: "open", below: ["/usr"])
      guard calls.isMet else { break }
      if finished.status == 0 {
        #expect(try layers(in: folder) == standing, "\(calls.call)")
      } else {
        #expect(!folder.names.contains("a.png"), "\(calls.call)")
        if finished.problem.code == "plugin-unloadable" { refused += 1 }
      }
    }
    #expect(refused > 0 || !standing.contains("files"))
  }

  /// Such as a link in a circle, which nobody can follow.
  @Test func aFolderOfPathThatCannotBeReachedIsLeftOutAlone() throws {
    let folder = try folder()
    #expect(try Program.run(Self.words, in: folder).status == 0)
    let standing = try layers(in: folder)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("circle"), withDestinationPath: folder.file("circle"))
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let environment = ["PATH": path + ":" + folder.file("circle")]

    let finished = try Program.run(Self.words, in: folder, environment: environment)

    #expect(finished.status == 0, "\(finished.error)")
    #expect(try layers(in: folder) == standing)
    try folder.write(
      #"{"id":"a","devices":"iphonese3","template":"./flat","notes":["Buy milk"]}"#,
      to: "jobs.jsonl")
    let batch = try Program.run(
      ["batch", "jobs.jsonl", "--out", "out", "-j", "1", "--plugins", "plugins"], in: folder,
      environment: environment)
    #expect(batch.status == 0, "\(batch.error)")
  }
}
