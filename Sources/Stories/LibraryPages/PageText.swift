internal import Files
package import SourceJSON

/// The texts of a page in one language.
package enum PageText: String, Hashable, Sendable, CaseIterable {
  /// English.
  case english = "en"
  /// Arabic, written from right to left.
  case arabic = "ar"
  /// Japanese.
  case japanese = "ja"

  private static let all: JSONNode = {
    do {
      return try JSONNode(parsing: Resources.wordsJSON)
    } catch {
      preconditionFailure("the texts of pages are not valid JSON: \(error)")
    }
  }()

  /// The texts by key.
  package var words: JSONValue {
    guard let node = PageText.all[rawValue] else {
      preconditionFailure("no texts exist for pages in '\(rawValue)'")
    }
    return node.plain
  }

  /// The page title.
  package var title: String { PageText.all[rawValue]?["title"]?.string ?? "" }
}
