package import SourceJSON
package import WallfarmPluginKit

// A plugin's answer: {"layers": […], "fontSize": 34, "notes": […], "warnings": […]}.

extension MessageReader {
  private static let answer: [StaticString] = [
    "type", "layers", "fontSize", "notes", "warnings", "expires", "room", "considered",
  ]
  private static let room: [StaticString] = ["width", "height"]
  private static let note: [StaticString] = ["number", "lines", "frame", "direction", "clipped"]
  private static let setting: [StaticString] = ["form", "fontSize", "costs"]
  private static let warning: [StaticString] = ["code", "message", "hint"]

  /// Decodes an answer.
  ///
  /// - Parameters:
  ///   - node: The answer.
  ///   - notes: The number of notes in the context.
  /// - Returns: The arrangement. It has not been checked against the limits for scenes.
  /// - Throws: The first violation of the contract.
  package func arrangement(
    _ node: JSONEntry, notes: Int
  ) throws(MessageMistake) -> Arrangement {
    try object(node, keys: Self.answer)
    return Arrangement(
      layers: try required("layers", of: node, layers),
      fontSize: try optional("fontSize", of: node) { (node) throws(MessageMistake) in
        let size = try number(node)
        guard (0...2000).contains(size) else {
          throw mistake("is \(size), which is not a valid type size")
        }
        return size
      },
      notes: try optional("notes", of: node) { (node) throws(MessageMistake) in
        try list(node, most: notes) { (node) throws(MessageMistake) in
          try placement(node, notes: notes)
        }
      } ?? [],
      warnings: try optional("warnings", of: node) { (node) throws(MessageMistake) in
        try list(node, most: 100, warning)
      } ?? [],
      expires: try optional("expires", of: node) { (node) throws(MessageMistake) in
        guard let moment = Moment(try text(node, limit: 40)) else {
          throw mistake("is not a valid time: use the format 2026-12-24T18:00:00+01:00")
        }
        return moment
      },
      room: try optional("room", of: node) { (node) throws(MessageMistake) in
        try object(node, keys: Self.room)
        return Size(
          width: try required("width", of: node, length),
          height: try required("height", of: node, length))
      },
      considered: try optional("considered", of: node) { (node) throws(MessageMistake) in
        try list(node, most: 100, setting)
      } ?? [])
  }

  private func setting(_ node: JSONEntry) throws(MessageMistake) -> ConsideredSetting {
    try object(node, keys: Self.setting)
    let costs = try required("costs", of: node) { (node) throws(MessageMistake) in
      try list(node, most: 20) { (node) throws(MessageMistake) in
        try object(node, keys: ["what", "cost"])
        return (try sentence("what", of: node), try required("cost", of: node, length))
      }
    }
    return ConsideredSetting(
      form: try text("form", of: node, limit: 40),
      fontSize: try required("fontSize", of: node, length),
      costs: Dictionary(costs, uniquingKeysWith: { $1 }))
  }

  private func placement(
    _ node: JSONEntry, notes: Int
  ) throws(MessageMistake) -> NotePlacement {
    try object(node, keys: Self.note)
    return NotePlacement(
      number: try required("number", of: node) { (node) throws(MessageMistake) in
        try integer(node, 1...max(1, notes))
      },
      lines: try required("lines", of: node) { (node) throws(MessageMistake) in
        try integer(node, 0...10_000)
      },
      frame: try rect("frame", of: node),
      direction: try word("direction", of: node, default: TextDirection.automatic),
      clipped: try optional("clipped", of: node, bool) ?? false)
  }

  private func warning(_ node: JSONEntry) throws(MessageMistake) -> RenderWarning {
    try object(node, keys: Self.warning)
    return RenderWarning(
      try required("code", of: node) { (node) throws(MessageMistake) in
        try word(node, as: WarningCode.self)
      },
      try sentence("message", of: node),
      hint: try optionalSentence("hint", of: node))
  }

  /// Decodes an optional sentence and converts it to one line.
  package func optionalSentence(
    _ key: StaticString, of node: JSONEntry
  ) throws(MessageMistake) -> String? {
    try optional(key, of: node, sentence)
  }

  /// Decodes a required sentence and converts it to one line.
  package func sentence(_ key: StaticString, of node: JSONEntry) throws(MessageMistake) -> String {
    try required(key, of: node, sentence)
  }

  private func sentence(_ node: JSONEntry) throws(MessageMistake) -> String {
    let shown = try text(node, limit: Self.longestSentence).onOneLine.visible
    // Check the length again. Escaping can make the text longer, and a host that isolates libraries
    // parses the escaped text with this reader.
    guard shown.utf8.count <= Self.longestSentence || shown.count <= Self.longestSentence else {
      throw mistake(
        "has \(shown.count) characters after escaping; "
          + "the maximum is \(Self.longestSentence)")
    }
    return shown
  }

  /// The maximum length of a message or hint in characters.
  private static let longestSentence = 500
}

extension String {
  /// The text with control characters and other unsafe characters replaced by spaces.
  package var onOneLine: String {
    String(
      String.UnicodeScalarView(unicodeScalars.map { $0.isSafeToPrint ? $0 : " " }))
  }
}

extension JSONText {
  package mutating func arrangement(_ arrangement: Arrangement) {
    object { text in
      text.member("type", "done")
      text.member("layers", arrangement.layers) { $0.layers($1) }
      text.member("fontSize", arrangement.fontSize)
      if !arrangement.notes.isEmpty {
        text.list("notes", arrangement.notes) { text, note in
          text.object { text in
            text.member("number", note.number)
            text.member("lines", note.lines)
            text.member("frame", note.frame) { $0.rect($1) }
            text.member("direction", note.direction.rawValue)
            text.member("clipped", note.clipped)
          }
        }
      }
      if !arrangement.warnings.isEmpty {
        text.list("warnings", arrangement.warnings) { text, warning in
          text.object { text in
            text.member("code", warning.code.rawValue)
            text.member("message", warning.message)
            text.member("hint", warning.hint)
          }
        }
      }
      text.member("expires", arrangement.expires?.description)
      if !arrangement.considered.isEmpty {
        text.list("considered", arrangement.considered) { text, setting in
          text.object { text in
            text.member("form", setting.form)
            text.member("fontSize", setting.fontSize)
            text.list("costs", setting.costs.sorted { $0.key < $1.key }) { text, cost in
              text.object { text in
                text.member("what", cost.key)
                text.member("cost", cost.value)
              }
            }
          }
        }
      }
      text.member("room", arrangement.room) { $0.size($1) }
    }
  }
}
