/// The declaration of an argument, used by the parser, help, completions and the manual.
public enum Declaration: Sendable, Hashable {
  /// A named argument with a value.
  case option(Option)
  /// A named argument that is on or off.
  case flag(Flag)
  /// A positional argument.
  case operand(Operand)
}

extension Declaration {
  /// The name without dashes.
  public var long: String {
    switch self {
    case .option(let option): option.long
    case .flag(let flag): flag.long
    case .operand(let operand): operand.name
    }
  }

  /// The spellings with dashes, starting with the short one; empty for an operand.
  var names: [String] {
    switch self {
    case .option(let option): option.names
    case .flag(let flag): flag.names
    case .operand: []
    }
  }

  /// Spellings that are accepted but not shown.
  var aliases: [String] {
    switch self {
    case .option(let option): option.aliases
    case .flag, .operand: []
    }
  }

  /// The left column of help, such as `-o, --output <path>`.
  var label: String {
    switch self {
    case .option(let option): option.names.joined(separator: ", ") + " " + option.placeholder
    case .flag(let flag):
      ([flag.onNames.joined(separator: ", ")] + flag.offNames).joined(separator: "/")
    case .operand(let operand): operand.placeholder
    }
  }

  var summary: String {
    switch self {
    case .option(let option): option.summary
    case .flag(let flag): flag.summary
    case .operand(let operand): operand.summary
    }
  }

  /// The details that help shows in parentheses, such as `repeats`, `values: png, jpeg` and
  /// `default: png`.
  var facts: [String] {
    switch self {
    case .option(let option):
      (option.repeats ? ["repeats"] : []) + valuesFact(option.allowed)
        + (option.defaultText.map { ["default: \($0)"] } ?? [])
    case .flag(let flag):
      flag.invertible ? ["default: --\(flag.defaultValue ? "" : "no-")\(flag.long)"] : []
    case .operand(let operand): valuesFact(operand.allowed)
    }
  }

  private func valuesFact(_ allowed: [String]) -> [String] {
    allowed.isEmpty ? [] : ["values: " + allowed.joined(separator: ", ")]
  }
}
