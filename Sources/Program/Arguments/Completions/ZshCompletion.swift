/// Generates the zsh script: one function per command, which calls `_arguments`.
struct ZshCompletion {
  private let root: Scope
  private let function: String

  init(_ root: Scope) {
    self.root = root
    function = "_" + root.command.name.asShellIdentifier
  }

  var script: String {
    """
    #compdef \(root.command.name)
    # zsh completion for \(root.name); generated from its own declarations; do not edit

    \(root.tree.map(functionText).joined(separator: "\n\n"))

    # Offers the output of a command; after a comma, the lines that the list does not contain yet.
    \(function)_lines() {
      local -a candidates chosen
      candidates=(${(f)"$(_call_program candidates "$1" 2>/dev/null)"})
      if compset -P '*,'; then
        chosen=(${(s:,:)IPREFIX##*=})
        candidates=(${candidates:|chosen})
      fi
      # A typed comma replaces the space after a candidate.
      compadd -S ' ' -r ',' -a candidates
    }

    # An autoloaded file is the function itself; a sourced file only registers it.
    if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
      \(function) "$@"
    else
      compdef \(function) \(root.command.name)
    fi
    """
  }

  private func name(of scope: Scope) -> String {
    ([function] + scope.path.map(\.asShellIdentifier)).joined(separator: "__")
  }

  private func functionText(_ scope: Scope) -> String {
    scope.hasSubcommands ? branchText(scope) : leafText(scope)
  }

  private func leafText(_ scope: Scope) -> String {
    let specs = scope.settings.map { spec(for: $0, in: scope) } + scope.operands.map(spec)
    return """
      \(name(of: scope))() {
        _arguments -s -S : \\
          \(specs.joined(separator: " \\\n    "))
      }
      """
  }

  private func branchText(_ scope: Scope) -> String {
    let specs = scope.settings.map { spec(for: $0, in: scope) }
    let verbs =
      scope.command.listed.map { ($0.name, $0.summary) }
      + (scope.hasHelpVerb ? [("help", "Show the help of a subcommand.")] : [])
    let calls = scope.command.listed.map { verb in
      "        \(verb.name)) \(name(of: Scope(verb, below: scope.chain))) && ret=0 ;;"
    }
    return """
      \(name(of: scope))() {
        local curcontext="$curcontext" state state_descr line
        local -i ret=1
        local -A opt_args
        local -a subcommands=(
          \(verbs.map { "\($0.escaping(":")):\($1)".quotedForShell }.joined(separator: "\n    "))
        )
        _arguments -s -S -C -A '-*' : \\
          \(specs.joined(separator: " \\\n    ")) \\
          '1: :->subcommand' '*:: :->rest' && ret=0
        case $state in
          subcommand) _describe -t subcommands subcommand subcommands && ret=0 ;;
          rest)
            case $words[1] in
      \(calls.joined(separator: "\n"))
              help) \(name(of: scope)) && ret=0 ;;
            esac
            ;;
        esac
        return ret
      }
      """
  }
}

// MARK: - Specifications for _arguments

extension ZshCompletion {
  private func spec(for setting: Declaration, in scope: Scope) -> String {
    switch setting {
    case .option(let option):
      let names = option.names.map { $0 + ($0.hasPrefix("--") ? "=" : "+") }
      return spec(
        names, repeats: option.repeats, excluding: option.names, explanation: option.summary,
        value: ":" + message(option.valueName) + ":" + action(for: option.completion))
    case .flag(let flag):
      return spec(
        flag.names, repeats: false, excluding: flag.names, explanation: flag.summary, value: "")
    case .operand(let operand): return spec(operand)
    }
  }

  private func spec(
    _ names: [String], repeats: Bool, excluding others: [String], explanation: String, value: String
  ) -> String {
    let rest = "[\(explanation.escaping("\\[]:"))]\(value)".quotedForShell
    let before = (repeats ? "*" : "(\(others.joined(separator: " ")))").quotedForShell
    let alternatives = names.count == 1 ? names[0] : "{\(names.joined(separator: ","))}"
    return before + alternatives + rest
  }

  private func spec(_ operand: Operand) -> String {
    let place = operand.repeats ? "*" : operand.required ? "" : ":"
    return "\(place):\(message(operand.name)):\(action(for: operand.completion))".quotedForShell
  }

  private func message(_ text: String) -> String { text.escaping("\\:") }

  private func action(for completion: Completion) -> String {
    switch completion {
    case .none: " "
    case .files(let extensions):
      extensions.isEmpty
        ? "_files" : "_files -g \"*.(#i)(\(extensions.joined(separator: "|")))(-.)\""
    case .directories: "_files -/"
    case .values(let values):
      "(" + values.map { $0.escaping("\\:() \"'$`;&|<>*?[]#~=") }.joined(separator: " ") + ")"
    case .shellCommand(let command):
      "{\(function)_lines \(command.quotedForShell.escaping("\\:"))}"
    }
  }
}

extension Command {
  /// Returns a completion script for zsh, to be installed as `_<name>` in a folder of `$fpath`.
  public func zshCompletion() -> String { ZshCompletion(Scope(self)).script }
}
