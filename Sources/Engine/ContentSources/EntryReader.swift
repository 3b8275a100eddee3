import Files
import SourceJSON
import WallfarmPluginKit

/// Reads and validates entries of one kind and collects all errors.
///
/// Messages identify an entry by its kind, number and key. They show a value only if it cannot be
/// private text.
struct EntryReader {
  let kind: ContentKind
  let file: String
  private(set) var problems: [RenderError] = []

  init(_ kind: ContentKind, file: String) { (self.kind, self.file) = (kind, file) }

  /// Reads a list of entries, or a single entry.
  mutating func entries(_ node: JSONNode) -> [ContentEntry] {
    guard let items = node.elements ?? (node.members == nil ? nil : [node]) else {
      let isNothing = if case .null = node.content { true } else { false }
      report(
        "'\(kind.rawValue)' is \(node.typeName), not a list of objects", node,
        fix: isNothing ? .remove() : nil)
      return []
    }
    guard items.count <= ContentField.mostEntries else {
      report(
        "there are more than \(ContentField.mostEntries) \(kind.rawValue)",
        items[ContentField.mostEntries], hint: "keep only the entries that fit on a screen")
      return []
    }
    return items.enumerated().compactMap { entry($1, number: $0 + 1) }
  }

  private mutating func entry(_ node: JSONNode, number: Int) -> ContentEntry? {
    let name = "\(kind.entry) \(number)"
    guard let members = node.members else {
      report("\(name) is \(node.typeName), not an object", node)
      return nil
    }
    var values: [String: ContentValue] = [:]
    let before = problems.count
    for member in members {
      guard let field = kind.field(member.key) else {
        problems.append(
          .unknownContentKey(
            member.key, in: name, known: kind.fields.map(\.key),
            origin: member.keyPlace.origin(in: file)))
        continue
      }
      values[field.key] = value(of: field, member.value, in: name)
    }
    let renamed = keepFirstRenames(from: before)
    for field in kind.fields where field.isRequired && node[field.key] == nil {
      report(
        "\(name) has no \"\(field.key)\"", node,
        fix: renamed.contains(field.key)
          ? nil : kind.placeholder(of: field).map { .add(field.key, $0) })
    }
    guard problems.count == before else { return nil }
    let entry = ContentEntry(values)
    if let mistake = EntryReader.mistake(in: entry, of: kind) {
      report("\(name) \(mistake)", node, fixes: fixes(of: entry, node))
      return nil
    }
    return entry
  }

  /// Keeps only the first of several fixes that rename keys to the same correct key; returns the
  /// correct keys.
  private mutating func keepFirstRenames(from start: Int) -> Set<String> {
    var errors = Array(problems[start...])
    let keys = errors.keepFirstRenames()
    problems.replaceSubrange(start..., with: errors)
    return keys
  }

  /// Reads the value of a field.
  ///
  /// If the value is invalid, reports a problem and returns nil.
  mutating func value(
    of field: ContentField, _ node: JSONNode, in name: String
  ) -> ContentValue? {
    if let value = field.type.value(of: node.plain) {
      if case .text(let text) = value, field.isRequired, !text.hasVisibleCharacter {
        report("'\(field.key)' of \(name) has no visible characters", node)
        return nil
      }
      return value
    }
    report(
      "'\(field.key)' of \(name) cannot be \(EntryReader.shown(node)): expected "
        + field.type.accepted, node,
      fix: field.type.repaired(node.plain).map { .replace(with: $0) }
        ?? (field.isRequired ? nil : .remove()))
    return nil
  }

  /// The fixes for an event that ends before it begins, or that has a time only for its start or
  /// only for its end.
  ///
  /// The fix swaps the two values or reduces both to days.
  private func fixes(of entry: ContentEntry, _ node: JSONNode) -> [Remedy] {
    let keys = ["start", "end"]
    let days = keys.filter { if case .day? = entry.when($0) { true } else { false } }
    guard days.count == 1 else { return [.exchange("start", "end")] }
    return keys.filter { !days.contains($0) }.compactMap { key in
      guard let value = node[key], let day = WrittenDate.day(value.plain) else { return nil }
      return .replace(with: .string(day.description), at: value.place.origin(in: file))
    }
  }

  /// Describes a contradiction between values that are valid on their own; nil if there is none.
  static func mistake(in entry: ContentEntry, of kind: ContentKind) -> String? {
    guard kind == .events, let start = entry.when("start"), let end = entry.when("end") else {
      return nil
    }
    switch (start, end) {
    case (.day(let first), .day(let last)) where last < first: return "ends before it begins"
    case (.moment(let first), .moment(let last)) where last < first: return "ends before it begins"
    case (.local(let day, let time), .local(let lastDay, let lastTime))
    where (lastDay, lastTime) < (day, time):
      return "ends before it begins"
    case (.day, .day), (.moment, .moment), (.local, .local): return nil
    default: return "mixes a day and a time: write both start and end as days, or both with a time"
    }
  }

  private mutating func report(
    _ message: String, _ node: JSONNode, hint: String? = nil, fix: Remedy? = nil,
    fixes: [Remedy] = []
  ) {
    var problem = RenderError.invalidContent(
      message, origin: node.place.origin(in: file), hint: hint)
    problem.remedies = (fix.map { [$0] } ?? []) + fixes
    problems.append(problem)
  }

  /// Formats a value for a message.
  ///
  /// Numbers and dates are shown, but text is not, because it may be private.
  static func shown(_ node: JSONNode) -> String {
    guard let text = node.string else {
      return node.elements == nil && node.members == nil ? node.shown : node.typeName
    }
    let isPlain =
      text.utf8.count <= 40 && text.utf8.allSatisfy { "0123456789-+:.,/#TZ ".utf8.contains($0) }
    return isPlain ? "'\(text)'" : "a string of \(text.count) characters"
  }
}

extension String {
  /// Whether the text has a visible character.
  ///
  /// Whitespace, control characters and ignorable characters, such as zero-width spaces, are not
  /// visible.
  var hasVisibleCharacter: Bool { unicodeScalars.contains(where: \.isVisible) }
}

extension Unicode.Scalar {
  var isVisible: Bool {
    !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
      && properties.generalCategory != .control
  }
}
