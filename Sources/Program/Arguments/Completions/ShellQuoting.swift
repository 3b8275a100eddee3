extension String {
  /// The text quoted as a single word for bash and zsh.
  var quotedForShell: String { "'" + spelling(["'": #"'\''"#]) + "'" }

  /// The text quoted as a single word for fish, where backslashes in quotes must be escaped.
  var quotedForFish: String { "'" + escaping(#"\'"#) + "'" }

  /// The text as a function name that is valid in every shell: `my-tool` becomes `my_tool`.
  var asShellIdentifier: String {
    String(map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  /// Returns the text with a backslash before each of the given characters.
  func escaping(_ characters: String) -> String {
    map { characters.contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  /// Returns the text with the given characters replaced.
  ///
  /// Avoids `replacing(_:with:)`, which would link the regular expression library.
  func spelling(_ replacements: [Character: String]) -> String {
    map { replacements[$0] ?? String($0) }.joined()
  }
}
