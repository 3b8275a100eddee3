internal import SourceJSON
import Spelling
import WallfarmPluginKit

// The sentences of this module.

extension RenderError {
  static func invalidSuite(
    _ message: String, origin: String,
    hint: String? =
      #"write {"snapshots": [{"template": "lock", "devices": "all", "notes": ["Buy milk"]}]}"#
  ) -> RenderError {
    RenderError(.invalidSnapshots, message, origin: origin, hint: hint)
  }

  static func referenceBroken(_ what: String, _ path: String) -> RenderError {
    RenderError(
      .referenceBroken, what, origin: path,
      hint: "record it again: 'wallfarm snapshot record', or take the file from version control")
  }

  static func unknownSnapshot(_ name: String, known: [String]) -> RenderError {
    RenderError(
      .unknownSnapshot, "no snapshot waits for approval under the name '\(name)'", origin: name,
      hint: closestSpelling(to: name, among: known).map { "did you mean '\($0)'?" }
        ?? "'wallfarm snapshot report' shows all; a * stands for any letters")
  }

  static func unknownPicture(_ name: String, known: [String]) -> RenderError {
    RenderError(
      .unknownSnapshot, "the suite has no picture '\(name)'", origin: "--only",
      hint: closestSpelling(to: name, among: known).map { "did you mean '\($0)'?" }
        ?? "names are like lock/iphone15; a * stands for any letters")
  }

  static func unknownGroup(_ text: String, count: Int) -> RenderError {
    RenderError(
      .unknownSnapshot, "there is no group '\(text)'", origin: "--group",
      hint: count == 0
        ? "nothing changed when this suite was last verified"
        : "groups have numbers from 1 to \(count)")
  }

  static func resultsMissing(_ folder: String) -> RenderError {
    RenderError(
      .resultsOutdated, "'\(folder)' has no results", origin: folder,
      hint: "compare first: 'wallfarm snapshot verify'")
  }

  static func resultsOutdated(_ name: String, _ reason: String) -> RenderError {
    RenderError(
      .resultsOutdated, "the result of '\(name)' is out of date: \(reason)", origin: name,
      hint: "compare again: 'wallfarm snapshot verify'")
  }
}
