public import WallfarmPluginKit

/// A layout that shows a quotation and its source.
public struct Quote: LayoutPlugin {
  /// The identifier, `quote`.
  public static let id = "quote"
  /// The version; since version 2, quotation marks hang in the margin, and the source is larger.
  public static let version = 2
  /// The one-line summary for lists.
  public static let summary = "A quote and its source; the quote changes daily."
  /// The parameters of the plugin.
  public static let schema = keys.schema(with: pick, line)
  /// The content: text, which is required.
  public static let content = [ContentUse(.text, isNeeded: true)]
  /// Precision to the day is sufficient, because the text changes daily.
  public static let timePrecision: TimePrecision? = .day

  private static let pick = Parameter.choice(
    "pick", default: Turns.day,
    summary: "Text to show if there are several: a different one each day, or the first.")
  private static let line = Parameter.boolean(
    "line", default: true, summary: "Whether a short line separates the text and its source.")
  private static let keys = LayoutKeys(
    largest: 52, smallest: 12, emptyText: "")

  private let pick: Turns
  private let hasLine: Bool
  private let look: LayoutLook

  /// Reads the parameters.
  public init(_ values: ParameterValues) throws(RenderError) {
    pick = try values.value(of: Self.pick)
    hasLine = try values.value(of: Self.line)
    look = try LayoutLook(Self.keys, values)
  }

  /// Arranges one of the entries at the largest size that fits the free area.
  public func arrange(in context: ComposeContext) throws(RenderError) -> Arrangement {
    let texts = context.content[.text] ?? []
    guard !texts.isEmpty else { return try look.nothing(in: context) }
    let (index, expires) = try pick.entry(of: texts.count, in: context)
    let message = texts[index].text("message") ?? ""
    let source = texts[index].text("source") ?? ""
    var arrangement = try look.arrangement(of: "text", smallest: 1, in: context) {
      (sheet) throws(RenderError) in
      try sheet.addQuote(message, source, hasLine: hasLine)
    }
    arrangement.expires = expires
    return arrangement
  }

  /// The type size of the source, relative to the text.
  fileprivate static let source = 0.5

  /// The minimum type size of the source in points, unless the text is smaller.
  fileprivate static let smallestSource = 15.0
}

extension Sheet {
  fileprivate mutating func addQuote(
    _ message: String, _ source: String, hasLine: Bool
  ) throws(RenderError) {
    var style = look.title(size)
    style.lineGap = 0.14
    var words = block(message, style)
    // Quotation marks may hang into half of the margin; the other half stays free.
    words.hang = look.side * context.typeScale / 2
    try add("text", words)
    guard !source.isEmpty else { return }
    // The line and the source are aligned with the text.
    let direction = try measure(words, width: area.width).direction
    if hasLine {
      space(size * 0.6)
      let (length, thick) = (size * 1.1, max(2, size * 0.055))
      let isAtRight = direction == .rightToLeft
      let x =
        look.alignment == .center
        ? area.midX - length / 2 : isAtRight ? area.maxX - length : area.x
      draw(
        "line", Marks.pill(Rect(x: x, y: y, width: length, height: thick)),
        fill: .color(look.accent))
      take(Size(width: length, height: thick))
    }
    let least = max(Quote.smallestSource, look.minSize * context.typeScale)
    let small = min(max(size * Quote.source, least), size)
    try add("source", block(source, look.label(small)), gap: size * (hasLine ? 0.42 : 0.6))
  }
}
