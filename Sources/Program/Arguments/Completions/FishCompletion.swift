/// Generates the fish script: functions that locate the cursor, and one `complete` line per
/// candidate.
struct FishCompletion {
  private let root: Scope
  private let function: String

  init(_ root: Scope) {
    self.root = root
    function = "__" + root.command.name.asShellIdentifier
  }

  var script: String {
    """
    # fish completion for \(root.name); generated from its own declarations; do not edit

    # The subcommands of the command $argv[1].
    function \(function)_subcommands
        switch $argv[1]
    \(root.tree.compactMap(subcommandsCase).joined(separator: "\n"))
        end
    end

    # The options of the command $argv[1] that take a value.
    function \(function)_takes
        switch $argv[1]
    \(root.tree.compactMap(takesCase).joined(separator: "\n"))
        end
    end

    \(fishEngine(function: function, root: root.name.quotedForFish))
    complete -c \(root.command.name) -f
    \(root.tree.flatMap(lines).joined(separator: "\n"))
    """
  }

  private func subcommandsCase(_ scope: Scope) -> String? {
    switchCase(scope, scope.command.listed.map(\.name))
  }

  private func takesCase(_ scope: Scope) -> String? {
    switchCase(scope, scope.options.flatMap(\.names))
  }

  private func switchCase(_ scope: Scope, _ words: [String]) -> String? {
    guard !words.isEmpty else { return nil }
    return """
              case \(scope.name.quotedForFish)
                  printf '%s\\n' \(words.joined(separator: " "))
      """
  }
}

// MARK: - Lines that call the command `complete`

extension FishCompletion {
  private func lines(_ scope: Scope) -> [String] {
    let verbs =
      scope.command.listed.map { ($0.name, $0.summary) }
      + (scope.hasHelpVerb ? [("help", "Show the help of a subcommand.")] : [])
    return verbs.map { line(scope, "-a \($0)", $1) } + scope.settings.flatMap { lines(scope, $0) }
      + scope.operands.enumerated().flatMap { lines(scope, $1, number: $0 + 1) }
  }

  private func lines(_ scope: Scope, _ setting: Declaration) -> [String] {
    switch setting {
    case .option(let option):
      let short = option.short.map { "-s \($0) " } ?? ""
      return [
        line(scope, "\(short)-l \(option.long) \(action(for: option.completion))", option.summary)
      ]
    case .flag(let flag):
      let short = flag.short.map { "-s \($0) " } ?? ""
      let off = flag.invertible ? [line(scope, "-l no-\(flag.long)", flag.summary)] : []
      return [line(scope, "\(short)-l \(flag.long)", flag.summary)] + off
    case .operand: return []
    }
  }

  private func lines(_ scope: Scope, _ operand: Operand, number: Int) -> [String] {
    guard operand.completion != .none else { return [] }
    let place = "\(number)\(operand.repeats ? "+" : "")"
    let action = action(for: operand.completion, isOption: false)
    return [line(scope, action, operand.summary, operand: place)]
  }

  private func line(
    _ scope: Scope, _ action: String, _ summary: String, operand: String? = nil
  ) -> String {
    let place = scope.name.quotedForShell + (operand.map { " \($0)" } ?? "")
    let condition = "\(function)_at \(place)".quotedForFish
    return "complete -c \(root.command.name) -n \(condition) \(action) -d \(summary.quotedForFish)"
  }

  private func action(for completion: Completion, isOption: Bool = true) -> String {
    let takesValue = isOption ? "-x " : ""
    switch completion {
    case .none: return "-x"
    case .files(let extensions) where extensions.isEmpty: return isOption ? "-r -F" : "-F"
    case .files(let extensions):
      let words = extensions.map { $0.lowercased().quotedForFish }.joined(separator: " ")
      return takesValue + "-a " + "(\(function)_files \(words))".quotedForFish
    case .directories: return takesValue + "-a '(\(function)_files /)'"
    case .values(let values):
      let words = values.map(\.quotedForFish).joined(separator: " ")
      return takesValue + "-a \(words.quotedForFish)"
    case .shellCommand(let command):
      return takesValue + "-a " + "(\(function)_list \(command.quotedForFish))".quotedForFish
    }
  }
}

extension Command {
  /// Returns a completion script for fish, to be installed as `<name>.fish`.
  public func fishCompletion() -> String { FishCompletion(Scope(self)).script }
}
