/// A command-line usage error, with a hint for the user.
public struct UsageError: Error, Sendable, Equatable {
  /// The stable identifier for scripts, such as `unknown-option`; the message may change.
  public let code: String
  /// The problem, with the invalid word in quotes.
  public let message: String
  /// The option or argument that caused the error.
  public let origin: Origin
  /// A suggestion, or `nil`.
  public let hint: String?
  /// The usage line, such as `wallfarm render [<options>]`.
  public let usage: String
  /// The command whose `--help` is suggested, such as `wallfarm render`.
  let command: String
}

extension UsageError {
  /// The location of an error on the command line.
  public enum Origin: Sendable, Hashable {
    /// An option or flag: its name without dashes, and its spelling on the command line.
    ///
    /// The name is the long name or, if the option is unknown, the name as typed.
    case option(name: String, typed: String)
    /// An operand or subcommand: its name, and either the typed word or the placeholder.
    ///
    /// The placeholder is used if the word is missing or is not an allowed value.
    case argument(name: String, typed: String)

    /// The text as typed on the command line, or the placeholder of an operand.
    public var typed: String {
      switch self {
      case .option(_, let typed), .argument(_, let typed): typed
      }
    }
  }
}

extension UsageError: CustomStringConvertible {
  /// The text for standard error.
  public var description: String { description { $0 } }

  /// Returns the text, passing each part through `show`, which keeps user input on one line.
  public func description(showing show: (String) -> String) -> String {
    var lines = ["error[\(code)]: \(show(message))", "  in: \(show(origin.typed))"]
    if let hint { lines.append("  hint: \(show(hint))") }
    lines.append("Usage: \(usage)")
    lines.append("  See '\(command) --help' for more information.")
    return lines.joined(separator: "\n")
  }
}
