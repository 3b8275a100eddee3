extension Scope {
  /// How the command is called, options summed up: `wallfarm render [<options>] <file> ...`.
  var usage: String { ([name] + usageParts).joined(separator: " ") }

  /// What follows the name: `[<options>]`, `<subcommand>`, the operands.
  var usageParts: [String] {
    let acceptsOptions = chain.contains { $0.accepts.contains { !$0.names.isEmpty } }
    let subcommand = command.standard == nil ? "<subcommand>" : "[<subcommand>]"
    return (acceptsOptions ? ["[<options>]"] : []) + (hasSubcommands ? [subcommand] : [])
      + operands.map(\.usage)
  }
}

extension Operand {
  /// `<file>`, `<file> ...`, `[<file>]` or `[<file> ...]`.
  var usage: String {
    let values = placeholder + (repeats ? " ..." : "")
    return required ? values : "[\(values)]"
  }
}
