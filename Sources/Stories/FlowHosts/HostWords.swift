internal import Files
import SourceJSON

/// Words that belong to no flow and to every host: back, yes, of these.
package struct HostWords: Sendable {
  private let words: [String: String]
  private static let all: JSONNode = {
    do {
      return try JSONNode(parsing: Resources.terminalJSON)
    } catch {
      preconditionFailure("the words of hosts are no JSON: \(error)")
    }
  }()

  /// Words of the page, in all languages.
  static let ofPages: JSONValue = {
    do {
      return try JSONNode(parsing: Resources.wordsJSON).plain
    } catch {
      preconditionFailure("the words of pages are no JSON: \(error)")
    }
  }()

  /// The words of a language; English where there are none.
  package init(language: String) {
    let main = language.split(separator: "-").first.map(String.init) ?? language
    var words: [String: String] = [:]
    for name in ["en", main] {
      for member in Self.all[name]?.members ?? [] { words[member.key] = member.value.string }
    }
    self.words = words
  }

  /// What is said of an outcome: the usual ones have words, others are what the flow calls them.
  package func outcome(_ name: String) -> String { words["outcome-\(name)"] ?? name.spaced }

  /// A word, with values in the place of names in braces.
  package func callAsFunction(_ key: String, _ fields: [String: String] = [:]) -> String {
    guard let text = words[key] else { preconditionFailure("no word is called '\(key)'") }
    return fields.reduce(text) { $0.replacing("{\($1.key)}", with: $1.value) }
  }
}

extension String {
  /// A name in camel case as words: `saveRedPicture` is `save red picture`.
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
