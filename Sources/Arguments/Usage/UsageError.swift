/// A command line that cannot be understood, with what a person needs to put it right.
public struct UsageError: Error, Sendable, Equatable {
  /// The status a program exits with after printing one: `EX_USAGE` of `sysexits.h`.
  public static let exitCode: Int32 = 64

  /// Stable identifier, such as `unknown-option`; scripts match on this, never on the message.
  public let code: String
  /// What is wrong, with the offending word in quotes.
  public let message: String
  /// The option or argument as typed, or the placeholder of one that was not.
  public let origin: String
  /// The next thing to try.
  public let hint: String?
  /// How the command is called: `wallfarm render [<options>]`.
  public let usage: String
  /// The command whose help explains more: `wallfarm render`.
  let command: String
}

extension UsageError: CustomStringConvertible {
  /// What a program prints on standard error before it exits.
  public var description: String { description { $0 } }

  /// The same with what was typed as `show` writes it, so that it stays on its line.
  public func description(showing show: (String) -> String) -> String {
    var lines = ["error[\(code)]: \(show(message))", "  in: \(show(origin))"]
    if let hint { lines.append("  hint: \(show(hint))") }
    lines.append("Usage: \(usage)")
    lines.append("  See '\(command) --help' for more information.")
    return lines.joined(separator: "\n")
  }
}
