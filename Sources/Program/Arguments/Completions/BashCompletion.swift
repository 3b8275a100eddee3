/// Generates the bash script: a table of each command's arguments and the engine that reads the
/// table.
struct BashCompletion {
  private let root: Scope
  private let function: String

  init(_ root: Scope) {
    self.root = root
    function = "_" + root.command.name.asShellIdentifier
  }

  var script: String {
    """
    # bash completion for \(root.name); generated from its own declarations; do not edit

    # Loads the subcommands and options of the command at $path.
    \(function)_load() {
      subcommands=() options=() takes='' repeating=0
      case $path in
    \(root.tree.map(tableEntry).joined(separator: "\n"))
      esac
    }

    # Completes the value of option $1, or of operand number $1, after the typed prefix $2.
    \(function)_value() {
      prefix=$2
      case "$path $1" in
    \(root.tree.flatMap(valueEntries).joined(separator: "\n"))
      esac
    }

    \(bashEngine(function: function, root: root.name.quotedForShell))
    complete -F \(function) \(root.command.name)
    """
  }

  private func tableEntry(_ scope: Scope) -> String {
    let repeating = (scope.operands.firstIndex { $0.repeats } ?? -1) + 1
    let verbs = scope.command.listed.map(\.name) + (scope.hasHelpVerb ? ["help"] : [])
    return """
          \(scope.name.quotedForShell))
            subcommands=(\(verbs.joined(separator: " ")))
            options=(\(scope.settings.flatMap(\.names).joined(separator: " ")))
            takes=' \(scope.options.flatMap(\.names).joined(separator: " ")) '
            repeating=\(repeating)
            ;;
      """
  }

  private func valueEntries(_ scope: Scope) -> [String] {
    let options = scope.options.compactMap { valueEntry($0.names, $0.completion, in: scope) }
    let operands = scope.operands.enumerated().compactMap { index, operand in
      valueEntry(["\(index + 1)"], operand.completion, in: scope)
    }
    return options + operands
  }

  private func valueEntry(_ names: [String], _ completion: Completion, in scope: Scope) -> String? {
    guard let action = action(for: completion) else { return nil }
    let patterns = names.map { "\(scope.name) \($0)".quotedForShell }.joined(separator: " | ")
    return "    \(patterns)) \(action) ;;"
  }

  private func action(for completion: Completion) -> String? {
    switch completion {
    case .none: nil
    case .files(let extensions):
      (["\(function)_files"] + extensions.map { $0.lowercased().quotedForShell })
        .joined(separator: " ")
    case .directories: "\(function)_files /"
    case .values(let values):
      (["\(function)_words"] + values.map(\.quotedForShell)).joined(separator: " ")
    case .shellCommand(let command): "\(function)_list \"$(\(command) 2>/dev/null)\""
    }
  }
}

extension Scope {
  /// Whether completions include `help <subcommand>`.
  ///
  /// The parser accepts it at every level, but only the root command lists it.
  var hasHelpVerb: Bool { isRoot && hasSubcommands }
}

extension Command {
  /// Returns a completion script for bash 4 or newer, to be loaded with `source`.
  public func bashCompletion() -> String { BashCompletion(Scope(self)).script }
}
