import Files
import SourceJSON
import WallfarmPluginKit

/// Creates content from a JSON document according to mappings.
struct MapReader {
  private let document: JSONNode
  private let file: String
  private var warnings: SourceWarnings

  /// Reads the entries of all mappings, in the order of the mappings.
  ///
  /// - Throws: `invalid-content` if a list does not exist, or if it has elements of which none
  ///   can be shown.
  static func read(
    _ document: JSONNode, _ maps: [ContentMap], file: String
  ) throws(RenderError) -> Content {
    var reader = MapReader(document, file)
    var content = Content()
    for map in maps { content.append(try reader.content(of: map)) }
    content.warnings = reader.warnings.all
    return content
  }

  private init(_ document: JSONNode, _ file: String) {
    (self.document, self.file) = (document, file)
    warnings = SourceWarnings(file: file)
  }

  private mutating func content(of map: ContentMap) throws(RenderError) -> Content {
    let pointer = map.list.description
    guard let list = document.value(at: map.list),
      let elements = list.elements ?? (list.members == nil ? nil : [list])
    else {
      throw .invalidContent(
        "the document has no list and no object at '\(pointer)'",
        origin: document.value(at: map.list)?.place.origin(in: file) ?? .file(file),
        hint: "correct 'list' of the mapping of \(map.kind.rawValue)")
    }
    let most = map.kind == .notes ? TextLimits.notes : ContentField.mostEntries
    warnings.beyond(most, map.kind.rawValue, count: elements.count - most)
    var entries: [ContentEntry] = []
    warnings.firstReason = nil
    for (index, element) in elements.prefix(most).enumerated() {
      let name = "\(map.kind.entry) \(index + 1)"
      if let entry = entry(of: map, element, name) { entries.append(entry) }
    }
    if entries.isEmpty, !elements.isEmpty {
      // An empty picture would suggest that there is nothing to show.
      throw .invalidContent(
        "none of the \(map.kind.rawValue) can be shown: "
          + (warnings.firstReason ?? "the list has no valid element"),
        origin: list.place.origin(in: file), hint: "correct the fields of the mapping")
    }
    var content = Content()
    if map.kind == .notes {
      content.notes = entries.map(\.note)
    } else {
      content[map.kind] = entries
    }
    return content
  }

  /// Returns an entry; if a required value is missing, adds a warning and returns nil.
  private mutating func entry(
    of map: ContentMap, _ element: JSONNode, _ name: String
  ) -> ContentEntry? {
    var values: [String: ContentValue] = [:]
    for field in map.kind.fields {
      guard let value = map.fields[field.key] else { continue }
      let found: (json: JSONValue, line: Int)
      switch value {
      case .constant(let constant): found = (constant, element.place.line)
      case .pointer(let pointer):
        guard let node = element.value(at: pointer), !node.isNull else { continue }
        found = (node.plain, node.place.line)
      }
      if let value = field.type.mapped(found.json), !field.isRequired || value.isVisible {
        values[field.key] = value
      } else if !field.isRequired {
        warnings.repaired(
          name, "'\(field.key)' is left out, because it is not \(field.type.accepted)",
          line: found.line)
      }
    }
    for field in map.kind.fields where field.isRequired && values[field.key] == nil {
      warnings.skipped(name, "it has no valid '\(field.key)'", line: element.place.line)
      return nil
    }
    let entry = ContentEntry(values)
    if let mistake = EntryReader.mistake(in: entry, of: map.kind) {
      warnings.skipped(name, "it \(mistake)", line: element.place.line)
      return nil
    }
    if map.kind == .notes, let excess = TextLimits.note.excess(in: entry.text("text") ?? "") {
      warnings.skipped(name, "it has \(excess.phrase)", line: element.place.line)
      return nil
    }
    return entry
  }
}

extension ContentValue {
  /// Whether the value is not blank text.
  fileprivate var isVisible: Bool {
    if case .text(let text) = self { text.hasVisibleCharacter } else { true }
  }
}

extension ContentEntry {
  /// The entry as a note.
  fileprivate var note: Note {
    var note = Note(text("text") ?? "", done: flag("done"))
    note.due = when("due")
    note.heading = text("heading")
    return note
  }
}

extension JSONNode {
  fileprivate var isNull: Bool { if case .null = content { true } else { false } }
}
