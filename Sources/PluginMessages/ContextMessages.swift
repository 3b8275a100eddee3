package import SourceJSON
package import WallfarmPluginKit

// What a plugin is told of screen and notes.

/// What a host knows besides contract 1 as it was made: a program reads the names in its context, a library
/// asks for them.
package enum HostExtension {
  /// In the order in which they were added.
  package static let names = ["wallfarm.fit/1", "wallfarm.codes/1", "wallfarm.content/1"]
}

extension JSONText {
  /// The context as an object.
  package mutating func context(_ context: ComposeContext) {
    object { text in
      text.key("canvas")
      text.size(context.canvas)
      text.key("freeArea")
      text.rect(context.freeArea)
      text.key("obstacles")
      text.list(context.obstacles) { text, obstacle in
        text.object { text in
          text.member("kind", obstacle.kind.rawValue)
          text.key("frame")
          text.rect(obstacle.frame)
        }
      }
      text.member("typeScale", context.typeScale)
      text.member("isTablet", context.isTablet)
      text.key("notes")
      text.list(context.notes) { text, note in
        text.object { text in
          text.member("text", note.text)
          text.member("done", note.done)
          text.member("due", note.due?.description)
          text.member("heading", note.heading)
        }
      }
      if context.hasEmptyList { text.member("emptyList", true) }
      if !context.content.entries.isEmpty {
        text.key("content")
        text.value(context.content.jsonWithoutNotes)
      }
      text.key("extensions")
      text.list(HostExtension.names) { $0.string($1) }
      text.member("overflow", context.overflow.rawValue)
      text.member("direction", context.direction.rawValue)
      text.member("language", context.language)
      text.member("measuring", context.measurer.messages?.measuring)
    }
  }
}

extension MessageReader {
  /// Reads a context; members that are not known are ignored, as the contract asks of plugins.
  ///
  /// - Parameters:
  ///   - node: the context.
  ///   - measurer: measures for the plugin that gets it.
  ///   - codes: makes QR codes.
  /// - Returns: the context.
  /// - Throws: what is not as the contract says.
  package func context(
    _ node: JSONEntry, measurer: any TextMeasurer, codes: (any CodeMaker)?
  ) throws(MessageMistake) -> ComposeContext {
    var content = Content(notes: try notes(of: node))
    if content.isEmpty(.notes), try optional("emptyList", of: node, bool) != true {
      content.notes = nil
    }
    try readEntries(of: node, into: &content)
    return ComposeContext(
      canvas: try required("canvas", of: node, size),
      freeArea: try rect("freeArea", of: node),
      obstacles: try obstacles(of: node),
      typeScale: try length("typeScale", of: node),
      isTablet: try required("isTablet", of: node, bool),
      content: content,
      overflow: try word("overflow", of: node, default: OverflowPolicy.more),
      direction: try word("direction", of: node, default: TextDirection.automatic),
      language: try optionalText("language", of: node, limit: 2000), measurer: measurer,
      codes: codes)
  }

  private func notes(of node: JSONEntry) throws(MessageMistake) -> [Note] {
    try required("notes", of: node) { (node) throws(MessageMistake) in
      try list(node, most: 10_000) { (node) throws(MessageMistake) in
        Note(
          try text("text", of: node, limit: 1_000_000),
          done: try required("done", of: node, bool),
          due: try optionalText("due", of: node, limit: 40).flatMap(When.init),
          heading: try optionalText("heading", of: node, limit: 2000))
      }
    }
  }

  /// Entries of kinds that are known, and of these the keys that are: the contract may be given more.
  private func readEntries(
    of node: JSONEntry, into content: inout Content
  ) throws(MessageMistake) {
    guard let found = node["content"] else { return }
    guard case .object(let kinds) = found.plain else { throw mistake("needs content as an object") }
    for (name, list) in kinds {
      guard let kind = ContentKind(rawValue: name), kind != .notes, case .array(let items) = list
      else { continue }
      content[kind] = items.map { item in
        guard case .object(let members) = item else { return ContentEntry([:]) }
        var values: [String: ContentValue] = [:]
        for field in kind.fields {
          values[field.key] = members[field.key].flatMap(field.type.value)
        }
        return ContentEntry(values)
      }
    }
  }

  /// Obstacles of kinds that are known: the contract may be given more.
  private func obstacles(of node: JSONEntry) throws(MessageMistake) -> [Obstacle] {
    try required("obstacles", of: node) { (node) throws(MessageMistake) in
      try list(node, most: 1000) { (node) throws(MessageMistake) -> Obstacle? in
        let kind = try required("kind", of: node) { (node) throws(MessageMistake) in
          Obstacle.Kind(rawValue: try text(node, limit: 2000))
        }
        let frame = try rect("frame", of: node)
        return kind.map { Obstacle($0, frame: frame) }
      }
    }.compactMap(\.self)
  }
}
