import Films
import Graphics
import WallfarmPluginKit

/// A sprite with its transform and opacity at a given time.
struct LaidSprite {
  let sprite: Sprite
  let place: SpritePlace
  let strength: Int
  /// The pixels that the sprite can change.
  let box: PixelBox

  init?(_ sprite: Sprite, _ place: SpritePlace, opacity: Double, in canvas: PixelBox) {
    strength = Int((opacity * 256).rounded())
    guard strength > 0, !place.isFlat else { return nil }
    box = place.box(of: sprite).intersection(canvas)
    guard !box.isEmpty else { return nil }
    let placed = place.of(sprite, halved: place.scale < 0.55)
    (self.sprite, self.place) = (placed.sprite, placed.place)
  }

  private init(_ sprite: Sprite, _ place: SpritePlace, _ strength: Int, _ box: PixelBox) {
    (self.sprite, self.place, self.strength, self.box) = (sprite, place, strength, box)
  }

  /// The sprite after it is moved and clipped to the canvas, or nil if no part of it is left.
  func moved(right: Int, down: Int, in canvas: PixelBox) -> LaidSprite? {
    let moved = PixelBox(
      left: box.left + right, top: box.top + down, right: box.right + right,
      bottom: box.bottom + down
    ).intersection(canvas)
    guard !moved.isEmpty else { return nil }
    // The transform maps positions on the canvas to the sprite, so moving the sprite changes the
    // transform in the opposite direction.
    var place = place
    place.x -= place.xx * Double(right) + place.xy * Double(down)
    place.y -= place.yx * Double(right) + place.yy * Double(down)
    return LaidSprite(sprite, place, strength, moved)
  }

  func isSame(as other: LaidSprite) -> Bool {
    sprite === other.sprite && place == other.place && strength == other.strength
  }
}

extension ShotStage {
  /// The transform and opacity of a slot.
  struct SlotPlace: Hashable {
    let place: SpritePlace
    let opacity: Double
  }

  /// The transforms and opacities of all slots, each combined with those of its parents.
  func places(_ poses: [Pose]) -> [SlotPlace] {
    var places: [SlotPlace] = []
    for (slot, pose) in zip(slots, poses) {
      let own = SpritePlace(
        round: slot.middle, scale: (pose.scale, pose.scale), degrees: pose.rotation,
        by: (pose.x * unit, pose.y * unit))
      let parent = slot.parent.map { places[$0] }
      places.append(
        SlotPlace(
          place: parent.map { own.then($0.place) } ?? own,
          opacity: pose.opacity * (parent?.opacity ?? 1)))
    }
    return places
  }

  /// The sprites to draw over the base, in slot order; an invisible sprite is nil.
  ///
  /// - Throws: `raster-failed`, and `text-does-not-fit` for text that contains a number.
  func laid(
    _ poses: [Pose], at time: Double,
    counted: (PlacedThing, Int?) throws(RenderError) -> Sprite?
  ) throws(RenderError) -> [LaidSprite?] {
    let places = places(poses)
    var laid: [LaidSprite?] = []
    for index in slots.indices {
      laid += try self.laid(index, poses[index], places[index], at: time, counted: counted)
    }
    return laid
  }

  /// The sprites of a slot: one sprite for each piece of confetti, or a single sprite for other
  /// content.
  func laid(
    _ index: Int, _ pose: Pose, _ seen: SlotPlace, at time: Double,
    counted: (PlacedThing, Int?) throws(RenderError) -> Sprite?
  ) throws(RenderError) -> [LaidSprite?] {
    let canvas = PixelBox(base.size)
    switch slots[index].content {
    case .sprite(let sprite):
      let shown = pose.blur > 0 ? try sprite.blurred(pose.blur * unit) : sprite
      return [LaidSprite(shown, seen.place, opacity: seen.opacity, in: canvas)]
    case .counted(let thing):
      let sprite = try counted(thing, pose.count)
      return [sprite.flatMap { LaidSprite($0, seen.place, opacity: seen.opacity, in: canvas) }]
    case .confetti(let flight, let sprites):
      return (0..<flight.count).map { piece in
        guard let flown = flight.piece(piece, at: time) else { return nil }
        let sprite = sprites[flown.color % sprites.count]
        return LaidSprite(
          sprite, flown.place(of: sprite).then(seen.place), opacity: seen.opacity * flown.opacity,
          in: canvas)
      }
    }
  }

  /// Draws a region: the base and all sprites that intersect the region.
  func draw(_ box: PixelBox, _ laid: [LaidSprite?], on picture: inout ImageSurface) {
    let (stride, source) = (picture.stride, base.stride)
    picture.withMutablePixels { target in
      base.withPixels { base in
        for y in box.top..<box.bottom {
          target.copy(
            y * stride + box.left * 4..<y * stride + box.right * 4, from: base,
            y * source + box.left * 4)
        }
      }
      for case .some(let sprite) in laid {
        let part = sprite.box.intersection(box)
        guard !part.isEmpty else { continue }
        sprite.sprite.lay(
          on: target, stride: stride, within: part, sprite.place, strength: sprite.strength)
      }
    }
  }
}
