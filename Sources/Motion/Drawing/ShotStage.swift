import Films
import Graphics
import WallfarmPluginKit

/// A shot with its picture in one state, ready to be drawn at any moment: what stands still as pixels, and what moves
/// as sprites.
final class ShotStage {
  /// Something that is laid over the base.
  struct Slot {
    enum Content {
      /// Pixels.
      case sprite(Sprite)
      /// Words that have a number in them; a sprite for each.
      case counted(PlacedThing)
      /// A sprite for each colour.
      case confetti(ConfettiFlight, [Sprite])
    }

    /// What tracks call it; the words of a text share a name.
    let name: String
    let content: Content
    /// What it turns and grows round, in pixels of the canvas.
    let middle: Point
    /// The slot that it moves with.
    let parent: Int?
  }

  /// Everything below the first thing that moves.
  let base: ImageSurface
  let slots: [Slot]
  /// Pixels for one of the points that keys count in.
  let unit: Double
  /// What a person should know.
  let warnings: [RenderWarning]

  init(
    base: consuming ImageSurface, slots: [Slot], unit: Double, warnings: [RenderWarning]
  ) {
    self.base = base
    (self.slots, self.unit, self.warnings) = (slots, unit, warnings)
  }

  /// Names of the slots, for the timeline.
  var names: [String] { slots.map(\.name) }
}

/// A sprite where it is seen at a moment.
struct LaidSprite {
  let sprite: Sprite
  let place: SpritePlace
  let strength: Int
  /// The pixels that it may touch.
  let box: PixelBox

  init?(_ sprite: Sprite, _ place: SpritePlace, opacity: Double, in canvas: PixelBox) {
    strength = Int((opacity * 256).rounded())
    guard strength > 0, !place.isFlat else { return nil }
    box = place.box(of: sprite).intersection(canvas)
    guard !box.isEmpty else { return nil }
    let placed = place.of(sprite, halved: place.scale < 0.55)
    (self.sprite, self.place) = (placed.sprite, placed.place)
  }

  func isSame(as other: LaidSprite) -> Bool {
    sprite === other.sprite && place == other.place && strength == other.strength
  }
}

extension ShotStage {
  /// What lies on the base at a moment, slot by slot; nil where nothing of it is seen.
  ///
  /// - Throws: `raster-failed`, `text-does-not-fit` of a text with a number.
  func laid(
    _ poses: [Pose], at time: Double,
    counted: (PlacedThing, Int?) throws(RenderError) -> Sprite?
  ) throws(RenderError) -> [LaidSprite?] {
    let canvas = PixelBox(base.size)
    var laid: [LaidSprite?] = []
    var places: [(place: SpritePlace, opacity: Double)] = []
    for (slot, pose) in zip(slots, poses) {
      let parent = slot.parent.map { places[$0] }
      let own = SpritePlace(
        round: slot.middle, scale: (pose.scale, pose.scale), degrees: pose.rotation,
        by: (pose.x * unit, pose.y * unit))
      let place = parent.map { own.then($0.place) } ?? own
      let opacity = pose.opacity * (parent?.opacity ?? 1)
      places.append((place, opacity))
      switch slot.content {
      case .sprite(let sprite):
        let shown = pose.blur > 0 ? try sprite.blurred(pose.blur * unit) : sprite
        laid.append(LaidSprite(shown, place, opacity: opacity, in: canvas))
      case .counted(let thing):
        let sprite = try counted(thing, pose.count)
        laid.append(sprite.flatMap { LaidSprite($0, place, opacity: opacity, in: canvas) })
      case .confetti(let flight, let sprites):
        for piece in 0..<flight.count {
          guard let flown = flight.piece(piece, at: time) else {
            laid.append(nil)
            continue
          }
          let sprite = sprites[flown.color % sprites.count]
          laid.append(
            LaidSprite(
              sprite, flown.place(of: sprite).then(place), opacity: opacity * flown.opacity,
              in: canvas))
        }
      }
    }
    return laid
  }
}
