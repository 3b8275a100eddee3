/// Parses a command line from left to right and descends into subcommands.
struct Parser {
  private let version: String
  private let width: Int
  private var scope: Scope
  private var remaining: ArraySlice<String>
  private var optionsHaveEnded = false
  private var values: [String: [String]] = [:]
  private var switches: [String: Bool] = [:]
  private var words: [String: [String]] = [:]
  private var wordCount = 0

  init(root: Command, arguments: [String], version: String, width: Int) {
    self.version = version
    self.width = width
    scope = Scope(root)
    remaining = arguments[...]
  }

  var help: Outcome { .help(HelpText(scope, width: width).description) }

  var isHelpAskedForLater: Bool {
    !optionsHaveEnded && remaining.prefix { $0 != "--" }.contains(where: Flag.help.names.contains)
  }

  mutating func outcome() throws(UsageError) -> Outcome {
    while let word = remaining.popFirst() {
      if let early = try take(word) { return early }
    }
    return scope.hasSubcommands ? try withoutSubcommand() : .run(try invocation())
  }

  private mutating func take(_ word: String) throws(UsageError) -> Outcome? {
    switch optionsHaveEnded ? .plain : Word(word) {
    case .terminator: optionsHaveEnded = true
    case .long(let name, let value): return try takeLong(name, value: value, typed: word)
    case .cluster(let letters):
      let isNumber = word.looksLikeNegativeNumber && scope.meaning(of: "\(word.prefix(2))") == nil
      return isNumber ? try takePlain(word) : try takeCluster(letters, typed: word)
    case .plain: return try takePlain(word)
    }
    return nil
  }
}

// MARK: - Options and flags

extension Parser {
  private mutating func takeLong(
    _ name: String, value: String?, typed: String
  ) throws(UsageError) -> Outcome? {
    switch scope.meaning(of: name) {
    case .option(let option): try store(value, for: option, typed: name)
    case .flag(let flag, let turnsOn):
      if value != nil { throw .unexpectedValue(of: flag, typed: name, in: typed, in: scope) }
      return turn(flag, turnsOn)
    case nil: throw .unknownOption(name, typed: typed, in: scope)
    }
    return nil
  }

  /// Parses a cluster of short flags such as `-abc`.
  ///
  /// If a letter is an option instead of a flag, its value is the rest of the word or, if nothing
  /// remains, the next word.
  private mutating func takeCluster(
    _ letters: Substring, typed: String
  ) throws(UsageError) -> Outcome? {
    var rest = letters
    while let letter = rest.popFirst() {
      let name = "-\(letter)"
      switch scope.meaning(of: name) {
      case .option(let option):
        let value = rest.first == "=" ? rest.dropFirst() : rest
        try store(rest.isEmpty ? nil : String(value), for: option, typed: name)
        return nil
      case .flag(let flag, let turnsOn):
        if rest.first == "=" {
          throw .unexpectedValue(of: flag, typed: name, in: typed, in: scope)
        }
        if let early = turn(flag, turnsOn) { return early }
      case nil: throw .unknownOption(name, typed: typed, in: scope)
      }
    }
    return nil
  }

  private mutating func store(
    _ attached: String?, for option: Option, typed: String
  ) throws(UsageError) {
    if values[option.long] != nil, !option.repeats {
      throw .repeatedOption(option, typed: typed, in: scope)
    }
    let value = if let attached { attached } else { try separateValue(for: option, typed: typed) }
    guard option.allowed.isEmpty || option.allowed.contains(value) else {
      throw .valueNotAllowed(
        value, for: .option(name: option.long, typed: typed), allowed: option.allowed, in: scope)
    }
    values[option.long, default: []].append(value)
  }

  private mutating func separateValue(
    for option: Option, typed: String
  ) throws(UsageError) -> String {
    guard let next = remaining.first, next.canFollowAnOption else {
      throw .missingValue(of: option, typed: typed, next: remaining.first, in: scope)
    }
    remaining.removeFirst()
    return next
  }

  private mutating func turn(_ flag: Flag, _ turnsOn: Bool) -> Outcome? {
    if flag == .help { return help }
    if flag == .version { return .version(version) }
    switches[flag.long] = turnsOn
    return nil
  }
}

// MARK: - Subcommands and operands

extension Parser {
  private mutating func takePlain(_ word: String) throws(UsageError) -> Outcome? {
    guard scope.hasSubcommands else {
      try store(word)
      return nil
    }
    if word == "help" { return try helpForRest() }
    scope = try entering(word)
    return nil
  }

  private func entering(_ word: String) throws(UsageError) -> Scope {
    guard let subscope = scope.subscope(word) else { throw .unknownSubcommand(word, in: scope) }
    return subscope
  }

  private mutating func helpForRest() throws(UsageError) -> Outcome {
    while let word = remaining.popFirst() {
      if word == "--" || Flag.help.names.contains(word) { continue }
      scope = try entering(word)
    }
    return help
  }

  private mutating func store(_ word: String) throws(UsageError) {
    guard let last = scope.operands.last, wordCount < scope.operands.count || last.repeats else {
      throw .unexpectedArgument(word, in: scope)
    }
    let operand = wordCount < scope.operands.count ? scope.operands[wordCount] : last
    guard operand.allowed.isEmpty || operand.allowed.contains(word) else {
      throw .valueNotAllowed(
        word, for: .argument(name: operand.name, typed: operand.placeholder),
        allowed: operand.allowed, in: scope)
    }
    words[operand.name, default: []].append(word)
    wordCount += 1
  }

  private mutating func withoutSubcommand() throws(UsageError) -> Outcome {
    if values.isEmpty, switches.isEmpty { return help }
    guard let name = scope.command.standard, let standard = scope.subscope(name) else {
      throw .missingSubcommand(in: scope)
    }
    scope = standard
    return .run(try invocation())
  }

  private func invocation() throws(UsageError) -> Invocation {
    for operand in scope.operands where operand.required && words[operand.name] == nil {
      throw .missingArgument(operand, in: scope)
    }
    return Invocation(path: scope.path, values: values, switches: switches, words: words)
  }
}

extension Command {
  /// Parses arguments, without the program name, with this command as the root.
  ///
  /// A request for help takes precedence over all errors except an unknown subcommand. Help is
  /// wrapped to `width` columns; `version` is returned unchanged.
  public func parse(
    _ arguments: [String], version: String, width: Int = 80
  ) throws(UsageError) -> Outcome {
    var parser = Parser(root: self, arguments: arguments, version: version, width: width)
    do throws(UsageError) {
      return try parser.outcome()
    } catch {
      guard parser.isHelpAskedForLater, error.code != "unknown-subcommand" else { throw error }
      return parser.help
    }
  }
}
