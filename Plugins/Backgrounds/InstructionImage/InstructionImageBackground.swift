public import WallfarmPluginKit

/// A bright red picture with the instruction SET THIS AS YOUR WALLPAPER and the steps to follow.
///
/// Apple's Shortcuts can replace only a photo wallpaper, so a user with one of Apple's own designs
/// must first set a photo. This picture is that photo, and cannot be confused with any other photo.
public struct InstructionImageBackground: BackgroundPlugin {
  /// The identifier, `instruction-image`.
  public static let id = "instruction-image"
  /// The version; version 3 balances lines, and version 4 aligns the lines to one edge.
  public static let version = 4
  /// The one-line summary that is shown in lists of plugins.
  public static let summary = "A bright red picture with one large instruction and three steps."
  /// The parameters of the plugin.
  public static let schema = ParameterSchema(text, steps, link, color, textColor, font, weight)

  static let text = Parameter.text(
    "text", limit: 200, default: "SET THIS AS YOUR WALLPAPER",
    summary: "Instruction text; set it for other languages.")
  static let steps = Parameter.texts(
    "steps", limit: 4, default: ["Share", "Use as Wallpaper", "Add"],
    summary: "Short steps below the instruction, with the labels that the phone shows; an empty "
      + "list for none."
  )
  static let link = Parameter.text(
    "link", limit: 500, summary: "Address in the QR code; empty for none.")
  static let color = Parameter.color(
    "color", default: Color(red: 255, green: 36, blue: 28), summary: "Color of the picture.")
  static let textColor = Parameter.color(
    "text-color", default: .white, summary: "Color of the text.")
  static let font = Parameter.font("font", default: "Inter Display", summary: "Font family.")
  static let weight = Parameter.integer(
    "weight", in: 100...900, default: 900, summary: "Weight: 400 regular, 900 black.")

  /// The ranges of type sizes for the instruction and for the steps, in points on a screen 430 pt
  /// wide.
  private static let titleSizes = (smallest: 20.0, largest: 120.0)
  private static let stepSizes = (smallest: 14.0, largest: 27.0)

  private let text: String
  private let steps: [String]
  private let link: String
  private let color: Color
  private let style: TextStyle

  /// Reads the parameters.
  public init(_ values: ParameterValues) throws(RenderError) {
    text = try values.value(of: Self.text)
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw RenderError(
        .invalidParameter, "the instruction is empty", origin: values.origin(of: "text"),
        hint: "remove 'text' to use the default, SET THIS AS YOUR WALLPAPER")
    }
    steps = try values.value(of: Self.steps).filter { $0.contains { !$0.isWhitespace } }
    link = try values.value(of: Self.link)
    color = try values.value(of: Self.color)
    style = TextStyle(
      family: try values.value(of: Self.font), size: 0,
      weight: try values.value(of: Self.weight), color: try values.value(of: Self.textColor),
      letterSpacing: -0.01)
  }

  /// Returns the fill, the instruction at the largest size that fits, and below it the steps and
  /// the QR code.
  public func layers(in context: ComposeContext) throws(RenderError) -> [Layer] {
    let side = 26.7 * context.typeScale
    let area = context.freeArea.inset(by: Insets(horizontal: side, vertical: 12))
    let below = try stepsBlock(in: area, context)
    let gap = below == nil && link.isEmpty ? 0 : 22 * context.typeScale
    let room = try self.room(below, in: area, context)
    let title = try FittedText(
      what: "instruction", text: text, style: style, alignment: .start,
      area: Size(width: area.width, height: area.height - room - gap), context: context,
      breaking: .even,
      smallest: Self.titleSizes.smallest * context.typeScale,
      largest: Self.titleSizes.largest * context.typeScale)
    let height = title.measurement.size.height
    let top = area.midY - (height + gap + room) / 2
    var layers = [
      Layer("background", .fill(.color(color))),
      Layer(
        "instruction",
        .text(
          TextContent(title.block, frame: title.frame(from: area.x, to: area.maxX, top: top)))),
    ]
    let rest = Rect(x: area.x, y: top + height + gap, width: area.width, height: room)
    layers += try footer(below, in: rest, context)
    return layers
  }

  /// Returns the numbered steps as one block of text, or nil if there are no steps.
  private func stepsBlock(
    in area: Rect, _ context: ComposeContext
  ) throws(RenderError) -> FittedText? {
    guard !steps.isEmpty else { return nil }
    let width = area.width - codeRoom(in: area, context)
    let lines = steps.enumerated().map { "\($0 + 1)  \($1)" }
    let (smallest, largest) = (
      Self.stepSizes.smallest * context.typeScale, Self.stepSizes.largest * context.typeScale
    )
    // Reduce the type size so that each step fits on one line. If that requires less than the
    // minimum size, let the steps wrap instead.
    let longest = try lines.map { (line) throws(RenderError) in
      var style = stepStyle
      style.size = largest
      return try context.measurer.measure(
        TextBlock(line, style: style, language: context.language), width: nil
      ).size.width
    }.max()
    let size = min(largest, largest * (width - 1) / max(longest ?? 0, 1))
    return try FittedText(
      what: "steps", text: lines.joined(separator: "\n"), style: stepStyle, alignment: .start,
      area: Size(width: width, height: area.height * 0.4), context: context, breaking: .together,
      smallest: smallest, largest: size < smallest ? largest : size)
  }

  private var stepStyle: TextStyle {
    var style = style
    style.weight = min(style.weight, 700)
    style.lineGap = 0.18
    style.features = "tnum=1"
    return style
  }

  private func room(
    _ steps: FittedText?, in area: Rect, _ context: ComposeContext
  ) throws(RenderError) -> Double {
    max(steps?.measurement.size.height ?? 0, codeSide(in: area))
  }

  /// Returns the side length of the QR code in points.
  ///
  /// A code about one inch wide (163 pt on an iPhone) can be scanned from arm's length; the maximum
  /// of 150 pt is slightly smaller.
  private func codeSide(in area: Rect) -> Double {
    link.isEmpty ? 0 : min(150, area.width * 0.36, area.height * 0.4)
  }

  /// Returns the width of the QR code plus the gap next to it, or 0 if there is no code.
  private func codeRoom(in area: Rect, _ context: ComposeContext) -> Double {
    link.isEmpty ? 0 : codeSide(in: area) + 20 * context.typeScale
  }

  /// Returns the layers below the instruction: the steps on one side, and the QR code on the other
  /// side.
  private func footer(
    _ steps: FittedText?, in frame: Rect, _ context: ComposeContext
  ) throws(RenderError) -> [Layer] {
    var layers: [Layer] = []
    let isRightToLeft = steps?.measurement.direction == .rightToLeft
    let side = codeSide(in: Rect(x: 0, y: 0, width: frame.width, height: frame.height / 0.4))
    if let steps {
      let room = link.isEmpty ? 0 : side + 20 * context.typeScale
      let (from, to) =
        isRightToLeft ? (frame.x + room, frame.maxX) : (frame.x, frame.maxX - room)
      let top = frame.midY - steps.measurement.size.height / 2
      layers.append(
        Layer(
          "steps",
          .text(TextContent(steps.block, frame: steps.frame(from: from, to: to, top: top)))))
    }
    if !link.isEmpty {
      guard let codes = context.codes else {
        throw RenderError(
          .invalidParameter, "the host does not support QR codes", hint: "remove 'link'")
      }
      let x = isRightToLeft ? frame.x : frame.maxX - side
      let place = Rect(x: x, y: frame.midY - side / 2, width: side, height: side)
      layers += try codes.code(for: link).layers(in: place, named: "code")
    }
    return layers
  }
}

extension FittedText {
  /// Returns the frame of the text, shifted so that the ink starts exactly at the leading edge.
  ///
  /// This shift aligns text of different sizes.
  fileprivate func frame(from left: Double, to right: Double, top: Double) -> Rect {
    let width = right - left
    let isRightToLeft = measurement.direction == .rightToLeft
    let shift = isRightToLeft ? width - measurement.ink.maxX : -measurement.ink.x
    return Rect(x: left + shift, y: top, width: width, height: measurement.size.height)
  }
}
