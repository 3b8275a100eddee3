internal import CPango

/// The non-ASCII letters in text, by script.
///
/// Han and kana count as one script, because Japanese words mix them.
public struct ScriptLetters: Hashable, Sendable {
  /// The code points by ISO 15924 code.
  private(set) var letters: [String: Set<UInt32>] = [:]

  /// Collects the letters in strings.
  public init(of texts: [String] = []) {
    for text in texts { add(text) }
  }

  private mutating func add(_ text: String) {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return }
    for scalar in text.unicodeScalars where !scalar.isASCII && scalar.isLetter {
      let script = g_unichar_get_script(scalar.value)
      guard script != G_UNICODE_SCRIPT_COMMON, script != G_UNICODE_SCRIPT_INHERITED else {
        continue
      }
      let code = ScriptRanges.code(of: script)
      letters[ScriptLetters.mixed.contains(code) ? "Hani" : code, default: []].insert(scalar.value)
    }
  }

  /// Returns these letters together with those of a string.
  func adding(_ text: String) -> ScriptLetters {
    var letters = self
    letters.add(text)
    return letters
  }

  /// Returns the scripts that share a font with the given script, including the script itself.
  static func partners(of code: String) -> [String] { code == "Hani" ? mixed : [code] }

  private static let mixed = ["Hani", "Hira", "Kana", "Bopo"]

  /// The letters as text, for computing digests.
  var words: [String] {
    letters.sorted { $0.key < $1.key }.map { code, letters in
      code + letters.sorted().map { " \($0)" }.joined()
    }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a letter.
  ///
  /// Roman numerals are excluded, because they belong to a series, and so are modifier letters.
  fileprivate var isLetter: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter: true
    default: false
    }
  }
}
