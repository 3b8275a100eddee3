internal import Files
internal import Languages
internal import SourceJSON
package import WallfarmPluginKit

/// The texts that a challenge shows on pictures and in notifications.
package struct ChallengeText: Sendable {
  /// The language of the texts; English is the fallback.
  package let language: String
  private let words: [String: String]
  private let numbers: ICUWords

  private static let all: JSONNode = {
    do {
      return try JSONNode(parsing: Resources.wordsJSON)
    } catch {
      preconditionFailure("the texts of challenges are not valid JSON: \(error)")
    }
  }()

  /// The available languages.
  package static var languages: [String] { (all.members ?? []).map(\.key) }

  /// Loads the texts of a language, such as `ar` or `ja-JP`.
  package init(_ language: String?) {
    let main = language?.split(separator: "-").first.map(String.init) ?? "en"
    let known = Self.all[main] == nil ? "en" : main
    var words: [String: String] = [:]
    for member in Self.all[known]?.members ?? [] { words[member.key] = member.value.string }
    (self.language, self.words) = (known, words)
    numbers = ICUWords(known)
  }

  package subscript(key: String) -> String {
    guard let text = words[key] else { preconditionFailure("no text has the key '\(key)'") }
    return text
  }

  /// Returns the notification for a milestone.
  package func mark(_ mark: Int, of challenge: Challenge, _ zone: Zone) -> String {
    switch mark {
    case 100: title(of: challenge, zone)
    // The export that passes 99 percent may also reach the goal. In that case, no steps are left.
    case 99 where challenge.left == 0: self["mark-99-over"]
    default: filled("mark-\(mark)", of: challenge)
    }
  }

  package func reminder(of challenge: Challenge) -> String { filled("reminder", of: challenge) }

  /// Returns the title, such as `10,000 steps in 3 days`.
  package func title(of challenge: Challenge, _ zone: Zone) -> String {
    let days = challenge.daysTaken(zone) ?? 1
    return self["title"].replacing("{steps}", with: number(Double(challenge.goal.steps)))
      .replacing("{days}", with: self.days(days))
  }

  private func filled(_ key: String, of challenge: Challenge) -> String {
    self[key].replacing("{left}", with: number(Double(challenge.left)))
      .replacing("{steps}", with: number(Double(challenge.steps)))
  }

  /// Formats a number with the digits and separators of the language.
  package func number(_ value: Double, decimals: Int = 0) -> String {
    (try? numbers.number(value, .plain(decimals: decimals))) ?? "\(Int(value))"
  }

  /// Returns a number of days with its unit, such as `3 days`.
  package func days(_ count: Int) -> String {
    guard let words = try? numbers.days(count) else { return "\(count)" }
    // Japanese has no space between a number and its counter.
    let space = language == "ja" ? "" : "\u{A0}"
    return [words.number, words.unit].filter { !$0.isEmpty }.joined(separator: space)
  }
}
