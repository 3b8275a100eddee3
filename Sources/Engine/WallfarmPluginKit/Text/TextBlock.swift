/// A paragraph of styled text; the enclosing layer determines its position.
public struct TextBlock: Hashable, Sendable {
  /// The spans in reading order, which together make up the text.
  public var spans: [TextSpan]
  /// The default style of the spans.
  public var style: TextStyle
  /// The alignment of lines in the frame.
  public var alignment: TextAlignment
  /// The base direction of the paragraph.
  public var direction: TextDirection
  /// The BCP 47 tag that selects Han variants and line breaking rules, or `nil` for the host's
  /// language.
  public var language: String?
  /// The maximum number of lines, or `nil` for no limit; an ellipsis marks omitted text.
  public var lineLimit: Int?
  /// The line breaking mode; `nil` for greedy breaking by the Unicode rules.
  public var breaking: LineBreaking?
  /// The maximum distance in points by which opening punctuation hangs outside the frame; 0 for
  /// none.
  ///
  /// Punctuation hangs only at the start of a line, and only if lines are aligned at their start.
  public var hang = 0.0

  /// Creates a block from spans.
  public init(
    spans: [TextSpan], style: TextStyle, alignment: TextAlignment = .start,
    direction: TextDirection = .automatic, language: String? = nil, lineLimit: Int? = nil,
    breaking: LineBreaking? = nil
  ) {
    self.spans = spans
    self.style = style
    self.alignment = alignment
    self.direction = direction
    self.language = language
    self.lineLimit = lineLimit
    self.breaking = breaking
  }

  /// Creates a block with one span.
  public init(
    _ text: String, style: TextStyle, alignment: TextAlignment = .start,
    direction: TextDirection = .automatic, language: String? = nil, lineLimit: Int? = nil,
    breaking: LineBreaking? = nil
  ) {
    self.init(
      spans: [TextSpan(text)], style: style, alignment: alignment, direction: direction,
      language: language, lineLimit: lineLimit, breaking: breaking)
  }

  /// The text of all spans.
  public var text: String { spans.count == 1 ? spans[0].text : spans.map(\.text).joined() }
}

extension TextBlock {
  /// Whether the sizes, weights, spacings and other numbers of the block are in their valid ranges.
  ///
  /// The valid ranges are 1…2000 pt for sizes, 1…1000 for weights, −1…10 em for spacings, 1…10,000
  /// for the line limit, 0.05…20 for scales, and 0…2000 pt for hanging punctuation. The block must
  /// also have at least one span.
  public var isDrawable: Bool {
    (1...2000).contains(style.size) && (1...1000).contains(style.weight)
      && (-1...10).contains(style.letterSpacing) && (-1...10).contains(style.lineGap)
      && (1...10_000).contains(lineLimit ?? 1) && !spans.isEmpty && (0...2000).contains(hang)
      && spans.allSatisfy { span in
        (0.05...20).contains(span.scale ?? 1) && (1...1000).contains(span.weight ?? 400)
      }
  }
}

/// A part of a text block, which can override the style of the block.
public struct TextSpan: Hashable, Sendable {
  /// The text, including spaces.
  public var text: String
  /// The color, or `nil` for the block's color.
  public var color: Color?
  /// The weight, 1…1000, or `nil` for the block's weight.
  public var weight: Int?
  /// The size relative to the block's size, such as 0.6; `nil` means 1.
  public var scale: Double?
  /// Whether the text is struck through, or `nil` for the block's style.
  public var strikethrough: Bool?

  /// Creates a span that inherits the omitted properties from the block.
  public init(
    _ text: String, color: Color? = nil, weight: Int? = nil, scale: Double? = nil,
    strikethrough: Bool? = nil
  ) {
    self.text = text
    self.color = color
    self.weight = weight
    self.scale = scale
    self.strikethrough = strikethrough
  }
}

/// The style of text.
public struct TextStyle: Hashable, Sendable {
  /// The font family; the bundled fallback fonts provide any characters that it lacks.
  public var family: String
  /// The type size in points.
  public var size: Double
  /// The CSS weight, 1…1000: 400 is regular, 700 is bold, and 900 is black.
  public var weight: Int
  /// Whether the text is italic.
  public var italic: Bool
  /// The color of the glyphs; color emoji keep their own colors.
  public var color: Color
  /// The additional space after each cluster, in em; a negative value moves clusters closer
  /// together.
  public var letterSpacing: Double
  /// The additional space between lines, in em.
  public var lineGap: Double
  /// The OpenType features in CSS syntax, such as `tnum=1`; empty for the font's defaults.
  public var features: String
  /// Whether the text is struck through.
  public var strikethrough: Bool

  /// Creates a style; by default, it is upright and has a weight of 400.
  public init(
    family: String, size: Double, weight: Int = 400, italic: Bool = false, color: Color,
    letterSpacing: Double = 0, lineGap: Double = 0, features: String = "",
    strikethrough: Bool = false
  ) {
    self.family = family
    self.size = size
    self.weight = weight
    self.italic = italic
    self.color = color
    self.letterSpacing = letterSpacing
    self.lineGap = lineGap
    self.features = features
    self.strikethrough = strikethrough
  }
}

/// The alignment of lines; `start` is left in left-to-right text and right in right-to-left text.
public enum TextAlignment: String, Hashable, Sendable, CaseIterable {
  /// The side where a line begins.
  case start
  /// Centered.
  case center
  /// The side where a line ends.
  case end
}

/// A line breaking mode, which refines the Unicode rules (UAX #14).
public enum LineBreaking: String, Hashable, Sendable, CaseIterable {
  /// Keeps phrases on one line if they fit: a number and its unit, a title and a name, or a
  /// Japanese phrase.
  case together
  /// Does the same as ``together``, and also balances the line lengths without adding lines.
  ///
  /// Of all ways to break the paragraph into the minimum number of lines, this mode chooses the
  /// most even one, but avoids a last line with only one word.
  case even
}

/// The base direction of a paragraph.
public enum TextDirection: String, Hashable, Sendable, CaseIterable {
  /// The direction of the first strong character; left to right if there is none.
  case automatic = "auto"
  /// Left to right: Latin, Cyrillic, CJK and most other scripts.
  case leftToRight = "ltr"
  /// Right to left: Arabic, Hebrew and others.
  case rightToLeft = "rtl"
}
