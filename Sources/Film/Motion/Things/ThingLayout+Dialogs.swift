import Graphics
import WallfarmPluginKit

/// Draws a generic system dialog in the project's own design.
extension ThingLayout {
  private static let paper = Color(red: 246, green: 246, blue: 248)
  private static let ink = Color(red: 16, green: 16, blue: 20)
  private static let key = Color(red: 226, green: 227, blue: 233)
  private static let accent = Color(red: 0, green: 86, blue: 200)

  /// Lays out a title, text and a column of buttons; the last button is the default.
  func drawn(
    _ dialog: MotionThing.Dialog, _ width: Double, _ name: String
  ) throws(RenderError) -> DrawnThing {
    let (margin, padding, height) = (34 * unit, 20 * unit, 50 * unit)
    let inside = width - 2 * padding
    var (y, layers) = (margin + padding, [Layer]())
    var letters: [DrawnThing.Letters] = []
    let texts =
      [(dialog.title, 20.0, 700, "title")] + (dialog.words.map { [($0, 16.0, 400, "words")] } ?? [])
    for (text, size, weight, part) in texts {
      let (block, measured) = try fitted(
        words(text), size: size, weight: weight, color: Self.ink, alignment: .center, lines: 6,
        width: inside, name)
      let frame = Rect(x: margin + padding, y: y, width: inside, height: measured.size.height)
      layers.append(Layer("\(name).\(part)", .text(TextContent(block, frame: frame))))
      letters += layers.last?.letters(on: Self.paper) ?? []
      y = frame.maxY + 8 * unit
    }
    y += 8 * unit
    var buttons: [Rect] = []
    for (index, button) in dialog.buttons.enumerated() {
      let isMeant = index == dialog.buttons.count - 1
      let frame = Rect(x: margin + 14 * unit, y: y, width: width - 28 * unit, height: height)
      buttons.append(frame)
      layers.append(
        Layer(
          "\(name).button.\(index + 1)",
          .shape(
            ShapeContent(
              .rounded(frame, radius: height / 2),
              fill: .color(isMeant ? Self.accent : Self.key)))))
      layers.append(
        try centered(
          words(button), in: frame.inset(by: Insets(horizontal: 12 * unit, vertical: 0)), size: 18,
          weight: isMeant ? 700 : 500, color: isMeant ? .white : Self.ink,
          name: "\(name).button.\(index + 1).text"))
      letters += layers.last?.letters(on: isMeant ? Self.accent : Self.key) ?? []
      y = frame.maxY + 8 * unit
    }
    let body = Rect(x: margin, y: margin, width: width, height: y + 6 * unit - margin)
    return DrawnThing(
      layers: [card(body, radius: 30 * unit, fill: Self.paper)] + layers,
      size: Size(width: width + 2 * margin, height: body.height + 2 * margin), body: body,
      letters: letters, buttons: buttons)
  }
}
