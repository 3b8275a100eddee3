/// One thing a command accepts; parsing, help, completions and the manual all read it.
public enum Declaration: Sendable, Hashable {
  /// A named setting with a value.
  case option(Option)
  /// A named setting that is on or off.
  case flag(Flag)
  /// A value known by its place.
  case operand(Operand)
}

extension Declaration {
  /// The name after two dashes; that of its place for an operand.
  public var long: String {
    switch self {
    case .option(let option): option.long
    case .flag(let flag): flag.long
    case .operand(let operand): operand.name
    }
  }

  /// Every spelling that selects it, short one first; none for an operand.
  var names: [String] {
    switch self {
    case .option(let option): option.names
    case .flag(let flag): flag.names
    case .operand: []
    }
  }

  /// Spellings that select it and are shown nowhere.
  var aliases: [String] {
    switch self {
    case .option(let option): option.aliases
    case .flag, .operand: []
    }
  }

  /// How it stands in the left column of help: `-o, --output <path>`.
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

  /// What help adds in brackets: `repeats`, `values: png, jpeg`, `default: png`.
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
