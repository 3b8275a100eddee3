internal import Files
import SourceJSON

/// Texts that all hosts share and that do not belong to a flow, such as Back and Yes.
package struct HostText: Sendable {
  private let words: [String: String]
  private static let all: JSONNode = {
    do {
      return try JSONNode(parsing: Resources.terminalJSON)
    } catch {
      preconditionFailure("the texts of hosts are not valid JSON: \(error)")
    }
  }()

  /// The texts of flow pages in all languages.
  static let ofPages: JSONValue = {
    do {
      return try JSONNode(parsing: Resources.wordsJSON).plain
    } catch {
      preconditionFailure("the texts of pages are not valid JSON: \(error)")
    }
  }()

  /// Loads the texts of a language; English is the fallback.
  package init(language: String) {
    let main = language.split(separator: "-").first.map(String.init) ?? language
    var words: [String: String] = [:]
    for name in ["en", main] {
      for member in Self.all[name]?.members ?? [] { words[member.key] = member.value.string }
    }
    self.words = words
  }

  /// Returns the label of an outcome, or the outcome's name as words if no label exists.
  package func outcome(_ name: String) -> String { words["outcome-\(name)"] ?? name.spaced }

  /// Returns the text for a key, with each placeholder, such as `{count}`, replaced by the value of
  /// its field.
  package func callAsFunction(_ key: String, _ fields: [String: String] = [:]) -> String {
    guard let text = words[key] else { preconditionFailure("no text has the key '\(key)'") }
    return fields.reduce(text) { $0.replacing("{\($1.key)}", with: $1.value) }
  }
}

extension String {
  /// The words of a camel-case or hyphenated name: `saveRedPicture` becomes `save red picture`.
  package var spaced: String {
    reduce(into: "") { words, letter in
      if letter == "-" {
        words += " "
      } else if letter.isUppercase {
        words += words.isEmpty ? letter.lowercased() : " " + letter.lowercased()
      } else {
        words.append(letter)
      }
    }
  }
}
