package import SourceJSON
package import WallfarmPluginKit

// What a plugin is told of screen and notes.

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
          text.key("kind")
          text.string(obstacle.kind.rawValue)
          text.key("frame")
          text.rect(obstacle.frame)
        }
      }
      text.key("typeScale")
      text.number(context.typeScale)
      text.key("isTablet")
      text.bool(context.isTablet)
      text.key("notes")
      text.list(context.notes) { text, note in
        text.object { text in
          text.key("text")
          text.string(note.text)
          text.key("done")
          text.bool(note.done)
        }
      }
      text.key("overflow")
      text.string(context.overflow.rawValue)
      text.key("direction")
      text.string(context.direction.rawValue)
      if let language = context.language {
        text.key("language")
        text.string(language)
      }
    }
  }
}

extension MessageReader {
  /// Reads a context; members that are not known are ignored, as the contract asks of plugins.
  ///
  /// - Parameters:
  ///   - node: the context.
  ///   - measurer: measures for whoever gets it.
  ///   - codes: makes QR codes.
  /// - Returns: the context.
  /// - Throws: what is not as the contract says.
  package mutating func context(
    _ node: JSONNode, measurer: any TextMeasurer, codes: (any CodeMaker)?
  ) throws(MessageMistake) -> ComposeContext {
    ComposeContext(
      canvas: try required("canvas", of: node) { (reader, node) throws(MessageMistake) in
        try reader.size(node)
      },
      freeArea: try rect("freeArea", of: node),
      obstacles: try obstacles(of: node),
      typeScale: try length("typeScale", of: node),
      isTablet: try required("isTablet", of: node) { (reader, node) throws(MessageMistake) in
        try reader.bool(node)
      },
      notes: try required("notes", of: node) { (reader, node) throws(MessageMistake) in
        try reader.list(node, most: 10_000) { (reader, node) throws(MessageMistake) in
          let text = try reader.required("text", of: node) {
            (reader, node) throws(MessageMistake) in try reader.text(node, limit: 1_000_000)
          }
          return Note(
            text,
            done: try reader.required("done", of: node) { (reader, node) throws(MessageMistake) in
              try reader.bool(node)
            })
        }
      },
      overflow: try word("overflow", of: node, default: OverflowPolicy.more),
      direction: try word("direction", of: node, default: TextDirection.automatic),
      language: try optional("language", of: node) { (reader, node) throws(MessageMistake) in
        try reader.text(node)
      }, measurer: measurer, codes: codes)
  }

  /// Obstacles of kinds that are known: the contract may be given more.
  private mutating func obstacles(of node: JSONNode) throws(MessageMistake) -> [Obstacle] {
    try required("obstacles", of: node) { (reader, node) throws(MessageMistake) in
      try reader.list(node, most: 1000) { (reader, node) throws(MessageMistake) -> Obstacle? in
        let kind = try reader.required("kind", of: node) { (reader, node) throws(MessageMistake) in
          Obstacle.Kind(rawValue: try reader.text(node))
        }
        let frame = try reader.rect("frame", of: node)
        return kind.map { Obstacle($0, frame: frame) }
      }
    }.compactMap(\.self)
  }
}
