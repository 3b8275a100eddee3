/// A command line that was understood: which command, and what it was given.
///
/// Values are looked up by the declarations they were parsed with. Defaults of options are the
/// caller's to apply; defaults of flags are applied here.
public struct Invocation: Sendable {
  /// The words that selected the command, without the program's name: `["queue", "list"]`.
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
  /// The last value given for `option`; nil when there was none.
  public func value(of option: Option) -> String? { values[option.long]?.last }

  /// Every value given for `option`, in the order typed.
  public func values(of option: Option) -> [String] { values[option.long] ?? [] }

  /// Whether `flag` is on, after its default.
  public func isOn(_ flag: Flag) -> Bool { given(flag) ?? flag.defaultValue }

  /// What `flag` was set to by name; nil when it was not mentioned.
  public func given(_ flag: Flag) -> Bool? { switches[flag.long] }

  /// The last value given for the option of that long name; nil when there was none.
  public func text(named long: String) -> String? { values[long]?.last }

  /// What the flag of that long name was set to; nil when it was not mentioned.
  public func flag(named long: String) -> Bool? { switches[long] }

  /// The same call with values for options and flags that it does not mention, by their long names.
  ///
  /// What a command line says comes first; it is not looked at whether a value is allowed.
  public func filled(values more: [String: [String]], flags: [String: Bool]) -> Invocation {
    Invocation(
      path: path, values: values.merging(more) { said, _ in said },
      switches: switches.merging(flags) { said, _ in said }, words: words)
  }

  /// The words in the place of `operand`: at most one unless it repeats.
  public func operands(_ operand: Operand) -> [String] { words[operand.name] ?? [] }
}
