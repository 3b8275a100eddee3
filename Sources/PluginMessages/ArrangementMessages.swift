package import SourceJSON
package import WallfarmPluginKit

// What a plugin answers: {"layers": […], "fontSize": 34, "notes": […], "warnings": […]}.

extension MessageReader {
  private static let answer: Set<String> = ["type", "layers", "fontSize", "notes", "warnings"]
  private static let note: Set<String> = ["number", "lines", "frame", "direction", "clipped"]
  private static let warning: Set<String> = ["code", "message", "hint"]

  /// Reads an answer.
  ///
  /// - Parameters:
  ///   - node: the answer.
  ///   - notes: how many notes there are to be placed.
  /// - Returns: what it says, with no number judged.
  /// - Throws: the first thing that is not as the contract says.
  package mutating func arrangement(
    _ node: JSONNode, notes: Int
  ) throws(MessageMistake) -> Arrangement {
    try object(node, keys: Self.answer)
    return Arrangement(
      layers: try required("layers", of: node) { (reader, node) throws(MessageMistake) in
        try reader.layers(node)
      },
      fontSize: try optional("fontSize", of: node) { (reader, node) throws(MessageMistake) in
        let size = try reader.number(node)
        guard (0...2000).contains(size) else { throw reader.mistake("is \(size), no type size") }
        return size
      },
      notes: try optional("notes", of: node) { (reader, node) throws(MessageMistake) in
        try reader.list(node, most: notes) { (reader, node) throws(MessageMistake) in
          try reader.placement(node, notes: notes)
        }
      } ?? [],
      warnings: try optional("warnings", of: node) { (reader, node) throws(MessageMistake) in
        try reader.list(node, most: 100) { (reader, node) throws(MessageMistake) in
          try reader.warning(node)
        }
      } ?? [])
  }

  private mutating func placement(
    _ node: JSONNode, notes: Int
  ) throws(MessageMistake) -> NotePlacement {
    try object(node, keys: Self.note)
    return NotePlacement(
      number: try required("number", of: node) { (reader, node) throws(MessageMistake) in
        try reader.integer(node, 1...max(1, notes))
      },
      lines: try required("lines", of: node) { (reader, node) throws(MessageMistake) in
        try reader.integer(node, 0...10_000)
      },
      frame: try rect("frame", of: node),
      direction: try word("direction", of: node, default: TextDirection.automatic),
      clipped: try optional("clipped", of: node) { (reader, node) throws(MessageMistake) in
        try reader.bool(node)
      } ?? false)
  }

  private mutating func warning(_ node: JSONNode) throws(MessageMistake) -> RenderWarning {
    try object(node, keys: Self.warning)
    return RenderWarning(
      try required("code", of: node) { (reader, node) throws(MessageMistake) in
        try reader.word(node, as: WarningCode.self)
      },
      try sentence("message", of: node),
      hint: try optional("hint", of: node) { (reader, node) throws(MessageMistake) in
        try reader.text(node, limit: 500)
      })
  }

  /// A sentence under a key that may be left out, on one line.
  package mutating func optionalSentence(
    _ key: String, of node: JSONNode
  ) throws(MessageMistake) -> String? {
    try optional(key, of: node) { (reader, node) throws(MessageMistake) in
      try reader.text(node, limit: 500).onOneLine
    }
  }

  /// A sentence under a key that must be there, on one line.
  package mutating func sentence(
    _ key: String, of node: JSONNode
  ) throws(MessageMistake) -> String {
    try required(key, of: node) { (reader, node) throws(MessageMistake) in
      try reader.text(node, limit: 500).onOneLine
    }
  }
}

extension String {
  /// The text with everything that is no plain character replaced by a space: what a stranger says
  /// must not move the cursor of a terminal.
  package var onOneLine: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: " "
          default: scalar
          }
        }))
  }
}

extension JSONText {
  package mutating func arrangement(_ arrangement: Arrangement) {
    object { text in
      text.key("type")
      text.string("done")
      text.key("layers")
      text.layers(arrangement.layers)
      if let size = arrangement.fontSize {
        text.key("fontSize")
        text.number(size)
      }
      if !arrangement.notes.isEmpty {
        text.key("notes")
        text.list(arrangement.notes) { text, note in
          text.object { text in
            text.key("number")
            text.number(Double(note.number))
            text.key("lines")
            text.number(Double(note.lines))
            text.key("frame")
            text.rect(note.frame)
            text.key("direction")
            text.string(note.direction.rawValue)
            text.key("clipped")
            text.bool(note.clipped)
          }
        }
      }
      if !arrangement.warnings.isEmpty {
        text.key("warnings")
        text.list(arrangement.warnings) { text, warning in
          text.object { text in
            text.key("code")
            text.string(warning.code.rawValue)
            text.key("message")
            text.string(warning.message)
            if let hint = warning.hint {
              text.key("hint")
              text.string(hint)
            }
          }
        }
      }
    }
  }
}
