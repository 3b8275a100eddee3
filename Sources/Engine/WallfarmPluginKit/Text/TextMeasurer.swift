/// Measures text without drawing it.
///
/// The host's measurer shapes text with the fonts that are used for drawing, so measurements are
/// exact. A measurer belongs to one render on one thread.
public protocol TextMeasurer {
  /// Returns the lines, size and ink bounds of `block`, wrapped at `width` points; if `width` is
  /// `nil`, lines do not wrap.
  ///
  /// - Throws: `missing-glyph` if no bundled font contains a character, `unknown-font` if the
  ///   family is not bundled.
  func measure(_ block: TextBlock, width: Double?) throws(RenderError) -> TextMeasurement

  /// Announces the text that will be measured next.
  ///
  /// The announcement does not change any result. A measurer that queries another process can use
  /// it to send one request for all of the text.
  func prepare(_ texts: () -> [MeasuredText])

  /// A cache of encoded answers for hosts of external plugins, or `nil` if there is none.
  var messages: (any MessageMemory)? { get }
}

extension TextMeasurer {
  /// Does nothing by default.
  public func prepare(_ texts: () -> [MeasuredText]) {}
  /// The default, `nil`.
  public var messages: (any MessageMemory)? { nil }
}

/// Text that will be measured, with its wrapping width.
public struct MeasuredText: Hashable, Sendable {
  /// The text.
  public let block: TextBlock
  /// The wrapping width in points, or `nil` if lines do not wrap.
  public let width: Double?

  /// Creates text to measure, with its wrapping width.
  public init(_ block: TextBlock, width: Double?) { (self.block, self.width) = (block, width) }
}

/// A cache that maps the bytes of a request to the bytes of its answer.
public protocol MessageMemory: AnyObject {
  /// A key that identifies all inputs of an answer except the request, such as fonts, scale and
  /// language.
  ///
  /// External plugins receive this key and can use it as a cache key.
  var measuring: String { get }
  /// Returns the cached answer to a request, or `nil`.
  func answer(to question: [UInt8]) -> [UInt8]?
  /// Caches an answer.
  func keep(_ answer: [UInt8], to question: [UInt8])
}

/// The dimensions of a text block, in points from the top left corner of its frame.
public struct TextMeasurement: Hashable, Sendable {
  /// The logical width of the widest line, and the total logical height of the lines.
  public var size: Size
  /// The bounding rectangle of all glyphs and strikethrough lines.
  public var ink: Rect
  /// The lines from top to bottom.
  public var lines: [TextLine]
  /// The resolved direction of the paragraph.
  public var direction: TextDirection
  /// Whether lines were omitted because of the line limit.
  public var isClipped: Bool

  /// Creates a measurement.
  public init(
    size: Size, ink: Rect, lines: [TextLine], direction: TextDirection, isClipped: Bool
  ) {
    self.size = size
    self.ink = ink
    self.lines = lines
    self.direction = direction
    self.isClipped = isClipped
  }

  /// The baseline of the first line in points from the top of the frame.
  public var firstBaseline: Double { lines.first?.baseline ?? 0 }
}

extension TextMeasurement {
  /// The distance in em by which glyphs may overhang the frame; italic and swash letters need less.
  package static let overhang = 0.25

  /// Returns the fraction of a width that the text occupies, including glyphs that overhang more
  /// than allowed.
  ///
  /// If the fraction exceeds 1, the text is too wide. Lines can break at any character if
  /// necessary, so this happens only if a single character, such as U+FDFD, is wider than the line,
  /// or if a mark extends far beyond its letter.
  ///
  /// - Parameters:
  ///   - width: The wrapping width in points.
  ///   - typeSize: The type size in points.
  ///   - margin: The space for overhang beside the frame, in points.
  ///   - hang: The distance by which punctuation may hang outside the frame, in points.
  /// - Returns: The fraction.
  package func share(
    of width: Double, typeSize: Double, margin: Double = .infinity, hang: Double = 0
  ) -> Double {
    let overhang = max(min(TextMeasurement.overhang * typeSize, margin), hang)
    let reach = max(
      size.width - 0.1 * typeSize, ink.maxX - overhang, width - ink.x - overhang)
    return width > 0 ? reach / width : .infinity
  }
}

/// A line of measured text; coordinates are in points from the top left corner of the block's
/// frame.
public struct TextLine: Hashable, Sendable {
  /// The logical extents.
  public var frame: Rect
  /// The bounding rectangle of the glyphs; empty for a blank line.
  public var ink: Rect
  /// The baseline in points from the top of the frame.
  public var baseline: Double
  /// The range of the line in the text, in UTF-8 bytes.
  public var range: Range<Int>
  /// Whether a hyphen was inserted at the end of the line because a word continues on the next
  /// line.
  public var isHyphenated: Bool

  /// Creates a line.
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
