import Files
import Films
import Graphics
import Spelling
import WallfarmPluginKit

/// Which layers of a picture move, and what is drawn apart for that: layers of groups, words of texts.
extension StageMaker {
  func moves(_ name: String, in shot: MotionShot) -> Bool {
    shot.tracks.contains { $0.selects(name) }
  }

  func isByWords(_ name: String, in shot: MotionShot) -> Bool {
    shot.tracks.contains { $0.isByWords && $0.selects(name) }
  }

  /// The layers of a group, where a track is about one of them.
  func divided(_ layer: Layer, of shot: MotionShot) -> [Layer] {
    guard case .group(let group) = layer.content, group.clip == nil, layer.opacity == 1,
      !moves(layer.name, in: shot), group.layers.contains(where: { hasMoving($0, in: shot) })
    else { return [layer] }
    return group.layers.flatMap { divided($0, of: shot) }
  }

  private func hasMoving(_ layer: Layer, in shot: MotionShot) -> Bool {
    if moves(layer.name, in: shot) { return true }
    guard case .group(let group) = layer.content else { return false }
    return group.layers.contains { hasMoving($0, in: shot) }
  }

  /// The words of a text that was drawn on a surface at a place of the canvas, in pixels.
  func divided(
    _ content: TextContent, _ surface: borrowing ImageSurface, at place: Point, _ text: TextEngine
  ) throws(RenderError) -> [Sprite] {
    let shaped = try text.shape(content.block, width: content.frame.width)
    let scale = stage.scale
    // A little more than a line, and less than half of a space.
    let (above, beside) = (content.block.style.size * 0.02, content.block.style.size * 0.08)
    return shaped.wordBoxes.compactMap { box in
      let frame = box.offset(x: content.frame.x, y: content.frame.y)
        .inset(by: Insets(horizontal: -beside, vertical: -above))
      return Sprite(
        surface,
        within: PixelBox(
          left: Int((frame.x * scale.x).rounded(.down)),
          top: Int((frame.y * scale.y).rounded(.down)),
          right: Int((frame.maxX * scale.x).rounded(.up)),
          bottom: Int((frame.maxY * scale.y).rounded(.up))), left: Int(place.x), top: Int(place.y))
    }
  }

  /// A track that is about nothing is a mistake.
  func checkSelectors(of shot: MotionShot, _ layers: [Layer]) throws(RenderError) {
    let names = [MotionTrack.ground] + layers.map(\.name) + shot.things.map(\.name)
    for track in shot.tracks {
      guard case .layers(let patterns) = track.subject else { continue }
      for pattern in patterns where !names.contains(where: { MotionTrack.matches(pattern, $0) }) {
        let known = names.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        throw RenderError(
          .invalidValue, "there is no layer '\(pattern)' in the shot", origin: track.origin,
          hint: closestSpelling(to: pattern, among: known).map { "did you mean '\($0)'?" }
            ?? "it has " + known.prefix(12).joined(separator: ", "))
      }
    }
  }
}
