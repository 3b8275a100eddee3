import WallfarmPluginKit

/// Measures the areas that layers actually cover, which can differ from their frames.
struct DrawnPlaces {
  let measurer: any TextMeasurer
  /// The screen, in points.
  let canvas: Rect

  /// The area of one drawn item.
  struct Place {
    /// The name of the item's layer.
    let layer: String
    /// The covered rectangle; for text, the bounds of its ink.
    let frame: Rect
    /// The rectangle to keep clear; for text, the bounds of its lines.
    let room: Rect
    let isText: Bool
  }

  /// Returns the areas of all visible items, without shadows.
  func places(of layers: [Layer]) throws(RenderError) -> [Place] {
    var found: [Place] = []
    for layer in layers where layer.opacity > 0 { try add(layer, to: &found) }
    return found
  }

  /// Returns the bounding rectangle of all areas, or `nil` if nothing is drawn.
  func room(of layers: [Layer]) throws(RenderError) -> Rect? {
    let rooms = try places(of: layers).map(\.room).filter { !$0.isEmpty }
    guard let first = rooms.first else { return nil }
    return rooms.dropFirst().reduce(first) { $0.union($1) }
  }

  private func add(_ layer: Layer, to found: inout [Place]) throws(RenderError) {
    func add(_ frame: Rect) {
      found.append(Place(layer: layer.name, frame: frame, room: frame, isText: false))
    }
    switch layer.content {
    case .fill, .pixels: add(canvas)
    case .image(let image): add(image.frame)
    case .shape(let shape):
      let reach = -(shape.stroke?.width ?? 0) / 2
      add(shape.shape.bounds.inset(by: Insets(horizontal: reach, vertical: reach)))
    case .text(let text):
      let measured = try measurer.measure(text.block, width: text.frame.width)
      let (x, y) = (text.frame.x, text.frame.y)
      let ink = measured.ink.offset(x: x, y: y)
      let lines = measured.lines.map { $0.frame.offset(x: x, y: y) }
      found.append(
        Place(layer: layer.name, frame: ink, room: lines.reduce(ink) { $0.union($1) }, isText: true)
      )
    case .group(let group):
      var members: [Place] = []
      for member in group.layers where member.opacity > 0 { try self.add(member, to: &members) }
      let clip = group.clip?.bounds
      found += members.map { place in
        Place(
          layer: place.layer, frame: clip?.intersection(place.frame) ?? place.frame,
          room: clip?.intersection(place.room) ?? place.room, isText: place.isText)
      }
    }
  }
}
