import Diagnostics

/// Creates usage errors, with one function for each kind of error.
extension UsageError {
  static func unknownOption(_ name: String, typed: String, in scope: Scope) -> UsageError {
    let isOneOfSeveral = !name.hasPrefix("--") && name != typed
    return UsageError(
      "unknown-option", "unknown option '\(name)'" + (isOneOfSeveral ? " in '\(typed)'" : ""),
      origin: .option(
        name: String(name.drop { $0 == "-" }), typed: name.hasPrefix("--") ? name : typed),
      hint: didYouMean(meantOption(name, typed: typed, in: scope)), in: scope)
  }

  static func missingValue(
    of option: Option, typed: String, next: String?, in scope: Scope
  ) -> UsageError {
    let equals = typed.hasPrefix("--") ? "=" : ""
    let hint =
      next.map { "if '\($0)' is the value, write '\(typed)\(equals)\($0)'" }
      ?? (option.allowed.isEmpty ? nil : oneOf(option.allowed))
      // An unquoted '#' starts a comment in the shell, so the color never reaches the program.
      ?? (option.valueName == "color" ? "quote a '#' in the shell: '#1c1c1e'" : nil)
    return UsageError(
      "missing-value", "missing value for '\(typed) \(option.placeholder)'",
      origin: .option(name: option.long, typed: typed), hint: hint, in: scope)
  }

  static func unexpectedValue(
    of flag: Flag, typed name: String, in word: String, in scope: Scope
  ) -> UsageError {
    let opposite = flag.offNames.first.map { " or '\($0)'" } ?? ""
    return UsageError(
      "unexpected-value", "'\(name)' is a flag and takes no value",
      origin: .option(name: flag.long, typed: word), hint: "write '--\(flag.long)'\(opposite)",
      in: scope)
  }

  static func repeatedOption(
    _ option: Option, typed: String, in scope: Scope
  ) -> UsageError {
    UsageError(
      "repeated-option", "'\(typed)' is specified more than once",
      origin: .option(name: option.long, typed: typed), hint: "use the option only once", in: scope)
  }

  static func valueNotAllowed(
    _ value: String, for origin: Origin, allowed: [String], in scope: Scope
  ) -> UsageError {
    let meant = didYouMean(closestSpelling(to: value, among: allowed))
    return UsageError(
      "value-not-allowed", "'\(value)' is not a valid value for '\(origin.typed)'", origin: origin,
      hint: meant.map { "\($0) (\(oneOf(allowed)))" } ?? oneOf(allowed), in: scope)
  }

  static func unexpectedArgument(_ word: String, in scope: Scope) -> UsageError {
    let option = scope.meaning(of: "--\(word)") == nil ? nil : "--\(word)"
    return UsageError(
      "unexpected-argument", "unexpected argument '\(word)'",
      origin: .argument(name: word, typed: word),
      hint: didYouMean(option) ?? scope.command.wordHint?(word), in: scope)
  }

  static func missingArgument(_ operand: Operand, in scope: Scope) -> UsageError {
    UsageError(
      "missing-argument", "missing argument '\(operand.placeholder)'",
      origin: .argument(name: operand.name, typed: operand.placeholder),
      hint: operand.allowed.isEmpty
        ? "\(operand.placeholder): \(operand.summary)" : oneOf(operand.allowed), in: scope)
  }

  static func missingSubcommand(in scope: Scope) -> UsageError {
    UsageError(
      "missing-argument", "missing argument '<subcommand>'",
      origin: .argument(name: "subcommand", typed: "<subcommand>"),
      hint: oneOf(scope.command.listed.map(\.name)), in: scope)
  }

  static func unknownSubcommand(_ word: String, in scope: Scope) -> UsageError {
    let known = scope.command.listed.flatMap { [$0.name] + $0.aliases } + ["help"]
    let below = scope.tree.filter { $0.path.count > scope.path.count + 1 && $0.path.last == word }
      .map { "'" + $0.path.dropFirst(scope.path.count).joined(separator: " ") + "'" }
    let hint =
      below.isEmpty
      ? didYouMean(closestSpelling(to: word, among: known))
      : "did you mean \(below.joined(separator: " or "))?"
    return UsageError(
      "unknown-subcommand", "unknown subcommand '\(word)'",
      origin: .argument(name: "subcommand", typed: word), hint: hint, in: scope)
  }
}

extension UsageError {
  private init(
    _ code: String, _ message: String, origin: Origin, hint: String?, in scope: Scope
  ) {
    self.init(
      code: code, message: message, origin: origin, hint: hint, usage: scope.usage,
      command: scope.name)
  }

  private static func didYouMean(_ word: String?) -> String? {
    word.map { "did you mean '\($0)'?" }
  }

  private static func oneOf(_ words: [String]) -> String {
    "one of: \(words.joined(separator: ", "))"
  }

  /// Returns the option that the user most likely meant, or `nil` if no option is similar.
  ///
  /// The candidates, in order, are an option with the same name in a subcommand; for a single
  /// letter, the same letter in the other case; and otherwise, the option with the closest
  /// spelling.
  private static func meantOption(_ name: String, typed: String, in scope: Scope) -> String? {
    let below = scope.tree.dropFirst().first { $0.meaning(of: name) != nil }
    if let below { return "\(below.name) \(name)" }
    let letters = String((name.hasPrefix("--") ? name : typed).drop { $0 == "-" })
    if letters.count == 1 {
      return ["-\(letters.lowercased())", "-\(letters.uppercased())", "--\(letters)"]
        .first { scope.meaning(of: $0) != nil }
    }
    return closestSpelling(to: letters, among: scope.longNames).map { "--\($0)" }
  }
}
