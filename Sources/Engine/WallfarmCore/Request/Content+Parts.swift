internal import ContentSources
internal import Files
import WallfarmPluginKit

// Parts of content: text, photos, and the fields that layouts show.

extension Content {
  /// Returns the content with changed text; `change` also receives the kind and number of each
  /// entry.
  func mapTexts(_ change: (String, ContentKind, Int) -> String) -> Content {
    var content = self
    content.notes = notes?.enumerated().map { index, note in
      var note = note
      note.text = change(note.text, .notes, index + 1)
      note.heading = note.heading.map { change($0, .notes, index + 1) }
      return note
    }
    return content.mapEntries { kind, number, field, value in
      switch (field.type, value) {
      case (.text, .text(let text)), (.figure, .text(let text)): .text(change(text, kind, number))
      default: value
      }
    }
  }

  /// The text of all entries.
  var texts: [String] {
    var texts: [String] = []
    _ = mapTexts { text, _, _ in
      texts.append(text)
      return text
    }
    return texts
  }

  /// The content with break opportunities in long words.
  var withPlacesToBreak: Content { mapTexts { text, _, _ in CleanText.withPlacesToBreak(text) } }

  /// Opens each photo once and replaces its path with the path of the opened file.
  ///
  /// - Throws: any error from opening a photo, and `path-outside`.
  mutating func openPhotos(
    _ photos: PhotoStore, in files: FileScope
  ) throws(RenderError) -> [String] {
    var opened: [String: String] = [:]
    var found: [String] = []
    for (kind, fields) in Content.photoFields {
      for entry in self[kind] ?? [] {
        for key in fields {
          guard let path = entry.text(key), opened[path] == nil else { continue }
          let origin = Origin.option("content")
          let file = try files.path(of: path, origin: origin)
          try photos.open(file, origin: origin)
          opened[path] = file
          found.append(file)
        }
      }
    }
    self = mapEntries { _, _, field, value in
      guard field.type == .photo, case .text(let path) = value else { return value }
      return .text(opened[path] ?? path)
    }
    return found
  }
}

extension Content {
  /// Returns the content reduced to the kinds and fields that layouts show.
  func shown(by uses: [ContentUse]) -> Content {
    var fields: [ContentKind: Set<String>] = [:]
    for use in uses { fields[use.kind, default: []].formUnion(use.fields) }
    var content = only(fields.keys)
    content.notes = content.notes?.map { note in
      var note = note
      if fields[.notes]?.contains("due") != true { note.due = nil }
      if fields[.notes]?.contains("heading") != true { note.heading = nil }
      return note
    }
    for (kind, entries) in content.entries {
      content[kind] = entries.map { entry in
        ContentEntry(entry.values.filter { fields[kind]?.contains($0.key) == true })
      }
    }
    return content
  }

  /// Returns warnings about content kinds and optional fields that no layout shows.
  ///
  /// If no layout shows a kind, there is one warning for the whole kind. A layout that declares
  /// notes may still show no notes, which is known only after placement.
  func unused(by uses: [ContentUse], of template: String) -> [RenderWarning] {
    kinds.flatMap { kind -> [RenderWarning] in
      let shown = uses.filter { $0.kind == kind }
      guard !shown.isEmpty else {
        guard kind == .notes else { return [.contentUnused(kind, template)] }
        return isEmpty(.notes) ? [] : [.notesUnused(template)]
      }
      let fields = shown.reduce(into: Set<String>()) { $0.formUnion($1.fields) }
      // Required fields cause no warning, because entries must contain them.
      return kind.fields.filter { !$0.isRequired && !fields.contains($0.key) && says($0.key, kind) }
        .map { .contentUnused(kind, $0.key, template) }
    }
  }

  /// Returns whether any entry of a kind has a value for a key.
  private func says(_ key: String, _ kind: ContentKind) -> Bool {
    switch (kind, key) {
    case (.notes, "due"): notes?.contains { $0.due != nil } == true
    case (.notes, "heading"): notes?.contains { $0.heading != nil } == true
    case (.notes, _): false
    default: self[kind]?.contains { $0[key] != nil } == true
    }
  }
}

extension RenderWarning {
  fileprivate static func contentUnused(_ kind: ContentKind, _ template: String) -> RenderWarning {
    RenderWarning(
      .contentUnused,
      "the template '\(template)' does not show \(kind.rawValue); the given data is omitted",
      hint: "leave it out, or use another template; 'wallfarm describe \(template)' shows the "
        + "supported kinds"
    )
  }

  fileprivate static func contentUnused(
    _ kind: ContentKind, _ key: String, _ template: String
  ) -> RenderWarning {
    RenderWarning(
      .contentUnused,
      "the template '\(template)' does not show the key '\(key)' in \(kind.rawValue)",
      hint: "leave it out, or use a template that shows it")
  }
}
