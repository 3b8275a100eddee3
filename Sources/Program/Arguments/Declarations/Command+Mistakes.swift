extension Command {
  /// The mistakes in the declarations of the command and its subcommands, one sentence each.
  ///
  /// A program should check this list in its tests instead of at every start.
  public var mistakes: [String] {
    nameMistakes + operandMistakes + subcommands.flatMap(\.mistakes)
  }

  private var nameMistakes: [String] {
    var mistakes = isValidName(name) ? [] : ["a command cannot be named '\(name)'"]
    let spellings = Flag.help.names + accepts.flatMap { $0.names + $0.aliases }
    mistakes += spellings.repeated.map { "'\(name)' declares '\($0)' twice" }
    let verbs = ["help"] + subcommands.flatMap { [$0.name] + $0.aliases }
    mistakes += verbs.repeated.map { "'\(name)' has two subcommands named '\($0)'" }
    if let standard, !subcommands.contains(where: { $0.name == standard && $0.subcommands.isEmpty })
    {
      mistakes.append("'\(name)' has no runnable subcommand '\(standard)'")
    }
    return mistakes
  }

  private var operandMistakes: [String] {
    var mistakes: [String] = []
    if !operands.isEmpty && !subcommands.isEmpty {
      mistakes.append("'\(name)' has both operands and subcommands")
    }
    mistakes += operands.map(\.name).repeated.map { "'\(name)' has two operands named '\($0)'" }
    for (operand, next) in zip(operands, operands.dropFirst()) {
      if operand.repeats {
        mistakes.append("an operand after the repeating operand '\(operand.name)' is unreachable")
      }
      if !operand.required && next.required {
        mistakes.append("the required operand '\(next.name)' follows an optional operand")
      }
    }
    return mistakes
  }
}

extension [String] {
  /// The elements that equal an earlier element.
  fileprivate var repeated: [String] {
    var seen: Set<String> = []
    return filter { !seen.insert($0).inserted }
  }
}
