import Arguments
import Testing
import wallfarm

/// Parses command lines in the test process, for tests of the parser and of the help.
extension CommandTree {
  /// Returns the help text that a command line requests.
  static func help(_ words: [String]) throws -> String {
    let outcome = try root.parse(words, version: "")
    guard case .help(let text) = outcome else {
      Issue.record("\(words) asks for no help")
      return ""
    }
    return text
  }

  /// Returns the error in a command line, or `nil` if the command line is valid.
  static func usageError(_ words: [String]) -> UsageError? {
    do throws(UsageError) {
      _ = try root.parse(words, version: "")
      return nil
    } catch {
      return error
    }
  }
}
