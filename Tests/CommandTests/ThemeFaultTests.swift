import Foundation
import Testing
import WallfarmTesting

/// A killed `theme add` leaves the old theme or the new theme.
@Suite struct KilledThemeTests {
  @Test func aKilledCopyLeavesNothingHalfWritten() throws {
    let folder = try TemporaryFolder()
    let themes = "data/wallfarm/themes"
    func write(_ summary: String) throws {
      // Many large files make the copy slow enough to be killed in the middle.
      let overrides = (0..<60).map { index in
        """
        {"when": {"kind": "ipad"}, "background": {"plugin": "photo", "parameters": {"file": "\(index).png"}}}
        """
      }
      try folder.write(
        """
        {"format": 1, "summary": "\(summary)", "extends": "fog", "overrides": [\(overrides.joined(separator: ","))]}
        """, to: "dusk.json")
    }
    _ = Tool.run(
      "convert", ["-size", "300x300", "xc:gray", "+noise", "Random", folder.file("0.png")])
    for index in 1..<60 {
      try FileManager.default.copyItem(
        atPath: folder.file("0.png"), toPath: folder.file("\(index).png"))
    }
    let environment = ["XDG_DATA_HOME": folder.file("data")]
    let command = ["theme", "add", "dusk.json", "--replace"]
    try write("0")
    #expect(try Program.run(command, in: folder, environment: environment).status == 0)
    func hidden() -> [String] { folder.names(in: themes).filter { $0.hasPrefix(".") } }
    var kills = 0
    for round in 1...6 {
      let before = try folder.text("\(themes)/dusk/dusk.json")
      try write("\(round)")
      let process = try Program.start(command, in: folder, environment: environment)
      eventually { !process.isRunning || !hidden().isEmpty }
      usleep(UInt32(round * 2000))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      if process.terminationReason == .uncaughtSignal { kills += 1 }
      let after = try folder.text("\(themes)/dusk/dusk.json")
      #expect(try after == before || after == folder.text("dusk.json"))
      #expect(folder.names(in: "\(themes)/dusk").count == 61)
    }
    #expect(kills > 0)
    let last = try Program.run(command, in: folder, environment: environment)
    #expect(last.status == 0, "\(last.error)")
    #expect(folder.names(in: themes) == ["dusk"])
  }
}

/// `theme add` on a full or failing disk leaves the old theme or the new theme.
@Suite(.enabled(if: FaultLibrary.isAllowed, "needs gcc and no other LD_PRELOAD"))
struct FaultyThemeTests {
  @Test(arguments: [FaultKind.ENOSPC, .EIO])
  func aFailedCopyLeavesNothingHalfWritten(_ kind: FaultKind) throws {
    func prepared() throws -> TemporaryFolder {
      let folder = try TemporaryFolder()
      for (name, summary) in [("old", "Old"), ("new", "New")] {
        try folder.write(
          #"{"format": 1, "summary": "\#(summary)", "extends": "./base.json"}"#,
          to: "\(name)/dusk.json")
        try folder.write(
          #"{"format": 1, "summary": "\#(summary) base", "extends": "fog"}"#,
          to: "\(name)/base.json")
      }
      try FileManager.default.createDirectory(
        atPath: folder.file("data/wallfarm/themes"), withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        atPath: folder.file("old"), toPath: folder.file("data/wallfarm/themes/dusk"))
      return folder
    }
    @Sendable func add(_ folder: TemporaryFolder, at: Int) throws -> (Finished, FaultCalls) {
      try FaultLibrary.run(
        ["theme", "add", "new/dusk.json", "--replace"], in: folder, kind, at: at,
        below: [folder.file("data")], environment: ["XDG_DATA_HOME": folder.file("data")])
    }
    let count = try add(try prepared(), at: 0).1.count
    let folders = try (0...count).map { _ in try prepared() }
    try FaultPoints.each(of: count, spread: 24) { at in
      let folder = folders[at]
      let (finished, calls) = try add(folder, at: at)
      let place: Comment = "\(kind) at call \(at) of \(count): \(calls.call): \(finished.error)"
      let themes = "data/wallfarm/themes"
      let summaries = try ["dusk", "base"].map { try folder.text("\(themes)/dusk/\($0).json") }
      let isNew = summaries.allSatisfy { $0.contains("New") }
      #expect(isNew || summaries.allSatisfy { $0.contains("Old") }, place)
      #expect(isNew == (finished.status == 0), place)
      // The next run removes everything that a failed removal left behind.
      let next = try Program.run(
        ["theme", "add", "new/dusk.json", "--replace"], in: folder,
        environment: ["XDG_DATA_HOME": folder.file("data")])
      #expect(next.status == 0 && folder.names(in: themes) == ["dusk"], place)
    }
  }
}
