import Foundation
import Testing
import WallfarmTesting

/// A plugin program runs in the fence that the receipt describes, or not at all.
@Suite(.enabled(if: FaultLibrary.isAllowed, "needs gcc and no other LD_PRELOAD"))
struct ProgramFenceTests {
  private static let words =
    [
      "render", "--template", "./flat", "--device", "iphonese3", "--report", "report.json", "-o",
      "a.png",
    ] + OutsideProgram.options

  private func layers(in folder: TemporaryFolder) throws -> [String] {
    let receipt = try #require((try folder.json("report.json") as? [[String: Any]])?.first)
    let plugins = try #require(receipt["plugins"] as? [[String: Any]])
    let fence = try #require(plugins.first?["fence"] as? [String: Any])
    return try #require(fence["layers"] as? [String])
  }

  @Test func aDiskThatFailsTakesNoPartOfTheFence() throws {
    let quiet = try OutsideProgram().folder
    #expect(try Program.run(Self.words, in: quiet).status == 0)
    let standing = try layers(in: quiet)
    var refused = 0
    for at in 1...24 {
      let folder = try OutsideProgram().folder
      // Make each call that opens a path below `/usr` fail in turn. Some of these calls set up the
      // fence.
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

  /// A folder in `PATH` that cannot be opened, such as a link to itself, is omitted; the rest of
  /// the fence is unchanged.
  @Test func aFolderOfPathThatCannotBeReachedIsLeftOutAlone() throws {
    let folder = try OutsideProgram().folder
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
      ["batch", "jobs.jsonl", "--output", "out", "-j", "1"] + OutsideProgram.options, in: folder,
      environment: environment)
    #expect(batch.status == 0, "\(batch.error)")
  }

  /// A plugin can access a `PATH` folder inside the home folder only if that folder contains the
  /// plugin's interpreter.
  @Test(arguments: [false, true])
  func aFolderOfPathAtHomeIsOpenToWhatItRuns(_ runs: Bool) throws {
    let plugin = try OutsideProgram()
    let folder = plugin.folder
    #expect(try Program.run(Self.words, in: folder).status == 0)
    guard try layers(in: folder).contains("files") else { return }
    try folder.write("mine", to: "home/.pyenv/secret")
    try folder.write("", to: "home/.pyenv/bin/README")
    if runs {
      try FileManager.default.createSymbolicLink(
        atPath: folder.file("home/.pyenv/bin/python3"), withDestinationPath: "/usr/bin/python3")
    }
    try plugin.before("open(os.environ['HOME'] + '/.pyenv/secret').read()")
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let finished = try Program.run(
      Self.words, in: folder,
      environment: [
        "HOME": folder.file("home"), "PATH": folder.file("home/.pyenv/bin") + ":" + path,
      ])
    #expect((finished.status == 0) == runs, "\(finished.error)")
    if !runs { #expect(finished.error.contains("PermissionError")) }
  }
}
