public import WallfarmPluginKit

/// A layout of one step of an instruction: its number, text and picture.
public struct StepCard: LayoutPlugin {
  /// The identifier, `step-card`.
  public static let id = "step-card"
  /// The first version.
  public static let version = 1
  /// The one-line summary for lists.
  public static let summary = "One of several instructions: its number, what to do, and a picture."
  /// The parameters of the plugin.
  public static let schema = keys.schema(with: step)
  /// The content: steps, which are required.
  public static let content = [ContentUse(.steps, isNeeded: true)]

  private static let step = Parameter.integer(
    "step", in: 1...1000, default: 1, summary: "Which of the steps is shown.")
  private static let keys = LayoutKeys(largest: 42, smallest: 13, emptyText: "No step yet")

  private let step: Int
  private let stepOrigin: Origin?
  private let look: LayoutLook

  /// Reads the parameters.
  public init(_ values: ParameterValues) throws(RenderError) {
    step = try values.value(of: Self.step)
    stepOrigin = values.origin(of: "step")
    look = try LayoutLook(Self.keys, values)
  }

  /// The step, at the largest size at which text and picture fit the free area.
  public func arrange(in context: ComposeContext) throws(RenderError) -> Arrangement {
    let steps = context.content[.steps] ?? []
    guard !steps.isEmpty else { return try look.nothing(in: context) }
    guard step <= steps.count else {
      throw RenderError(
        .invalidParameter, "there is no step \(step): there are \(steps.count)",
        origin: stepOrigin, hint: "give 'step' a number from 1 to \(steps.count)")
    }
    let entry = steps[step - 1]
    let number = try context.words.number(Double(step), .plain(decimals: 0))
    return try look.arrangement(
      of: "step", smallest: StepCard.body, in: context, widest: 440,
      titles: ["title", "body"].compactMap { entry.text($0) }
    ) { (sheet) throws(RenderError) in
      try sheet.addDisc(number)
      try sheet.add(
        "title", sheet.block(entry.text("title") ?? "", look.title(sheet.size)),
        gap: sheet.size * 0.5)
      try sheet.add(
        "body", sheet.block(entry.text("body") ?? "", look.label(sheet.size * StepCard.body)),
        gap: sheet.size * 0.3)
      if let picture = entry.text("picture") { sheet.add(picture: picture, below: steps.count) }
      sheet.addDots(step, of: steps.count)
    }
  }

  /// The type size of the body, relative to the title.
  fileprivate static let body = 0.55
}

extension Sheet {
  /// Adds the number of the step on a disc.
  fileprivate mutating func addDisc(_ number: String) throws(RenderError) {
    let radius = size * 0.72
    let x =
      look.alignment == .center ? area.midX : isMirrored ? area.maxX - radius : area.x + radius
    let center = Point(x: x, y: y + radius)
    let disc = WrittenGround(near: look.accent)
    draw("disc", Marks.dot(center, radius: radius), fill: .color(disc.ground))
    let style = try fitting(number, look.figure(size * 0.86, disc.ink), in: radius * 1.5)
    let text = block(number, style, alignment: .center)
    let measured = try measure(text)
    let frame = Rect(
      x: x - radius, y: center.y - measured.ink.midY, width: 2 * radius,
      height: measured.size.height)
    draw(Layer("number", .text(TextContent(text, frame: frame))))
    take(Size(width: 2 * radius, height: 2 * radius))
  }

  /// Adds the whole picture in the space below the text.
  fileprivate mutating func add(picture: String, below dots: Int) {
    space(size * 0.7)
    let left = area.maxY - y - (dots > 1 ? size * 0.9 : 0)
    // A picture below a third of the width is unrecognizable, so the text is reduced instead.
    let height = min(left, area.width * 1.1)
    needs(area.width * 0.36, of: height)
    let frame = Rect(x: area.x, y: y, width: area.width, height: max(height, 1))
    draw(Layer("picture", .image(ImageContent(file: picture, frame: frame, fit: .contain))))
    take(frame.size)
  }

  /// Adds a dot for each step; the current one is longer.
  fileprivate mutating func addDots(_ step: Int, of count: Int) {
    guard count > 1 else { return }
    space(size * 0.6)
    let thick = size * 0.16
    // Many dots are spaced more tightly.
    let pitch = min(thick * 2.2, (area.width - 2 * thick) / Double(count))
    let width = pitch * Double(count) + thick
    let start = look.alignment == .center ? area.midX - width / 2 : area.x
    for index in 1...count {
      let before = Double(index - 1) * pitch + (index > step ? thick : 0)
      let length = min(index == step ? 2 * thick : thick, pitch * 0.9 + (index == step ? thick : 0))
      let x =
        isMirrored && look.alignment != .center
        ? area.maxX - before - length
        : isMirrored ? start + width - before - length : start + before
      draw(
        "dot.\(index)", Marks.pill(Rect(x: x, y: y, width: length, height: thick)),
        fill: .color(index == step ? look.accent : look.track))
    }
    take(Size(width: width, height: thick))
  }
}
