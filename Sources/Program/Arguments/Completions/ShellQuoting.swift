extension String {
  /// As one word of bash or zsh, whatever it holds.
  var quotedForShell: String { "'" + spelling(["'": #"'\''"#]) + "'" }

  /// As one word of fish, where a backslash means itself only when doubled.
  var quotedForFish: String { "'" + escaping(#"\'"#) + "'" }

  /// As a name a function may have in every shell: `my-tool` becomes `my_tool`.
  var asShellIdentifier: String {
    String(map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  /// The text with a backslash before each of `characters`.
  func escaping(_ characters: String) -> String {
    map { characters.contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  /// The text with each character that `replacements` knows written as it says.
  ///
  /// Instead of `replacing(_:with:)`, which brings the regular expression library along.
  func spelling(_ replacements: [Character: String]) -> String {
    map { replacements[$0] ?? String($0) }.joined()
  }
}
