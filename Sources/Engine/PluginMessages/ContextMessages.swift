package import SourceJSON
package import WallfarmPluginKit

// Encodes and decodes the context of a render: screen, notes, content and time.

/// The extensions of contract 1 that this host supports.
///
/// A program finds the list of extension names in its context; a library queries each extension by
/// name.
package enum HostExtension {
  /// The names in the order in which the extensions were added.
  package static let names = [
    "wallfarm.fit/1", "wallfarm.codes/1", "wallfarm.content/1", "wallfarm.time/1",
    "wallfarm.room/1", "wallfarm.lines/1", "wallfarm.cells/1", "wallfarm.film/1",
    "wallfarm.images/1",
  ]
}

extension JSONText {
  /// Encodes the context.
  package mutating func context(_ context: ComposeContext) {
    object { text in
      text.member("canvas", context.canvas) { $0.size($1) }
      text.member("freeArea", context.freeArea) { $0.rect($1) }
      text.list("obstacles", context.obstacles) { text, obstacle in
        text.object { text in
          text.member("kind", obstacle.kind.rawValue)
          text.member("frame", obstacle.frame) { $0.rect($1) }
        }
      }
      text.member("typeScale", context.typeScale)
      text.member("isTablet", context.isTablet)
      if context.isOnPhoto { text.member("isOnPhoto", true) }
      text.list("notes", context.notes) { text, note in
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
      text.member("now", context.now) { $0.now($1) }
      text.member("filmTime", context.filmTime)
      text.list("extensions", HostExtension.names) { $0.string($1) }
      text.member("overflow", context.overflow.rawValue)
      text.member("direction", context.direction.rawValue)
      text.member("language", context.language)
      text.member("measuring", context.measurer.messages?.measuring)
    }
  }
}

extension JSONText {
  /// Encodes the time and the next changes of the UTC offset, so that a plugin can compute local
  /// times.
  fileprivate mutating func now(_ now: Now) {
    var changes: [Moment] = []
    while changes.count < 4, let next = now.zone.change(after: changes.last ?? now.moment) {
      changes.append(next)
    }
    object { text in
      text.member("moment", now.moment.description)
      text.member("zone", now.zone.id)
      text.member("offset", now.zone.offset(at: now.moment))
      text.member("day", now.day.description)
      text.member("time", now.time.description)
      text.list("changes", changes) { text, moment in
        text.object { text in
          text.member("moment", moment.description)
          text.member("offset", now.zone.offset(at: moment))
        }
      }
    }
  }
}

extension MessageReader {
  /// Decodes a context; unknown members are ignored, as the contract requires of plugins.
  ///
  /// - Parameters:
  ///   - node: The context.
  ///   - measurer: The text measurer of the decoded context.
  ///   - codes: The QR code maker of the decoded context.
  /// - Returns: The context.
  /// - Throws: The first violation of the contract.
  package func context(
    _ node: JSONEntry, measurer: any TextMeasurer, codes: (any CodeMaker)?
  ) throws(MessageMistake) -> ComposeContext {
    var content = Content(notes: try notes(of: node))
    if content.isEmpty(.notes), try optional("emptyList", of: node, bool) != true {
      content.notes = nil
    }
    try readEntries(of: node, into: &content)
    let now = try optional("now", of: node, now)
    let filmTime = try optional("filmTime", of: node, number)
    return ComposeContext(
      canvas: try required("canvas", of: node, size),
      freeArea: try rect("freeArea", of: node),
      obstacles: try obstacles(of: node),
      typeScale: try length("typeScale", of: node),
      isTablet: try required("isTablet", of: node, bool),
      isOnPhoto: try optional("isOnPhoto", of: node, bool) ?? false,
      content: content, now: now, filmTime: filmTime,
      overflow: try word("overflow", of: node, default: OverflowPolicy.more),
      direction: try word("direction", of: node, default: TextDirection.automatic),
      language: try optionalText("language", of: node, limit: 2000), measurer: measurer,
      codes: codes)
  }

  private func now(_ node: JSONEntry) throws(MessageMistake) -> Now {
    let changes = try optional("changes", of: node) { (node) throws(MessageMistake) in
      try list(node, most: 100) { (node) throws(MessageMistake) in
        Zone.Change(
          at: try moment("moment", of: node).seconds,
          offset: try required("offset", of: node) { (node) throws(MessageMistake) in
            try integer(node, -93_600...93_600)
          })
      }
    }
    let offset = try required("offset", of: node) { (node) throws(MessageMistake) in
      try integer(node, -93_600...93_600)
    }
    let zone = Zone(
      id: try text("zone", of: node, limit: 100), firstOffset: offset, changes: changes ?? [])
    return Now(try moment("moment", of: node), in: zone)
  }

  private func moment(_ key: StaticString, of node: JSONEntry) throws(MessageMistake) -> Moment {
    try required(key, of: node) { (node) throws(MessageMistake) in
      guard let moment = Moment(try text(node, limit: 40)) else {
        throw mistake("is not a valid time")
      }
      return moment
    }
  }

  private func notes(of node: JSONEntry) throws(MessageMistake) -> [Note] {
    try required("notes", of: node) { (node) throws(MessageMistake) in
      try list(node, most: 10_000) { (node) throws(MessageMistake) in
        Note(
          try text("text", of: node, limit: 1_000_000),
          done: try required("done", of: node, bool),
          due: try optional("due", of: node) { (node) throws(MessageMistake) in
            guard let due = When(try text(node, limit: 40)) else {
              throw mistake("is not a valid day or time")
            }
            return due
          },
          heading: try optionalText("heading", of: node, limit: 2000))
      }
    }
  }

  /// Decodes the known content kinds and their known keys; ignores others, because the contract may
  /// add kinds and keys later.
  private func readEntries(
    of node: JSONEntry, into content: inout Content
  ) throws(MessageMistake) {
    guard let found = node["content"] else { return }
    guard case .object(let kinds) = found.plain else {
      throw mistake("has a 'content' that is not an object")
    }
    for (name, list) in kinds {
      guard let kind = ContentKind(rawValue: name), kind != .notes, case .array(let items) = list
      else { continue }
      content[kind] = try items.map { (item) throws(MessageMistake) in
        guard case .object(let members) = item else {
          throw mistake("has a \(kind.entry) that is not an object")
        }
        var values: [String: ContentValue] = [:]
        for field in kind.fields {
          guard let member = members[field.key] else { continue }
          guard let value = field.type.value(of: member, isMessage: true) else {
            throw mistake("has a \(kind.entry) whose '\(field.key)' is invalid")
          }
          values[field.key] = value
        }
        return ContentEntry(values)
      }
    }
  }

  /// Decodes the obstacles of known kinds; ignores others, because the contract may add kinds
  /// later.
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
