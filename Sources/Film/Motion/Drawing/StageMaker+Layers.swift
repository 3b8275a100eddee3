import Diagnostics
import Files
import Films
import Graphics
import WallfarmCore
import WallfarmPluginKit

/// Finds the moving layers of a picture, and splits groups and texts where tracks require it.
extension StageMaker {
  func moves(_ name: String, in shot: MotionShot) -> Bool {
    shot.tracks.contains { $0.selects(name) }
  }

  /// Whether the background is redrawn for each frame; if tracks also move the background, the
  /// picture is recomposed instead.
  func hasMovingGround(_ plan: RenderPlan, _ shot: Int) -> Bool {
    plan.motion == .background && !moves(MotionTrack.ground, in: motion.shots[shot])
  }

  /// Whether the whole picture is recomposed for each frame.
  func isComposedAnew(_ plan: RenderPlan, _ shot: Int) -> Bool {
    plan.motion != .none && !hasMovingGround(plan, shot)
  }

  /// Whether a transition at the start or end of the shot moves layers over a background that two
  /// shots may share.
  func meetsGrounds(_ shot: Int) -> Bool {
    motion.shots[shot...].prefix(2).enumerated().contains { offset, written in
      (offset == 1 || shot > 0) && written.transition.kind.moves
    }
  }

  func isByWords(_ name: String, in shot: MotionShot) -> Bool {
    shot.tracks.contains { $0.isByWords && $0.selects(name) }
  }

  /// Splits a group into layers if a track refers to a layer of the group.
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

  /// Splits a drawn text into one sprite per word; `place` is the position of the text's surface on
  /// the canvas, in pixels.
  func divided(
    _ content: TextContent, _ surface: borrowing ImageSurface, at place: Point, _ text: TextEngine
  ) throws(RenderError) -> [Sprite] {
    let shaped = try text.shape(content.block, width: content.frame.width)
    let scale = stage.scale
    // Make the box slightly taller than the line, and widen it by less than half a space.
    let (above, beside) = (content.block.style.size * 0.02, content.block.style.size * 0.08)
    let words = shaped.wordBoxes
    return words.compactMap { box in
      let frame = box.widened(by: beside, among: words)
        .offset(x: content.frame.x, y: content.frame.y)
        .inset(by: Insets(horizontal: 0, vertical: -above))
      return Sprite(
        surface,
        within: PixelBox(
          left: Int((frame.x * scale.x).rounded(.down)),
          top: Int((frame.y * scale.y).rounded(.down)),
          right: Int((frame.maxX * scale.x).rounded(.up)),
          bottom: Int((frame.maxY * scale.y).rounded(.up))), left: Int(place.x), top: Int(place.y))
    }
  }

  /// The errors for names in tracks that do not match any layer.
  func wrongNames(in shot: Int, _ layers: [Layer]) -> [RenderError] {
    // If the user provides a photo, example layers are missing, so their names would be reported as
    // errors.
    guard photo == nil || motion.examples.isEmpty else { return [] }
    let shot = motion.shots[shot]
    let drawn = layers.flatMap { divided($0, of: shot) }
    let names = [MotionTrack.ground] + drawn.map(\.name) + shot.things.map(\.name)
    let known = names.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    return shot.tracks.flatMap { track -> [RenderError] in
      guard case .layers(let patterns) = track.subject else { return [] }
      return patterns.filter { pattern in
        !known.contains { MotionTrack.matches(pattern, $0) }
      }.map { pattern in
        RenderError(
          .invalidValue, "the shot has no layer '\(pattern)'", origin: track.origin,
          hint: closestSpelling(to: pattern, among: known).map { "did you mean '\($0)'?" }
            ?? "the layers of the shot include " + known.prefix(12).joined(separator: ", "))
      }
    }
  }
}

extension Rect {
  /// Widens the box of a word by `room` on each side, but at most to the middle of the gap to the
  /// next word.
  ///
  /// In scripts without spaces, words touch each other.
  fileprivate func widened(by room: Double, among others: [Rect]) -> Rect {
    var (left, right) = (x - room, maxX + room)
    for other in others where other.y < maxY && other.maxY > y {
      if other.x >= maxX - 0.01 { right = min(right, (maxX + other.x) / 2) }
      if other.maxX <= x + 0.01 { left = max(left, (other.maxX + x) / 2) }
    }
    return Rect(x: left, y: y, width: right - left, height: height)
  }
}
