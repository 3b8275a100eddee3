/// Quotes words for shell commands.
public enum ShellWord {
  /// The word, in single quotes if it is empty or contains characters that are special to a shell.
  public static func quoted(_ word: String) -> String {
    let isPlain = word.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic && scalar.isASCII || ("0"..."9").contains(scalar)
        || "./_-+,:@%".unicodeScalars.contains(scalar)
    }
    return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
