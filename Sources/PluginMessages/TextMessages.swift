package import SourceJSON
package import WallfarmPluginKit

// Blocks of text, and what they take up.

extension MessageReader {
  private static let block: Set<String> = [
    "spans", "style", "alignment", "direction", "language", "lineLimit",
  ]
  private static let span: Set<String> = ["text", "color", "weight", "scale", "strikethrough"]
  private static let style: Set<String> = [
    "family", "size", "weight", "italic", "color", "letterSpacing", "lineGap", "features",
    "strikethrough",
  ]
  /// Characters of all texts of an answer; a note has at most a thousand.
  private static let mostCharacters = 100_000

  package mutating func block(_ node: JSONNode) throws(MessageMistake) -> TextBlock {
    try object(node, keys: Self.block)
    return TextBlock(
      spans: try required("spans", of: node) { (reader, node) throws(MessageMistake) in
        try reader.list(node, most: 10_000) { (reader, node) throws(MessageMistake) in
          try reader.span(node)
        }
      },
      style: try style(of: node),
      alignment: try word("alignment", of: node, default: TextAlignment.start),
      direction: try word("direction", of: node, default: TextDirection.automatic),
      language: try optional("language", of: node) { (reader, node) throws(MessageMistake) in
        try reader.text(node, limit: 100)
      },
      lineLimit: try optional("lineLimit", of: node) { (reader, node) throws(MessageMistake) in
        try reader.integer(node, 1...10_000)
      })
  }

  /// The style under the key `style`.
  ///
  /// - Parameters:
  ///   - node: what has the key.
  ///   - size: stands where the style has none; nil where it must have one.
  /// - Returns: the style.
  /// - Throws: what is not as the contract says.
  package mutating func style(
    of node: JSONNode, size: Double? = nil
  ) throws(MessageMistake) -> TextStyle {
    try required("style", of: node) { (reader, node) throws(MessageMistake) in
      try reader.style(node, size: size)
    }
  }

  /// A length that text wraps at or fits into, in points.
  package mutating func length(_ node: JSONNode) throws(MessageMistake) -> Double {
    let length = try number(node)
    guard (0...1_000_000).contains(length) else { throw mistake("is \(length), no length") }
    return length
  }

  /// A word under a key that may be left out.
  package mutating func word<Word: RawRepresentable & CaseIterable>(
    _ key: String, of node: JSONNode, default standard: Word
  ) throws(MessageMistake) -> Word where Word.RawValue == String {
    try optional(key, of: node) { (reader, node) throws(MessageMistake) in
      try reader.word(node, as: Word.self)
    } ?? standard
  }

  private mutating func flag(_ key: String, of node: JSONNode) throws(MessageMistake) -> Bool? {
    try optional(key, of: node) { (reader, node) throws(MessageMistake) in try reader.bool(node) }
  }

  private mutating func weight(of node: JSONNode) throws(MessageMistake) -> Int? {
    try optional("weight", of: node) { (reader, node) throws(MessageMistake) in
      try reader.integer(node, 1...1000)
    }
  }

  private mutating func span(_ node: JSONNode) throws(MessageMistake) -> TextSpan {
    try object(node, keys: Self.span)
    let text = try required("text", of: node) { (reader, node) throws(MessageMistake) in
      let text = try reader.text(node, limit: Self.mostCharacters)
      reader.characters += text.utf8.count
      guard reader.characters <= 4 * Self.mostCharacters else {
        throw reader.mistake("is too much text with all that came before it")
      }
      return text
    }
    return TextSpan(
      text,
      color: try optional("color", of: node) { (reader, node) throws(MessageMistake) in
        try reader.color(node)
      },
      weight: try weight(of: node),
      scale: try optional("scale", of: node) { (reader, node) throws(MessageMistake) in
        try reader.number(node)
      },
      strikethrough: try flag("strikethrough", of: node))
  }

  private mutating func sizeOfType(
    _ node: JSONNode, default size: Double?
  ) throws(MessageMistake) -> Double {
    guard let size else { return try length("size", of: node) }
    return try length("size", of: node, default: size)
  }

  private mutating func style(
    _ node: JSONNode, size: Double?
  ) throws(MessageMistake) -> TextStyle {
    try object(node, keys: Self.style)
    return TextStyle(
      family: try required("family", of: node) { (reader, node) throws(MessageMistake) in
        try reader.text(node, limit: 100)
      },
      size: try sizeOfType(node, default: size), weight: try weight(of: node) ?? 400,
      italic: try flag("italic", of: node) ?? false, color: try color(of: node),
      letterSpacing: try length("letterSpacing", of: node, default: 0),
      lineGap: try length("lineGap", of: node, default: 0),
      features: try optional("features", of: node) { (reader, node) throws(MessageMistake) in
        try reader.text(node, limit: 200)
      } ?? "",
      strikethrough: try flag("strikethrough", of: node) ?? false)
  }

  package mutating func measurement(_ node: JSONNode) throws(MessageMistake) -> TextMeasurement {
    TextMeasurement(
      size: try required("size", of: node) { (reader, node) throws(MessageMistake) in
        try reader.size(node)
      },
      ink: try rect("ink", of: node),
      lines: try required("lines", of: node) { (reader, node) throws(MessageMistake) in
        try reader.list(node, most: 100_000) { (reader, node) throws(MessageMistake) in
          let range = try reader.required("range", of: node) {
            (reader, node) throws(MessageMistake) in
            try reader.list(node, most: 2) { (reader, node) throws(MessageMistake) in
              try reader.integer(node, 0...Int(Int32.max))
            }
          }
          guard range.count == 2, range[0] <= range[1] else {
            throw reader.mistake("has a range that is none")
          }
          return TextLine(
            frame: try reader.rect("frame", of: node), ink: try reader.rect("ink", of: node),
            baseline: try reader.length("baseline", of: node), range: range[0]..<range[1])
        }
      },
      direction: try word("direction", of: node, default: TextDirection.automatic),
      isClipped: try flag("isClipped", of: node) ?? false)
  }

  /// A rectangle under a key that must be there.
  package mutating func rect(_ key: String, of node: JSONNode) throws(MessageMistake) -> Rect {
    try required(key, of: node) { (reader, node) throws(MessageMistake) in try reader.rect(node) }
  }
}

extension JSONText {
  package mutating func block(_ block: TextBlock) {
    object { text in
      text.key("spans")
      text.list(block.spans) { $0.span($1) }
      text.key("style")
      text.style(block.style)
      text.key("alignment")
      text.string(block.alignment.rawValue)
      text.key("direction")
      text.string(block.direction.rawValue)
      if let language = block.language {
        text.key("language")
        text.string(language)
      }
      if let limit = block.lineLimit {
        text.key("lineLimit")
        text.number(Double(limit))
      }
    }
  }

  private mutating func span(_ span: TextSpan) {
    object { text in
      text.key("text")
      text.string(span.text)
      if let color = span.color {
        text.key("color")
        text.string(color.hex)
      }
      if let weight = span.weight {
        text.key("weight")
        text.number(Double(weight))
      }
      if let scale = span.scale {
        text.key("scale")
        text.number(scale)
      }
      if let strikethrough = span.strikethrough {
        text.key("strikethrough")
        text.bool(strikethrough)
      }
    }
  }

  package mutating func style(_ style: TextStyle) {
    object { text in
      text.key("family")
      text.string(style.family)
      text.key("size")
      text.number(style.size)
      text.key("weight")
      text.number(Double(style.weight))
      text.key("color")
      text.string(style.color.hex)
      if style.italic {
        text.key("italic")
        text.bool(true)
      }
      if style.letterSpacing != 0 {
        text.key("letterSpacing")
        text.number(style.letterSpacing)
      }
      if style.lineGap != 0 {
        text.key("lineGap")
        text.number(style.lineGap)
      }
      if !style.features.isEmpty {
        text.key("features")
        text.string(style.features)
      }
      if style.strikethrough {
        text.key("strikethrough")
        text.bool(true)
      }
    }
  }

  package mutating func measurement(_ measurement: TextMeasurement) {
    object { text in
      text.key("size")
      text.size(measurement.size)
      text.key("ink")
      text.rect(measurement.ink)
      text.key("lines")
      text.list(measurement.lines) { text, line in
        text.object { text in
          text.key("frame")
          text.rect(line.frame)
          text.key("ink")
          text.rect(line.ink)
          text.key("baseline")
          text.number(line.baseline)
          text.key("range")
          text.list([line.range.lowerBound, line.range.upperBound]) { $0.number(Double($1)) }
        }
      }
      text.key("direction")
      text.string(measurement.direction.rawValue)
      text.key("isClipped")
      text.bool(measurement.isClipped)
    }
  }
}
