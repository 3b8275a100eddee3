public import WallfarmPluginKit

/// A bright red picture that says SET THIS AS YOUR WALLPAPER.
///
/// Apple's Shortcuts can replace only a photo wallpaper. A person whose lock screen shows one of
/// Apple's own designs has to set any photo first, and this is that photo: impossible to mistake.
public struct InstructionImageBackground: BackgroundPlugin {
  /// `instruction-image`.
  public static let id = "instruction-image"
  /// 1.
  public static let version = 1
  /// One line for lists.
  public static let summary = "A bright red picture with one large instruction."
  /// All parameters.
  public static let schema = ParameterSchema(text, color, textColor, font, weight)

  static let text = Parameter.text(
    "text", limit: 200, default: "SET THIS AS YOUR WALLPAPER",
    summary: "The instruction, for other languages.")
  static let color = Parameter.color(
    "color", default: Color(red: 255, green: 36, blue: 28), summary: "Colour of the picture.")
  static let textColor = Parameter.color(
    "text-color", default: .white, summary: "Colour of the letters.")
  static let font = Parameter.font("font", default: "Inter Display", summary: "Family.")
  static let weight = Parameter.integer(
    "weight", in: 100...900, default: 900, summary: "Weight: 400 regular, 900 black.")

  /// Sizes tried, in points at 430 pt width.
  private static let sizes = (smallest: 20.0, largest: 120.0)

  let text: String
  let color: Color
  let style: TextStyle

  /// Reads all parameters.
  public init(_ values: ParameterValues) throws(RenderError) {
    text = try values.value(of: Self.text)
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw RenderError(
        .invalidParameter, "the instruction has no words", origin: values.origin(of: "text"),
        hint: "leave 'text' out for SET THIS AS YOUR WALLPAPER")
    }
    color = try values.value(of: Self.color)
    style = TextStyle(
      family: try values.value(of: Self.font), size: 0,
      weight: try values.value(of: Self.weight), color: try values.value(of: Self.textColor),
      letterSpacing: -0.01)
  }

  /// Red, and the text as large as it goes in the middle of the free area.
  public func layers(in context: ComposeContext) throws(RenderError) -> [Layer] {
    let side = 26.7 * context.typeScale
    let area = context.freeArea.inset(by: Insets(horizontal: side, vertical: 12))
    let fitted = try FittedText(
      what: "instruction", text: text, style: style, area: area.size, context: context,
      smallest: Self.sizes.smallest * context.typeScale,
      largest: Self.sizes.largest * context.typeScale)
    let frame = Rect(
      x: area.x, y: area.midY - fitted.measurement.size.height / 2, width: area.width,
      height: fitted.measurement.size.height)
    return [
      Layer("background", .fill(.color(color))),
      Layer("instruction", .text(TextContent(fitted.block, frame: frame))),
    ]
  }
}
