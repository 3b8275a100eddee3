import Arguments
import Testing
import wallfarm

/// Parses command lines in process, for tests of the parser and of help.
extension CommandTree {
  /// The help that a command line requests.
  static func help(_ words: [String]) throws -> String {
    let outcome = try root.parse(words, version: "")
    guard case .help(let text) = outcome else {
      Issue.record("\(words) asks for no help")
      return ""
    }
    return text
  }

  /// The error of an invalid command line, or `nil` if it can be parsed.
  static func usageError(_ words: [String]) -> UsageError? {
    do throws(UsageError) {
      _ = try root.parse(words, version: "")
      return nil
    } catch {
      return error
    }
  }
}
