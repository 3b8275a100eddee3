import Foundation
import Testing
import WallfarmTesting

/// A killed `theme add`, or one on a full or failing disk, leaves the old theme or the new theme.
@Suite(.enabled(if: FaultLibrary.isAllowed, "needs gcc and no other LD_PRELOAD"))
struct FaultyThemeTests {
  @Test(arguments: [FaultKind.ENOSPC, .EIO, .kill])
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
      // The new theme may be in place when the program is killed.
      #expect(kind == .kill || isNew == (finished.status == 0), place)
      // The next run removes everything that a failed removal left behind.
      let next = try Program.run(
        ["theme", "add", "new/dusk.json", "--replace"], in: folder,
        environment: ["XDG_DATA_HOME": folder.file("data")])
      #expect(next.status == 0 && folder.names(in: themes) == ["dusk"], place)
    }
  }
}
