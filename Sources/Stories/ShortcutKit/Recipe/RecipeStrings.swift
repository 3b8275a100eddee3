import Files
import SourceJSON
import WallfarmPluginKit

/// The texts of recipes in one language.
///
/// A test ensures that all languages have the same keys and placeholders.
package struct RecipeStrings: Sendable {
  let language: GuideLanguage
  /// Texts by key.
  package let texts: [String: String]

  /// Loads the embedded texts of a language.
  package init(_ language: GuideLanguage) {
    self.language = language
    guard
      let node = try? WrittenFile.parse(
        language.recipeStrings, file: "recipe-\(language.rawValue).json"),
      let members = node.members
    else {
      // This cannot happen, because the files are embedded and tests read all of them.
      preconditionFailure("the texts of recipes in \(language.rawValue) are not a JSON object")
    }
    var texts: [String: String] = [:]
    for member in members { texts[member.key] = member.value.string }
    self.texts = texts
  }

  /// Text with its placeholders filled in.
  func text(_ key: String, _ fields: [String: String] = [:]) -> String {
    guard let text = texts[key] else {
      preconditionFailure("no text of recipes has the key '\(key)' in \(language.rawValue)")
    }
    return text.filled(with: fields)
  }
}

extension GuideLanguage {
  fileprivate var recipeStrings: [UInt8] {
    switch self {
    case .english: Resources.recipeEnJSON
    case .arabic: Resources.recipeArJSON
    case .japanese: Resources.recipeJaJSON
    }
  }
}
