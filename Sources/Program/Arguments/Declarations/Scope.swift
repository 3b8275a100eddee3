/// A command in the command tree, with its own and inherited arguments.
struct Scope {
  /// The meaning of a spelling such as `--color` or `-c`.
  enum Switch {
    case option(Option)
    case flag(Flag, turnsOn: Bool)
  }

  let command: Command
  /// The commands from the root to this command.
  let chain: [Command]
  /// Options and flags: the command's own, then inherited ones that are not shadowed, then built-in
  /// ones.
  let settings: [Declaration]
  private let switches: [String: Switch]

  init(_ command: Command, below parents: [Command] = []) {
    self.command = command
    chain = parents + [command]
    settings = Self.settings(of: chain)
    switches = Self.switches(for: settings)
  }

  /// The command names without the program name.
  var path: [String] { chain.dropFirst().map(\.name) }
  /// The full name, such as `wallfarm queue list`.
  var name: String { chain.map(\.name).joined(separator: " ") }
  var isRoot: Bool { chain.count == 1 }
  var hasSubcommands: Bool { !command.subcommands.isEmpty }
  var operands: [Operand] { command.operands }
  var options: [Option] {
    settings.compactMap { if case .option(let option) = $0 { option } else { nil } }
  }
  /// All long names without dashes.
  var longNames: [String] {
    settings.flatMap(\.names).filter { $0.hasPrefix("--") }.map { String($0.dropFirst(2)) }
  }
}

extension Scope {
  /// Returns the option or flag with the given spelling, or `nil`.
  func meaning(of spelling: String) -> Switch? { switches[spelling] }

  /// Returns the scope of a subcommand by name or alias.
  func subscope(_ word: String) -> Scope? {
    command.subcommands.first { $0.name == word || $0.aliases.contains(word) }
      .map { Scope($0, below: chain) }
  }

  /// Returns the scope at a path, or `nil` if a word of the path is not a subcommand.
  func descendant(at path: [String]) -> Scope? {
    path.reduce(self as Scope?) { scope, word in scope?.subscope(word) }
  }

  /// This command and all listed commands below it, in preorder.
  var tree: [Scope] {
    [self] + command.listed.flatMap { Scope($0, below: chain).tree }
  }

  private static func settings(of chain: [Command]) -> [Declaration] {
    var taken: Set<String> = []
    var settings: [Declaration] = []
    let builtIn: [Declaration] = (chain.count == 1 ? [.flag(.version)] : []) + [.flag(.help)]
    for declaration in chain.reversed().flatMap(\.accepts) + builtIn {
      let names = declaration.names
      guard !names.isEmpty, taken.isDisjoint(with: names) else { continue }
      taken.formUnion(names + declaration.aliases)
      settings.append(declaration)
    }
    return settings
  }

  private static func switches(for settings: [Declaration]) -> [String: Switch] {
    var switches: [String: Switch] = [:]
    for setting in settings {
      switch setting {
      case .option(let option):
        for name in option.names + option.aliases { switches[name] = .option(option) }
      case .flag(let flag):
        for name in flag.onNames { switches[name] = .flag(flag, turnsOn: true) }
        for name in flag.offNames { switches[name] = .flag(flag, turnsOn: false) }
      case .operand: break
      }
    }
    return switches
  }
}
