package import Designs
import Films
import Graphics
package import WallfarmCore
package import WallfarmPluginKit

/// Prepares shots for drawing: composes their pictures and draws their moving content once.
package final class StageMaker {
  let motion: Motion
  let device: Device
  let language: String?
  let renderer: Renderer
  let stage: Stage
  /// Whether the language of the texts is written from right to left.
  let readsFromTheRight: Bool
  /// The photo that replaces the photos in the motion file, or nil if there is none.
  let photo: String?
  let requests: MotionRequests
  /// Caches sprites by shot, name and number, because they do not depend on the picture behind
  /// them.
  var sprites: [SpriteKey: [Drawn]] = [:]

  struct SpriteKey: Hashable {
    let shot: Int
    let name: String
    let count: Int?
  }

  /// A sprite and its center of rotation in canvas pixels.
  package struct Drawn {
    package let sprite: Sprite
    let middle: Point
    var letters: [SlotLetters] = []
  }

  package init(
    _ motion: Motion, on device: Device, language: String?, photo: String? = nil,
    time: PictureTime? = nil, renderer: Renderer
  ) {
    (self.motion, self.device, self.renderer) = (motion, device, renderer)
    self.language = motion.language(for: language)
    self.photo = photo
    requests = MotionRequests(motion: motion, language: self.language, photo: photo, time: time)
    let said = motion.spoken(in: self.language).first ?? ""
    readsFromTheRight = BaseDirection.ofFirstStrong(in: said) == .rightToLeft
    stage = Stage(device, language: self.language)
  }

  /// Composes the picture of a shot with the given settings at a time in the film.
  ///
  /// - Throws: errors in the picture.
  package func composed(
    _ shot: Int, settings: [(name: String, value: Double)], at filmTime: Double
  ) throws(RenderError) -> PictureParts {
    let written = motion.shots[shot]
    // A transition involves two adjacent shots, so drop the sprites of all other shots.
    sprites = sprites.filter { abs($0.key.shot - shot) <= 1 }
    var request = try request(written.picture, on: device)
    try apply(settings, to: &request)
    request.filmTime = filmTime
    return try located(written.picture, written.tracks) { () throws(RenderError) in
      try renderer.takeApart(request)
    }
  }

  /// Creates the stage of a shot from its composed picture, consuming the picture.
  ///
  /// - Throws: errors in the things of the shot.
  package func stage(of shot: Int, _ parts: PictureParts) throws(RenderError) -> ShotStage {
    let written = motion.shots[shot]
    let (plan, warnings) = (parts.plan, parts.warnings)
    let layers = parts.layers.flatMap { divided($0, of: written) }
    let aids = try aids(parts.aids, for: layers, of: written, plan)
    let ground = hasMovingGround(plan, shot) ? MovingGround(plan, renderer) : nil
    // Keep layers separate from the base if the background moves, or if a transition can move the
    // layers over the background.
    let isApart = ground != nil || meetsGrounds(shot)
    var slots: [ShotStage.Slot] = []
    var base = try parts.takeGround()
    if moves(MotionTrack.ground, in: written) {
      slots.append(slot(MotionTrack.ground, Sprite(canvas: base, beyond: 2)))
    }
    var still = aids.still
    if ground != nil, !still.isEmpty {
      // Keep static legibility aids in a slot of their own, because merging them with the first
      // layer would lose the connection between each aid and its text.
      if let sprite = Sprite(try drawn(still, plan)) { slots.append(slot("", sprite)) }
      still = []
    }
    if !aids.slots.isEmpty {
      try flush(&still, &slots, &base, plan, isApart: isApart)
      slots += aids.slots
    }
    for layer in layers {
      guard moves(layer.name, in: written) else {
        still.append(layer)
        // Over a moving background, give each layer its own slot, because the legibility of each
        // layer changes over time.
        if ground != nil { try flush(&still, &slots, &base, plan, isApart: true) }
        continue
      }
      try flush(&still, &slots, &base, plan, isApart: isApart)
      let surface = try drawn([layer], plan)
      if case .text(let text) = layer.content, isByWords(layer.name, in: written) {
        slots += try divided(
          text, surface, at: Point(x: 0, y: 0), renderer.textEngine(for: plan)
        ).map { slot(layer.name, $0, [letters(of: $0, like: text, on: .helped)]) }
      } else if let sprite = Sprite(surface) {
        slots.append(slot(layer.name, sprite, try letters(of: layer, plan)))
      }
    }
    try flush(&still, &slots, &base, plan, isApart: isApart)
    slots = slots.withAidsFollowing
    try add(written.things, of: shot, to: &slots, plan)
    return ShotStage(
      base: base, isGroundAlone: isApart && !moves(MotionTrack.ground, in: written),
      ground: ground, slots: slots, unit: stage.unit * stage.scale.mean, warnings: warnings)
  }

  private func slot(
    _ name: String, _ sprite: Sprite, _ letters: [SlotLetters] = []
  ) -> ShotStage.Slot {
    ShotStage.Slot(
      name: name, content: .sprite(sprite), middle: sprite.middle, parent: nil, letters: letters)
  }

  /// Draws pending static layers on the base, or in a slot above the moving layers.
  private func flush(
    _ still: inout [Layer], _ slots: inout [ShotStage.Slot], _ base: inout ImageSurface,
    _ plan: RenderPlan, isApart: Bool
  ) throws(RenderError) {
    guard let first = still.first else { return }
    if slots.isEmpty, !isApart {
      try renderer.draw(still, for: plan, on: &base)
    } else if let sprite = Sprite(try drawn(still, plan)) {
      let isOne = still.count == 1
      slots.append(slot(isOne ? first.name : "", sprite, isOne ? try letters(of: first, plan) : []))
    }
    still = []
  }

  func drawn(_ layers: [Layer], _ plan: RenderPlan) throws(RenderError) -> ImageSurface {
    var surface = try ImageSurface(size: device.pixels)
    try renderer.draw(layers, for: plan, on: &surface)
    return surface
  }
}
