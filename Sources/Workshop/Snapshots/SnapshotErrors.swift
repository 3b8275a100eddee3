import Diagnostics
internal import Files
internal import SourceJSON
import WallfarmCore
import WallfarmPluginKit

// The errors of this module.

extension RenderError {
  static func invalidSuite(
    _ message: String, origin: Origin,
    hint: String? =
      #"write {"snapshots": [{"template": "lock", "devices": "iphones", "notes": ["Buy milk"]}]}"#
  ) -> RenderError {
    RenderError(.invalidSnapshots, message, origin: origin, hint: hint)
  }

  static func referenceBroken(_ what: String, _ path: String) -> RenderError {
    let name = path.split(separator: "/").suffix(2).joined(separator: "/").dropLast(4)
    return RenderError(
      .referenceBroken, "the reference is broken: \(what)", origin: .file(path),
      hint: "restore it from version control, or record it again with --only '\(name)'")
  }

  static func unknownSnapshot(_ name: String, known: [String]) -> RenderError {
    RenderError(
      .unknownSnapshot, "no snapshot named '\(name)' is waiting for approval",
      origin: .job(name),
      hint: closestSpelling(to: name, among: known).map { "did you mean '\($0)'?" }
        ?? "'wallfarm snapshot report FOLDER' lists them; * matches any characters")
  }

  static func unknownPicture(_ name: String, known: [String]) -> RenderError {
    RenderError(
      .unknownSnapshot, "the suite has no picture '\(name)'", origin: .option("only"),
      hint: closestSpelling(to: name, among: known).map { "did you mean '\($0)'?" }
        ?? "use a name such as lock/iphone15; * matches any characters")
  }

  static func unknownGroup(_ text: String, count: Int) -> RenderError {
    RenderError(
      .unknownSnapshot, "there is no group '\(text)'", origin: .option("group"),
      hint: count == 0
        ? "nothing changed when this suite was last verified"
        : "use a number from 1 to \(count)")
  }

  static func nothingToAccept(_ group: Int) -> RenderError {
    RenderError(
      .unknownSnapshot,
      "no picture in group \(group) could be rendered, so there is nothing to accept",
      origin: .option("group"), hint: "fix the errors of the group and verify again")
  }

  static func suiteBusy(_ folder: String) -> RenderError {
    RenderError(
      .snapshotsBusy,
      "another process is comparing, recording or accepting the snapshots of '\(folder)'",
      origin: .file(folder), hint: "wait until it finishes")
  }

  static func resultsUnwritable(_ path: String, _ reason: String) -> RenderError {
    RenderError(
      .outputFailed, "'\(path)' cannot be written: \(reason)", origin: .file(path),
      hint: "check the free space and permissions there")
  }

  static func resultsNotOurs(_ path: String, _ name: String?) -> RenderError {
    RenderError(
      .outputFailed,
      "'\(path)' contains files that wallfarm did not create" + (name.map { ": '\($0)'" } ?? ""),
      origin: .file(path),
      hint: "move them elsewhere; each run replaces the contents of this folder")
  }

  static func resultsMissing(_ folder: String) -> RenderError {
    RenderError(
      .resultsOutdated, "'\(folder)' has no results", origin: .file(folder),
      hint: "run 'wallfarm snapshot verify' first")
  }

  static func resultsOutdated(_ name: String, _ reason: String) -> RenderError {
    RenderError(
      .resultsOutdated, "the result of '\(name)' is out of date: \(reason)", origin: .job(name),
      hint: "run 'wallfarm snapshot verify' again")
  }
}
