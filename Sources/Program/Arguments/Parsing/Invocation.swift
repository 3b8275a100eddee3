/// A parsed command line: the selected command and its arguments.
///
/// Values are looked up by declaration. The caller applies option defaults; this type applies flag
/// defaults.
public struct Invocation: Sendable {
  /// The command path without the program name, such as `["queue", "list"]`.
  public let path: [String]

  private let values: [String: [String]]
  private let switches: [String: Bool]
  private let words: [String: [String]]

  init(
    path: [String], values: [String: [String]], switches: [String: Bool],
    words: [String: [String]]
  ) {
    self.path = path
    self.values = values
    self.switches = switches
    self.words = words
  }
}

extension Invocation {
  /// Returns the last value of an option, or `nil` if it is absent.
  public func value(of option: Option) -> String? { values[option.long]?.last }

  /// Returns all values of an option in order.
  public func values(of option: Option) -> [String] { values[option.long] ?? [] }

  /// Returns whether a flag is on, with its default applied.
  public func isOn(_ flag: Flag) -> Bool { given(flag) ?? flag.defaultValue }

  /// Returns the explicit value of a flag, or `nil` if it is absent.
  public func given(_ flag: Flag) -> Bool? { switches[flag.long] }

  /// Returns the last value of the option with the given long name, or `nil` if it is absent.
  public func text(named long: String) -> String? { values[long]?.last }

  /// Returns all values of the option with the given long name, in order.
  public func texts(named long: String) -> [String] { values[long] ?? [] }

  /// Returns the explicit value of the flag with the given long name, or `nil` if it is absent.
  public func flag(named long: String) -> Bool? { switches[long] }

  /// Returns a copy in which absent options and flags have the given values, which are keyed by
  /// long name.
  ///
  /// Values on the command line take precedence. The method does not check whether the given values
  /// are allowed.
  public func filled(values more: [String: [String]], flags: [String: Bool]) -> Invocation {
    Invocation(
      path: path, values: values.merging(more) { said, _ in said },
      switches: switches.merging(flags) { said, _ in said }, words: words)
  }

  /// Returns the words of an operand: at most one unless the operand repeats.
  public func operands(_ operand: Operand) -> [String] { words[operand.name] ?? [] }
}
