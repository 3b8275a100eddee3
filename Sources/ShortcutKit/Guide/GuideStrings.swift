import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// The words of the guide in one language.
public struct GuideStrings: Sendable {
  /// The language.
  public let language: GuideLanguage
  /// Texts by key; every language has the same keys, which a test holds.
  let texts: [String: String]

  /// Reads the words of a language, which are part of the program.
  public init(_ language: GuideLanguage) {
    self.language = language
    guard
      let node = try? WrittenFile.parse(
        language.strings, file: "strings-\(language.rawValue).json"),
      let members = node.members
    else {
      // The file is compiled in, and the tests read all of them.
      preconditionFailure("the strings of \(language.rawValue) are no JSON object")
    }
    texts = Dictionary(
      uniqueKeysWithValues: members.map { ($0.key, $0.value.string ?? "") })
  }

  /// A text with its fields filled in, such as `{preset}`.
  public func text(_ key: String, _ fields: [String: String] = [:]) -> String {
    guard var text = texts[key] else {
      preconditionFailure("no text is called '\(key)' in \(language.rawValue)")
    }
    for (field, value) in fields { text = text.replacing("{\(field)}", with: value) }
    return text
  }
}
