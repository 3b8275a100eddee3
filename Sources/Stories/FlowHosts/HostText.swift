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

  /// The texts of the page in all languages.
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

  /// The label of an outcome; an outcome without text uses its name from the flow.
  package func outcome(_ name: String) -> String { words["outcome-\(name)"] ?? name.spaced }

  /// Text with placeholders in braces filled in.
  package func callAsFunction(_ key: String, _ fields: [String: String] = [:]) -> String {
    guard let text = words[key] else { preconditionFailure("no text has the key '\(key)'") }
    return fields.reduce(text) { $0.replacing("{\($1.key)}", with: $1.value) }
  }
}

extension String {
  /// Splits a camel-case name into words: `saveRedPicture` becomes `save red picture`.
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
