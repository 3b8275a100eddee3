package import SourceJSON
package import WallfarmPluginKit

// Text blocks and their measurements.

extension MessageReader {
  private static let block: [StaticString] = [
    "spans", "style", "alignment", "direction", "language", "lineLimit", "breaking", "hang",
  ]
  private static let span: [StaticString] = ["text", "color", "weight", "scale", "strikethrough"]
  private static let style: [StaticString] = [
    "family", "size", "weight", "italic", "color", "letterSpacing", "lineGap", "features",
    "strikethrough",
  ]
  /// The maximum number of characters in a span; all spans in a message together may have at most 4
  /// times as many bytes.
  ///
  /// For comparison, a note has at most 1000 characters.
  private static let mostCharacters = 100_000

  package func block(_ node: JSONEntry) throws(MessageMistake) -> TextBlock {
    try object(node, keys: Self.block)
    var block = TextBlock(
      spans: try required("spans", of: node) { (node) throws(MessageMistake) in
        try list(node, most: 10_000, span)
      },
      style: try style(of: node),
      alignment: try word("alignment", of: node, default: TextAlignment.start),
      direction: try word("direction", of: node, default: TextDirection.automatic),
      language: try optionalText("language", of: node, limit: 100),
      lineLimit: try optional("lineLimit", of: node) { (node) throws(MessageMistake) in
        try integer(node, 1...10_000)
      },
      breaking: try optional("breaking", of: node) { (node) throws(MessageMistake) in
        try word(node, as: LineBreaking.self)
      })
    block.hang =
      try optional("hang", of: node) { (node) throws(MessageMistake) in try length(node) } ?? 0
    return block
  }

  /// Decodes the style under the key `style`.
  ///
  /// - Parameters:
  ///   - node: The object that contains the key.
  ///   - size: The default type size in points; `nil` makes the size required.
  /// - Returns: The style.
  /// - Throws: The first violation of the contract.
  package func style(
    of node: JSONEntry, size: Double? = nil
  ) throws(MessageMistake) -> TextStyle {
    try required("style", of: node) { (node) throws(MessageMistake) in
      try style(node, size: size)
    }
  }

  /// Decodes a width or height in points, 0…1,000,000.
  package func length(_ node: JSONEntry) throws(MessageMistake) -> Double {
    let length = try number(node)
    guard (0...1_000_000).contains(length) else {
      throw mistake("is \(length), which is not a valid length")
    }
    return length
  }

  /// Decodes an optional enumeration value with a default.
  package func word<Word: RawRepresentable & CaseIterable>(
    _ key: StaticString, of node: JSONEntry, default standard: Word
  ) throws(MessageMistake) -> Word where Word.RawValue == String {
    try optional(key, of: node) { (node) throws(MessageMistake) in
      try word(node, as: Word.self)
    } ?? standard
  }

  private func flag(_ key: StaticString, of node: JSONEntry) throws(MessageMistake) -> Bool? {
    try optional(key, of: node, bool)
  }

  private func weight(of node: JSONEntry) throws(MessageMistake) -> Int? {
    try optional("weight", of: node) { (node) throws(MessageMistake) in
      try integer(node, 1...1000)
    }
  }

  private func span(_ node: JSONEntry) throws(MessageMistake) -> TextSpan {
    try object(node, keys: Self.span)
    let text = try required("text", of: node) { (node) throws(MessageMistake) in
      let words = try self.text(node, limit: Self.mostCharacters)
      characters += words.utf8.count
      guard characters <= 4 * Self.mostCharacters else {
        throw mistake("makes the total text too long")
      }
      return words
    }
    return TextSpan(
      text,
      color: try optional("color", of: node, color(_:)),
      weight: try weight(of: node),
      scale: try optional("scale", of: node, number),
      strikethrough: try flag("strikethrough", of: node))
  }

  private func sizeOfType(
    _ node: JSONEntry, default size: Double?
  ) throws(MessageMistake) -> Double {
    guard let size else { return try length("size", of: node) }
    return try length("size", of: node, default: size)
  }

  private func style(
    _ node: JSONEntry, size: Double?
  ) throws(MessageMistake) -> TextStyle {
    try object(node, keys: Self.style)
    return TextStyle(
      family: try text("family", of: node, limit: 100),
      size: try sizeOfType(node, default: size), weight: try weight(of: node) ?? 400,
      italic: try flag("italic", of: node) ?? false, color: try color(of: node),
      letterSpacing: try length("letterSpacing", of: node, default: 0),
      lineGap: try length("lineGap", of: node, default: 0),
      features: try optionalText("features", of: node, limit: 200) ?? "",
      strikethrough: try flag("strikethrough", of: node) ?? false)
  }

  package func measurement(_ node: JSONEntry) throws(MessageMistake) -> TextMeasurement {
    TextMeasurement(
      size: try required("size", of: node, size),
      ink: try rect("ink", of: node),
      lines: try required("lines", of: node) { (node) throws(MessageMistake) in
        try list(node, most: 100_000) { (node) throws(MessageMistake) in
          let range = try required("range", of: node) {
            (node) throws(MessageMistake) in
            try list(node, most: 2) { (node) throws(MessageMistake) in
              try integer(node, 0...Int(Int32.max))
            }
          }
          guard range.count == 2, range[0] <= range[1] else {
            throw mistake("has an invalid range")
          }
          return TextLine(
            frame: try rect("frame", of: node), ink: try rect("ink", of: node),
            baseline: try length("baseline", of: node), range: range[0]..<range[1],
            isHyphenated: try flag("hyphenated", of: node) ?? false)
        }
      },
      direction: try word("direction", of: node, default: TextDirection.automatic),
      isClipped: try flag("isClipped", of: node) ?? false)
  }

  /// Decodes a required rectangle.
  package func rect(_ key: StaticString, of node: JSONEntry) throws(MessageMistake) -> Rect {
    try required(key, of: node, rect)
  }
}

extension JSONText {
  package mutating func block(_ block: TextBlock) {
    object { text in
      text.list("spans", block.spans) { $0.span($1) }
      text.member("style", block.style) { $0.style($1) }
      text.member("alignment", block.alignment.rawValue)
      text.member("direction", block.direction.rawValue)
      text.member("language", block.language)
      text.member("lineLimit", block.lineLimit)
      text.member("breaking", block.breaking?.rawValue)
      text.member("hang", block.hang > 0 ? block.hang : nil)
    }
  }

  private mutating func span(_ span: TextSpan) {
    object { text in
      text.member("text", span.text)
      text.member("color", span.color?.hex)
      text.member("weight", span.weight)
      text.member("scale", span.scale)
      text.member("strikethrough", span.strikethrough)
    }
  }

  package mutating func style(_ style: TextStyle) {
    object { text in
      text.member("family", style.family)
      text.member("size", style.size)
      text.member("weight", style.weight)
      text.member("color", style.color.hex)
      if style.italic {
        text.member("italic", true)
      }
      if style.letterSpacing != 0 {
        text.member("letterSpacing", style.letterSpacing)
      }
      if style.lineGap != 0 {
        text.member("lineGap", style.lineGap)
      }
      if !style.features.isEmpty {
        text.member("features", style.features)
      }
      if style.strikethrough {
        text.member("strikethrough", true)
      }
    }
  }

  package mutating func measurement(_ measurement: TextMeasurement) {
    object { text in
      text.member("size", measurement.size) { $0.size($1) }
      text.member("ink", measurement.ink) { $0.rect($1) }
      text.list("lines", measurement.lines) { text, line in
        text.object { text in
          text.member("frame", line.frame) { $0.rect($1) }
          text.member("ink", line.ink) { $0.rect($1) }
          text.member("baseline", line.baseline)
          text.list("range", [line.range.lowerBound, line.range.upperBound]) {
            $0.number(Double($1))
          }
          // Write this member only for hyphenated lines. In contract 1, other lines do not have it.
          if line.isHyphenated { text.member("hyphenated", true) }
        }
      }
      text.member("direction", measurement.direction.rawValue)
      text.member("isClipped", measurement.isClipped)
    }
  }
}
