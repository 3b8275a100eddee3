/// Words and how they are set; where they go is decided by the layer that holds them.
public struct TextBlock: Hashable, Sendable, Codable {
  /// Pieces of the text in reading order; together they are the whole text.
  public var spans: [TextSpan]
  /// What holds for every span that does not say otherwise.
  public var style: TextStyle
  /// Where lines stand between the sides of the frame.
  public var alignment: TextAlignment
  /// Which way the paragraph reads.
  public var direction: TextDirection
  /// BCP 47 tag that chooses Han variants and line-breaking rules, or nil for the host's.
  public var language: String?
  /// Most lines shown, the last one ending in an ellipsis when there are more; nil for all.
  public var lineLimit: Int?
  /// Where lines end; nil: wherever Unicode lets them, each as late as it can.
  public var breaking: LineBreaking?

  /// Makes a block from spans.
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

  /// Makes a block of one span.
  public init(
    _ text: String, style: TextStyle, alignment: TextAlignment = .start,
    direction: TextDirection = .automatic, language: String? = nil, lineLimit: Int? = nil,
    breaking: LineBreaking? = nil
  ) {
    self.init(
      spans: [TextSpan(text)], style: style, alignment: alignment, direction: direction,
      language: language, lineLimit: lineLimit, breaking: breaking)
  }

  /// The whole text.
  public var text: String { spans.count == 1 ? spans[0].text : spans.map(\.text).joined() }
}

extension TextBlock {
  /// Whether sizes, weights, spacings and the line limit are within what any text needs.
  ///
  /// Sizes 1…2000 pt, weights 1…1000, spacings −1…10 em, 1…10,000 lines, scales 0.05…20.
  public var isDrawable: Bool {
    (1...2000).contains(style.size) && (1...1000).contains(style.weight)
      && (-1...10).contains(style.letterSpacing) && (-1...10).contains(style.lineGap)
      && (1...10_000).contains(lineLimit ?? 1) && !spans.isEmpty
      && spans.allSatisfy { span in
        (0.05...20).contains(span.scale ?? 1) && (1...1000).contains(span.weight ?? 400)
      }
  }
}

/// A piece of text and what is different about it.
public struct TextSpan: Hashable, Sendable, Codable {
  /// The words, spaces included.
  public var text: String
  /// Another colour, or the block's.
  public var color: Color?
  /// Another weight, 1…1000, or the block's.
  public var weight: Int?
  /// A size relative to the block's, such as 0.6, or the same.
  public var scale: Double?
  /// Whether a line runs through it, or as the block says.
  public var strikethrough: Bool?

  /// Makes a span; what is left out is the block's.
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

/// How text looks.
public struct TextStyle: Hashable, Sendable, Codable {
  /// Font family; characters it lacks come from the bundled fallbacks.
  public var family: String
  /// Type size, in points.
  public var size: Double
  /// CSS weight, 1…1000: 400 regular, 700 bold, 900 black.
  public var weight: Int
  /// Whether the slanted face is used.
  public var italic: Bool
  /// The colour of the glyphs; colour emoji keep their own.
  public var color: Color
  /// Extra space after each cluster, in em; negative is tighter.
  public var letterSpacing: Double
  /// Extra space between lines, in em.
  public var lineGap: Double
  /// OpenType features in CSS form, such as `tnum=1`; empty for the font's own choice.
  public var features: String
  /// Whether a line runs through the text.
  public var strikethrough: Bool

  /// Makes an upright style in a family and size.
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

/// Where lines stand; `start` is left for left-to-right text and right for right-to-left text.
public enum TextAlignment: String, Hashable, Sendable, Codable, CaseIterable {
  /// At the side where reading begins.
  case start
  /// In the middle.
  case center
  /// At the side where reading ends.
  case end
}

/// How lines are broken, beyond what Unicode's rules (UAX 14) ask for.
public enum LineBreaking: String, Hashable, Sendable, Codable, CaseIterable {
  /// What belongs together stays on a line where it fits one: a number and its unit, a title and a name, a phrase of
  /// Japanese.
  case together
  /// That, and of all ways to break a paragraph into as few lines the one whose lines are most alike, without a last
  /// line of one word. It has as many lines as with ``together``.
  case even
}

/// The base direction of a paragraph.
public enum TextDirection: String, Hashable, Sendable, Codable, CaseIterable {
  /// From the first strong character, left to right when there is none.
  case automatic = "auto"
  /// Latin, Cyrillic, CJK and most others.
  case leftToRight = "ltr"
  /// Arabic, Hebrew and others.
  case rightToLeft = "rtl"
}
