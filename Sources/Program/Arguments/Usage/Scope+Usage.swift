extension Scope {
  /// The usage line, such as `wallfarm render [<options>] <file> ...`.
  var usage: String { ([name] + usageParts).joined(separator: " ") }

  /// The parts of the usage line after the command name: `[<options>]`, `<subcommand>`, operands.
  var usageParts: [String] {
    let acceptsOptions = chain.contains { $0.accepts.contains { !$0.names.isEmpty } }
    let subcommand = command.standard == nil ? "<subcommand>" : "[<subcommand>]"
    return (acceptsOptions ? ["[<options>]"] : []) + (hasSubcommands ? [subcommand] : [])
      + operands.map(\.usage)
  }
}

extension Operand {
  /// The usage of the operand: `<file>`, `<file> ...`, `[<file>]` or `[<file> ...]`.
  var usage: String {
    let values = placeholder + (repeats ? " ..." : "")
    return required ? values : "[\(values)]"
  }
}
