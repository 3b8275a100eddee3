import Designs
import Films
import Graphics
import WallfarmCore
import WallfarmPluginKit

/// Makes stages of shots: composes the picture, and draws what moves once.
final class StageMaker {
  let motion: Motion
  let device: Device
  let language: String?
  let renderer: Renderer
  let stage: Stage
  /// In place of those in the file.
  let photo: String?
  let requests: MotionRequests
  /// Sprites of things by shot, name and number; they are the same whatever the picture behind them is.
  var sprites: [SpriteKey: [Drawn]] = [:]

  struct SpriteKey: Hashable {
    let shot: Int
    let name: String
    let count: Int?
  }

  /// A sprite, and what it turns round, in pixels of the canvas.
  struct Drawn {
    let sprite: Sprite
    let middle: Point
  }

  init(
    _ motion: Motion, on device: Device, language: String?, photo: String? = nil,
    time: PictureTime? = nil, renderer: Renderer
  ) {
    (self.motion, self.device, self.renderer) = (motion, device, renderer)
    self.language = motion.language(for: language)
    self.photo = photo
    requests = MotionRequests(
      motion: motion, language: motion.language(for: language), photo: photo, time: time)
    stage = Stage(device, language: self.language)
  }

  /// A shot with its picture in the state that some settings make.
  ///
  /// - Throws: what is wrong with the picture or the things in it.
  func stage(
    of shot: Int, settings: [(name: String, value: Double)]
  ) throws(RenderError) -> ShotStage {
    let written = motion.shots[shot]
    // A transition shows two shots; sprites of more are memory for nothing.
    sprites = sprites.filter { abs($0.key.shot - shot) <= 1 }
    var request = try request(written.picture, on: device)
    try apply(settings, to: &request)
    let parts = try located(written.picture) { () throws(RenderError) in
      try renderer.takeApart(request)
    }
    let (plan, warnings) = (parts.plan, parts.warnings)
    let layers = parts.layers.flatMap { divided($0, of: written) }
    try checkSelectors(of: written, layers)
    var slots: [ShotStage.Slot] = []
    var base = parts.takeGround()
    if moves(MotionTrack.ground, in: written) {
      slots.append(slot(MotionTrack.ground, Sprite(canvas: base, beyond: 2)))
    }
    var still: [Layer] = []
    for layer in layers {
      guard moves(layer.name, in: written) else {
        still.append(layer)
        continue
      }
      try flush(&still, &slots, &base, plan)
      let surface = try drawn([layer], plan)
      if case .text(let text) = layer.content, isByWords(layer.name, in: written) {
        slots += try divided(
          text, surface, at: Point(x: 0, y: 0), renderer.textEngine(for: plan)
        ).map { slot(layer.name, $0) }
      } else if let sprite = Sprite(surface) {
        slots.append(slot(layer.name, sprite))
      }
    }
    try flush(&still, &slots, &base, plan)
    try add(written.things, of: shot, to: &slots, plan)
    return ShotStage(
      base: base, slots: slots, unit: stage.unit * stage.scale.mean, warnings: warnings)
  }

  private func slot(_ name: String, _ sprite: Sprite) -> ShotStage.Slot {
    ShotStage.Slot(name: name, content: .sprite(sprite), middle: sprite.middle, parent: nil)
  }

  /// Draws layers that stand still: on the base, or over what moves below them.
  private func flush(
    _ still: inout [Layer], _ slots: inout [ShotStage.Slot], _ base: inout ImageSurface,
    _ plan: RenderPlan
  ) throws(RenderError) {
    guard !still.isEmpty else { return }
    if slots.isEmpty {
      try renderer.draw(still, for: plan, on: &base)
    } else if let sprite = Sprite(try drawn(still, plan)) {
      slots.append(slot("", sprite))
    }
    still = []
  }

  private func drawn(_ layers: [Layer], _ plan: RenderPlan) throws(RenderError) -> ImageSurface {
    var surface = try ImageSurface(size: device.pixels)
    try renderer.draw(layers, for: plan, on: &surface)
    return surface
  }
}
