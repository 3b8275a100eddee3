/// Tells a plugin how large text will be, without drawing it.
///
/// The host's measurer shapes with the very fonts that draw later, so what is measured is what
/// appears. A measurer belongs to one render on one thread.
public protocol TextMeasurer {
  /// Lines, size and ink of `block` when its lines wrap at `width` points (nil: never).
  ///
  /// - Throws: `missing-glyph` when no bundled font has a character, `unknown-font` for a family
  ///   that is not bundled.
  func measure(_ block: TextBlock, width: Double?) throws(RenderError) -> TextMeasurement

  /// Says which texts will be measured next. It changes no result: a measurer that has to ask
  /// another process asks once for all of them.
  func prepare(_ texts: () -> [MeasuredText])

  /// Keeps answers in the form of messages, for a host of plugins from outside; nil where none
  /// are kept.
  var messages: (any MessageMemory)? { get }
}

extension TextMeasurer {
  /// Does nothing: most measurers need no time to be asked.
  public func prepare(_ texts: () -> [MeasuredText]) {}
  /// None.
  public var messages: (any MessageMemory)? { nil }
}

/// A text that will be measured, and the width at which its lines wrap (nil: never).
public struct MeasuredText: Hashable, Sendable {
  /// The text.
  public let block: TextBlock
  /// In points.
  public let width: Double?

  /// Makes one.
  public init(_ block: TextBlock, width: Double?) { (self.block, self.width) = (block, width) }
}

/// Answers by their questions, byte for byte, for as long as the same question has the same answer.
public protocol MessageMemory: AnyObject {
  /// What an answer depends on besides its question, in a word: fonts, scale, language. Plugins from
  /// outside are told, and may keep answers of their own by it.
  var measuring: String { get }
  /// The answer to a question; nil where it is not known.
  func answer(to question: [UInt8]) -> [UInt8]?
  /// Keeps an answer.
  func keep(_ answer: [UInt8], to question: [UInt8])
}

/// What a block of text takes up, in points from the top left corner of its frame.
public struct TextMeasurement: Hashable, Sendable, Codable {
  /// Widest line and height of all lines, as fonts declare them (their logical extents).
  public var size: Size
  /// The smallest rectangle that holds every mark, strokes through the text included.
  public var ink: Rect
  /// Top to bottom.
  public var lines: [TextLine]
  /// The direction in which the paragraph reads.
  public var direction: TextDirection
  /// Whether lines were left out by the limit.
  public var isClipped: Bool

  /// Makes a measurement from its parts.
  public init(
    size: Size, ink: Rect, lines: [TextLine], direction: TextDirection, isClipped: Bool
  ) {
    self.size = size
    self.ink = ink
    self.lines = lines
    self.direction = direction
    self.isClipped = isClipped
  }

  /// Baseline of the first line, in points from the top of the frame.
  public var firstBaseline: Double { lines.first?.baseline ?? 0 }
}

extension TextMeasurement {
  /// How far marks may stand out of a frame, in em: slanted and swash letters do by less.
  package static let overhang = 0.25

  /// How much of a width the text takes, of its lines and of its marks that stand far out of them; above 1 it is too wide.
  ///
  /// Lines break at any character where they have to, so only a character that is itself wider than the line comes out
  /// above 1, such as U+FDFD, or a mark that reaches far beside its letter.
  ///
  /// - Parameters:
  ///   - width: at which the lines wrap, in points.
  ///   - typeSize: of the text, in points.
  ///   - margin: room beside the frame for marks, in points.
  /// - Returns: the share.
  package func share(
    of width: Double, typeSize: Double, margin: Double = .infinity
  ) -> Double {
    let overhang = min(TextMeasurement.overhang * typeSize, margin)
    let reach = max(
      size.width - 0.1 * typeSize, ink.maxX - overhang, width - ink.x - overhang)
    return width > 0 ? reach / width : .infinity
  }
}

/// One line of measured text, in points from the top left corner of the block's frame.
public struct TextLine: Hashable, Sendable, Codable {
  /// Logical extents.
  public var frame: Rect
  /// Extents of its marks; empty for a blank line.
  public var ink: Rect
  /// Where its letters stand.
  public var baseline: Double
  /// The part of the text it shows, in UTF-8 bytes from the start of the block.
  public var range: Range<Int>
  /// Whether it ends in a hyphen that the text does not have, because a word goes on in the next line.
  public var isHyphenated: Bool

  /// Makes a line from its extents and the bytes it shows.
  public init(
    frame: Rect, ink: Rect, baseline: Double, range: Range<Int>, isHyphenated: Bool = false
  ) {
    self.frame = frame
    self.ink = ink
    self.baseline = baseline
    self.range = range
    self.isHyphenated = isHyphenated
  }
}
