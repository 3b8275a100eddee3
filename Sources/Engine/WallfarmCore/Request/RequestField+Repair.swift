internal import SourceJSON
import WallfarmPluginKit

/// Proposes corrections for invalid values in a request.
extension RequestField {
  /// Returns the correction for a value that this field does not accept; nil if there is none.
  ///
  /// If a value cannot be repaired, the correction removes the value, except in the fields for the
  /// template, devices, content and settings.
  func remedy(for node: JSONNode) -> Remedy? {
    if case .null = node.content { return .remove() }
    if kind == .notes { return node.string == "-" || node.elements != nil ? .remove() : .wrap() }
    if let value = kind.repaired(node.plain) { return .replace(with: value) }
    switch kind {
    case .choice, .flag, .count, .time, .quality: return .remove()
    case .text, .file, .fonts: return name == "template" ? nil : .remove()
    case .devices, .notes, .content, .settings: return nil
    }
  }
}

extension RequestField.Kind {
  /// Returns the accepted value that the user probably meant by a rejected value; nil if there is
  /// none.
  func repaired(_ value: JSONValue) -> JSONValue? {
    switch self {
    case .text, .file, .fonts, .devices: return value.writtenText.map(JSONValue.string)
    case .choice(let words):
      return value.writtenText.flatMap { WrittenWord.meant(by: $0, among: words) }
        .map(JSONValue.string)
    case .flag: return value.writtenFlag.map(JSONValue.bool)
    case .count(let most): return count(in: value, most: most)
    case .time: return WrittenDate.when(value).map { .string($0.description) }
    case .quality:
      if let number = count(in: value, most: 100) { return number }
      let word = value.writtenText.flatMap { WrittenWord.meant(by: $0, among: ["lossless"]) }
      return word.map(JSONValue.string)
    case .settings: return settings(in: value)
    case .notes, .content: return nil
    }
  }

  private func count(in value: JSONValue, most: Int) -> JSONValue? {
    guard let number = value.writtenNumber?.value else { return nil }
    return .number(min(max(number.rounded(), 1), Double(most)))
  }

  /// Converts one or more strings in command-line notation, such as `"max-size=20"`, to an object.
  private func settings(in value: JSONValue) -> JSONValue? {
    let texts: [JSONValue] = if case .array(let items) = value { items } else { [value] }
    var members: [String: JSONValue] = [:]
    for text in texts {
      guard case .string(let text) = text, let setting = try? Setting(parsing: text) else {
        return nil
      }
      members[setting.key] = setting.value
    }
    return .object(members)
  }
}

extension LanguageTag {
  /// Returns the language tag for a locale such as `de_DE.UTF-8`; nil if the text is not a locale.
  static func repaired(_ locale: String) -> String? {
    let tag = String(locale.prefix { $0 != "." && $0 != "@" })
      .replacing("_", with: "-").filter { !$0.isWhitespace }
    return isSound(tag) ? tag : nil
  }
}
