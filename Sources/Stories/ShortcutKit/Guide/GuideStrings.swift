public import Designs
import Files
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// The texts of the guide in one language.
///
/// A key has either one text, which applies to every bundle, or a list of texts with conditions. A
/// text can be a reference to text in the first-run flow (`FlowReference`). A test ensures that all
/// languages have the same keys, conditions and references.
public struct GuideStrings: Sendable {
  /// The language of the texts.
  public let language: GuideLanguage
  /// Texts by key.
  package let texts: [String: [Statement]]

  /// Text with its condition.
  package struct Statement: Sendable, Hashable {
    /// The condition under which the text applies; nil if it always applies.
    package let condition: GuideCondition?
    package let text: String
    /// The reference to a text in the flow; nil if the text does not come from the flow.
    package let reference: FlowReference?
  }

  /// Loads the embedded texts of a language.
  ///
  /// - Parameters:
  ///   - language: the language.
  ///   - system: the operating system of the device.
  public init(_ language: GuideLanguage, for system: DeviceSystem = .apple) {
    self.language = language
    let texts = Self.texts(language.strings, in: language)
    // The guide for Android uses texts of the guide for Apple devices unless it has its own text
    // for a key.
    self.texts =
      system == .apple
      ? texts : texts.merging(Self.texts(language.androidStrings, in: language)) { $1 }
  }

  private static func texts(
    _ bytes: [UInt8], in language: GuideLanguage
  ) -> [String: [Statement]] {
    guard
      let node = try? WrittenFile.parse(bytes, file: "strings-\(language.rawValue).json"),
      let members = node.members
    else {
      // This cannot happen, because the files are embedded and tests read all of them.
      preconditionFailure("the strings of \(language.rawValue) are not a JSON object")
    }
    let flow = FlowWords(language)
    return Dictionary(uniqueKeysWithValues: members.map { ($0.key, statements(of: $0, flow)) })
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
      preconditionFailure("'\(key)' has no text and refers to no text of the flow")
    }
    return Statement(condition: condition, text: text, reference: reference)
  }

  /// The unconditional text for a key, with placeholders such as `{preset}` filled in.
  public func text(_ key: String, _ fields: [String: String] = [:]) -> String {
    guard let statement = statements(key).first(where: { $0.condition == nil }) else {
      preconditionFailure("'\(key)' has no unconditional text in \(language.rawValue)")
    }
    return statement.text.filled(with: fields)
  }

  /// The text for a key that applies to a bundle, if any, with its placeholders filled in.
  package func text(_ key: String, for facts: GuideFacts) -> String? {
    statements(key).first { $0.condition?.holds(for: facts) ?? true }
      .map { $0.text.filled(with: facts.fields) }
  }

  private func statements(_ key: String) -> [Statement] {
    guard let found = texts[key] else {
      preconditionFailure("no text has the key '\(key)' in \(language.rawValue)")
    }
    return found
  }
}

extension String {
  /// Fills in placeholders such as `{preset}`; unknown placeholders are left unchanged.
  func filled(with fields: [String: String]) -> String {
    // Replace placeholders in one pass, so that braces in values are not interpreted.
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
