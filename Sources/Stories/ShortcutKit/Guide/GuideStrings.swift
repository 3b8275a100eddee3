import Files
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// The words of the guide in one language.
///
/// A text is true of every bundle, or it is a list of texts of which each says when it is true. In place
/// of a text there may be a reference to one of the first-run flow, which says the same (`FlowReference`).
/// Every language has the same keys with the same conditions and references, which a test holds.
public struct GuideStrings: Sendable {
  /// The language.
  public let language: GuideLanguage
  /// What is said by key.
  let texts: [String: [Statement]]

  /// A text, and when it is true.
  struct Statement: Sendable, Hashable {
    /// Nil: always.
    let condition: GuideCondition?
    let text: String
    /// Where it stands in the flow; nil: in the guide only.
    let reference: FlowReference?
  }

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
    let flow = FlowWords(language)
    texts = Dictionary(
      uniqueKeysWithValues: members.map { ($0.key, Self.statements(of: $0, flow)) })
  }

  private static func statements(of member: JSONMember, _ flow: FlowWords) -> [Statement] {
    let (key, node) = (member.key, member.value)
    if let text = node.string { return [Statement(condition: nil, text: text, reference: nil)] }
    guard let elements = node.elements else { return [statement(nil, node, key, flow)] }
    return elements.map { element in
      guard let condition = element["when"]?.string.flatMap(GuideCondition.init(rawValue:)) else {
        preconditionFailure("'\(key)' has an unknown condition")
      }
      return statement(condition, element, key, flow)
    }
  }

  private static func statement(
    _ condition: GuideCondition?, _ node: JSONNode, _ key: String, _ flow: FlowWords
  ) -> Statement {
    if let text = node["text"]?.string {
      return Statement(condition: condition, text: text, reference: nil)
    }
    guard let reference = FlowReference(node), let text = flow.text(of: reference) else {
      preconditionFailure("'\(key)' has no text, and leads to none of the flow")
    }
    return Statement(condition: condition, text: text, reference: reference)
  }

  /// A text that is always true, with its fields filled in, such as `{preset}`.
  public func text(_ key: String, _ fields: [String: String] = [:]) -> String {
    guard let statement = statements(key).first(where: { $0.condition == nil }) else {
      preconditionFailure("'\(key)' is not always true in \(language.rawValue)")
    }
    return statement.text.filled(with: fields)
  }

  /// What is true of a bundle; nil where nothing is.
  func text(_ key: String, for facts: GuideFacts) -> String? {
    statements(key).first { $0.condition?.holds(for: facts) ?? true }
      .map { $0.text.filled(with: facts.fields) }
  }

  private func statements(_ key: String) -> [Statement] {
    guard let found = texts[key] else {
      preconditionFailure("no text is called '\(key)' in \(language.rawValue)")
    }
    return found
  }
}

extension String {
  /// The text with its fields filled in, such as `{preset}`; one without a text stays as it is.
  func filled(with fields: [String: String]) -> String {
    // In one pass: what a field brings along, such as the name of a shortcut, is no field.
    var result = ""
    var rest = self[...]
    while let open = rest.firstIndex(of: "{"), let end = rest[open...].firstIndex(of: "}") {
      let name = String(rest[rest.index(after: open)..<end])
      result += rest[..<open] + (fields[name] ?? "{\(name)}")
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }
}
