import WallfarmPluginKit

// Draws bullets and checkboxes.

extension NotesLayers {
  /// Returns the layers of a bullet, or of a checkbox that is ticked if the note is done.
  func markLayers(_ note: PlacedNote) -> [Layer] {
    let size = note.block.style.size
    let name = "note.\(note.index + 1).mark"
    // The vertical middle of the lowercase letters.
    let middle = firstBaseline(of: note) - size * 0.3
    switch look.numberStyle {
    case .period, .plain, .parenthesis, .badge, .none: return []
    case .bullet:
      let radius = size * 0.13
      let center = Point(x: markX(note, width: size * 0.36) + size * 0.18, y: middle)
      return [mark(name, note, Marks.dot(center, radius: radius), fill: .color(look.number.color))]
    case .box:
      let side = size * 0.8
      let line = Stroke(color: look.number.color, width: size * 0.075)
      let box = Rect(x: markX(note, width: side), y: middle - side / 2, width: side, height: side)
        .inset(by: Insets(horizontal: line.width / 2, vertical: line.width / 2))
      let outline = mark(name, note, .rounded(box, radius: side * 0.22), stroke: line)
      guard note.note.done else { return [outline] }
      let tick: [PathElement] = [
        .move(Point(x: box.x + box.width * 0.22, y: box.y + box.height * 0.53)),
        .line(Point(x: box.x + box.width * 0.42, y: box.y + box.height * 0.73)),
        .line(Point(x: box.x + box.width * 0.8, y: box.y + box.height * 0.29)),
      ]
      return [outline, mark(name + ".tick", note, .path(tick), stroke: line)]
    }
  }

  private func mark(
    _ name: String, _ note: PlacedNote, _ shape: Shape, fill: Paint? = nil, stroke: Stroke? = nil
  ) -> Layer {
    Layer(
      name, role: LayerRole(note: note.index + 1, part: "number.mark"),
      .shape(ShapeContent(shape, fill: fill, stroke: stroke)))
  }
}
