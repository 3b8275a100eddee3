import WallfarmPluginKit

/// The arrangement of a step: its text, with the picture below or next to it.
struct StepPage {
  private let entry: ContentEntry
  private let number: String
  private let step: Int
  private let count: Int
  private let look: LayoutLook
  private let context: ComposeContext
  private let picture: String?
  /// The width of the picture divided by its height; nil if its size is unknown.
  private let ratio: Double?

  /// Creates the page for a step; `number` is the step number in the digits of the language.
  init(
    _ entry: ContentEntry, _ number: String, of place: (step: Int, count: Int),
    _ look: LayoutLook, _ context: ComposeContext
  ) {
    (self.entry, self.number, self.look, self.context) = (entry, number, look, context)
    (step, count) = place
    picture = entry.text("picture")
    ratio = picture.flatMap { context.photoSizes[$0] }.map { Double($0.width) / Double($0.height) }
  }

  /// The type size of the body, relative to the title.
  private static let body = 0.55
  /// The aspect ratio (width / height) below which a picture is shown next to the text.
  private static let tall = 0.8
  /// The widths to try for a tall picture, as fractions of the available width minus the gap.
  private static let shares = [0.48, 0.36, 0.28]

  private var title: String { entry.text("title") ?? "" }
  private var body: String { entry.text("body") ?? "" }

  /// Arranges the step at the largest size that fits.
  ///
  /// A tall picture, such as a picture of a phone, is placed next to the text; other pictures are
  /// placed below it. If a word next to a tall picture would be broken, the picture is placed below
  /// the text instead, provided that it fits there.
  func arrangement() throws(RenderError) -> Arrangement {
    guard let picture, let ratio, ratio < StepPage.tall, look.alignment != .center else {
      return try below()
    }
    for share in StepPage.shares {
      if let found = try ifFitting({ () throws(RenderError) in
        try beside(picture, ratio, share: share, keepsWords: true)
      }) {
        return found
      }
    }
    if let found = try ifFitting(below) { return found }
    return try beside(picture, ratio, share: StepPage.shares.last ?? 1, keepsWords: false)
  }

  private func below() throws(RenderError) -> Arrangement {
    try arrangement(widest: LayoutLook.widest) { (sheet) throws(RenderError) in
      try addText(to: &sheet)
      if let picture { add(picture, to: &sheet) }
      if count > 1 {
        sheet.space(sheet.size * 0.6)
        sheet.addDots(step, of: count)
      }
    }
  }

  /// Arranges the text and the picture in two columns with a common top; the step dots end at the
  /// bottom of the taller column.
  private func beside(
    _ picture: String, _ ratio: Double, share: Double, keepsWords: Bool
  ) throws(RenderError) -> Arrangement {
    let widest = LayoutLook.widestOfPictures(in: context)
    return try arrangement(widest: widest) { (sheet) throws(RenderError) in
      let area = sheet.area
      let gap = 24 * context.typeScale
      let height = min(area.height, (area.width - gap) * share / ratio)
      let width = height * ratio
      let column = area.width - width - gap
      let (left, right) = (area.x, area.maxX)
      let isMirrored = sheet.isMirrored
      var text = sheet.part(
        Rect(
          x: isMirrored ? right - column : left, y: area.y, width: column, height: area.height))
      try addText(to: &text)
      if keepsWords { try keepWords(of: &text, in: column) }
      if count > 1 {
        text.space(max(text.size * 0.6, height - text.dotSize - text.height))
        text.addDots(step, of: count)
      }
      sheet.append(text)
      sheet.draw(
        picture: picture, .cover,
        in: Rect(
          x: isMirrored ? left : right - width, y: area.y, width: width, height: height))
      // A rounding error can make the text slightly taller than the picture, so ignore a difference
      // of up to 0.01 pt.
      let end = text.height > height + 0.01 ? text.height : height
      sheet.take(Size(width: area.width, height: end))
    }
  }

  /// Requires every word to fit in the column, even if the sheet may break words.
  private func keepWords(of text: inout Sheet, in column: Double) throws(RenderError) {
    let styles = [(title, look.title(text.size)), (body, look.label(text.size * StepPage.body))]
    for (words, style) in styles {
      for word in words.unbreakableWords {
        text.needs(try text.measure(text.block(word, style)).size.width, of: column)
      }
    }
  }

  private func arrangement(
    widest: Double, write: (inout Sheet) throws(RenderError) -> Void
  ) throws(RenderError) -> Arrangement {
    try look.arrangement(
      of: "step", smallest: StepPage.body, in: context, widest: widest,
      titles: [title, body].filter { !$0.isEmpty }, write: write)
  }

  private func addText(to sheet: inout Sheet) throws(RenderError) {
    try sheet.addDisc(number)
    try sheet.add(
      "title", sheet.block(title, look.title(sheet.size)), gap: sheet.size * 0.5)
    try sheet.add(
      "body", sheet.block(body, look.label(sheet.size * StepPage.body)), gap: sheet.size * 0.3)
  }

  /// Adds the uncropped picture below the text, aligned like the text.
  private func add(_ picture: String, to sheet: inout Sheet) {
    sheet.space(sheet.size * 0.7)
    let area = sheet.area
    let left = area.maxY - sheet.y - (count > 1 ? sheet.size * 0.9 : 0)
    let most = min(left, area.width * 1.1)
    // If less than about a third of the width remains as the height of the picture, the picture is
    // unrecognizable. In that case, the type size is reduced instead.
    sheet.needs(area.width * 0.36, of: most)
    let height = max(1, min(most, ratio.map { area.width / $0 } ?? most))
    let width = ratio.map { height * $0 } ?? area.width
    let x =
      look.alignment == .center
      ? area.midX - width / 2 : sheet.isMirrored ? area.maxX - width : area.x
    sheet.draw(
      picture: picture, ratio == nil ? .contain : .cover,
      in: Rect(x: x, y: sheet.y, width: width, height: height))
    sheet.take(Size(width: width, height: height))
  }
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

  /// Draws a picture with the corner radius of the theme's panels, and with a thin outline.
  ///
  /// The outline separates the picture from a background of the same color.
  fileprivate mutating func draw(picture: String, _ fit: ImageContent.Fit, in frame: Rect) {
    let radius = min(
      look.card.radius * context.typeScale, min(frame.width, frame.height) * 0.12)
    let shape = Shape.rounded(frame, radius: radius)
    let image = Layer("picture.image", .image(ImageContent(file: picture, frame: frame, fit: fit)))
    draw(Layer("picture", .group(GroupContent([image], clip: shape))))
    let line = frame.inset(by: Insets(horizontal: 0.5, vertical: 0.5))
    draw(
      "picture.line", .rounded(line, radius: max(0, radius - 0.5)),
      stroke: Stroke(color: look.track, width: 1))
  }

  /// The thickness of a dot in points.
  fileprivate var dotSize: Double { size * 0.16 }

  /// Adds a dot for each step; the dot of the current step is longer.
  fileprivate mutating func addDots(_ step: Int, of count: Int) {
    let thick = dotSize
    // If there are many dots, they are closer together.
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
