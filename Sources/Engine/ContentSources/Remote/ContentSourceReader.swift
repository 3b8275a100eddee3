import Files
import SourceJSON
import WallfarmPluginKit

/// Reads sources and mappings from JSON and collects all errors in them.
struct ContentSourceReader {
  let file: String
  private(set) var problems: [RenderError] = []

  init(file: String) { self.file = file }

  /// Reads a list of sources, or a single source.
  mutating func list(_ node: JSONNode) -> [(ContentSource, SourcePlace)] {
    let items = node.elements ?? [node]
    guard items.count <= ContentSource.most else {
      report(
        "there are more than \(ContentSource.most) sources", items[ContentSource.most],
        hint: "combine some of them before they are fetched")
      return []
    }
    return items.compactMap { item in source(item).map { ($0, item.place) } }
  }

  /// Reads a source.
  mutating func source(_ node: JSONNode) -> ContentSource? {
    if let url = node.string { return checked(ContentSource(url), node) }
    guard node.members != nil else {
      report("a source is \(node.typeName), not a URL or an object", node)
      return nil
    }
    reportUnknownKeys(of: node, in: "a source", known: ContentSource.keys)
    guard let url = text("url", of: node, in: "a source") else { return nil }
    var source = ContentSource(url)
    if let format = node["format"] {
      source.format = format.string.flatMap(ContentSource.Format.init(rawValue:))
      if source.format == nil {
        report(
          "'format' of a source is \(format.shown)", format,
          hint: "write " + ContentSource.Format.allCases.map(\.rawValue).joined(separator: ", "))
      }
    }
    readFetching(node, &source)
    if let map = node["map"] {
      source.map = maps(map)
      let format = source.format ?? (source.isCalendar ? .calendar : .json)
      if format != .json {
        report("'map' cannot be used with the format '\(format.rawValue)'", map)
      }
    }
    return checked(source, node["url"] ?? node)
  }

  /// Reads how the document is fetched.
  private mutating func readFetching(_ node: JSONNode, _ source: inout ContentSource) {
    if let value = node["authorization"] {
      let most = ContentSource.mostAuthorizationBytes
      if let text = value.string, (1...most).contains(text.utf8.count),
        text.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
      {
        source.authorization = text
      } else {
        // The message does not contain the value, because it can be a secret.
        report(
          "'authorization' of a source is not a header value of 1 to \(most) ASCII characters",
          value, hint: #"write the value of the header, such as "Bearer TOKEN""#)
      }
    }
    guard let value = node["minutes"] else { return }
    let range = ContentSource.minutes
    if let minutes = value.whole, range.contains(minutes) {
      source.minutes = minutes
    } else {
      report(
        "'minutes' of a source is \(value.shown): expected a whole number from \(range.lowerBound) "
          + "to \(range.upperBound)", value)
    }
  }

  private mutating func checked(_ source: ContentSource, _ node: JSONNode) -> ContentSource? {
    guard let objection = source.objection else { return source }
    report(
      "the URL of a source \(objection)", node,
      hint: "write a URL that begins with https:// or webcal://")
    return nil
  }

  private mutating func maps(_ node: JSONNode) -> [ContentMap] {
    let items = node.elements ?? [node]
    guard (1...ContentMap.most).contains(items.count) else {
      report("'map' has \(items.count) mappings; the limits are 1 and \(ContentMap.most)", node)
      return []
    }
    return items.compactMap { map($0) }
  }

  private mutating func map(_ node: JSONNode) -> ContentMap? {
    guard node.members != nil else {
      report("a mapping is \(node.typeName), not an object", node)
      return nil
    }
    reportUnknownKeys(of: node, in: "a mapping", known: ContentMap.keys)
    guard let word = text("kind", of: node, in: "a mapping"), let place = node["kind"] else {
      return nil
    }
    guard let kind = ContentKind(rawValue: word), ContentMap.kinds.contains(kind) else {
      let known = ContentMap.kinds.map(\.rawValue)
      let meant = closestSpelling(to: word, among: known).map { "did you mean '\($0)'?" }
      report(
        "\(place.shown) is not a kind of content that a mapping can produce", place,
        hint: meant ?? "write " + known.joined(separator: ", "))
      return nil
    }
    var map = ContentMap(kind: kind, fields: [:])
    if let list = node["list"] { map.list = pointer(list, "list") ?? map.list }
    guard let fields = node["fields"], let members = fields.members, !members.isEmpty else {
      report(
        "a mapping has no \"fields\"", node["fields"] ?? node,
        hint: #"write "fields": {"KEY": "/pointer"}"#)
      return nil
    }
    for member in members { read(member, into: &map) }
    for field in kind.fields where field.isRequired && fields[field.key] == nil {
      report("the mapping of \(kind.rawValue) has no \"\(field.key)\"", fields)
    }
    return map
  }

  private mutating func read(_ member: JSONMember, into map: inout ContentMap) {
    let known = ContentMap.fields(of: map.kind)
    guard let field = known.first(where: { $0.key == member.key }) else {
      problems.append(
        .unknownKey(
          member.key, in: "the mapping of \(map.kind.rawValue)", known: known.map(\.key),
          origin: member.keyPlace.origin(in: file)))
      return
    }
    if member.value.string != nil {
      map.fields[field.key] = pointer(member.value, field.key).map { .pointer($0) }
      return
    }
    guard let constant = member.value["value"], member.value.members?.count == 1 else {
      report(
        "'\(field.key)' of a mapping is \(member.value.typeName)", member.value,
        hint: #"write a JSON Pointer, such as "/name", or a constant: {"value": "Temperature"}"#)
      return
    }
    guard field.type.mapped(constant.plain) != nil else {
      report(
        "the constant '\(field.key)' cannot be \(constant.shown): expected \(field.type.accepted)",
        constant)
      return
    }
    map.fields[field.key] = .constant(constant.plain)
  }

  private mutating func pointer(_ node: JSONNode, _ key: String) -> JSONPointer? {
    if let pointer = node.string.flatMap(JSONPointer.init(parsing:)) { return pointer }
    report(
      "'\(key)' of a mapping is \(node.shown), not a JSON Pointer", node,
      hint: "begin with a slash, as in /items/0; write ~1 for a slash in a key, and ~0 for a tilde")
    return nil
  }

  private mutating func text(_ key: String, of node: JSONNode, in what: String) -> String? {
    if let text = node[key]?.string { return text }
    report(
      node[key].map { "'\(key)' of \(what) is \($0.typeName), not text" }
        ?? "\(what) has no \"\(key)\"", node[key] ?? node)
    return nil
  }

  private mutating func reportUnknownKeys(
    of node: JSONNode, in what: String, known: [String]
  ) {
    for member in node.members ?? [] where !known.contains(member.key) {
      problems.append(
        .unknownKey(
          member.key, in: what, known: known, origin: member.keyPlace.origin(in: file)))
    }
  }

  private mutating func report(_ message: String, _ node: JSONNode, hint: String? = nil) {
    problems.append(.invalidSource(message, origin: node.place.origin(in: file), hint: hint))
  }
}
