import Films
import Graphics
import WallfarmCore
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
    var middle: Point
    /// The slot that it moves with.
    let parent: Int?
    /// The layer whose letters it helps to be read; nil: it is no such thing.
    var helps: String?
    /// The slots of that layer: it comes and goes with them.
    var helped: [Int] = []
    /// Its texts; those of a number are with its sprites.
    var letters: [SlotLetters] = []
  }

  /// Everything below the first thing that moves.
  private(set) var base: ImageSurface
  /// Whether the base is the background and nothing else.
  let isGroundAlone: Bool
  /// Draws the base anew where it moves by itself.
  let ground: MovingGround?
  /// The moment of the film that the base is of; nil: of all.
  private(set) var baseTime: Double?
  let slots: [Slot]
  /// Pixels for one of the points that keys count in.
  let unit: Double
  /// What a person should know.
  let warnings: [RenderWarning]

  init(
    base: consuming ImageSurface, isGroundAlone: Bool, ground: MovingGround?, slots: [Slot],
    unit: Double, warnings: [RenderWarning]
  ) {
    self.base = base
    (self.isGroundAlone, self.ground) = (isGroundAlone, ground)
    (self.slots, self.unit, self.warnings) = (slots, unit, warnings)
  }

  /// Draws the base as it is at a moment of the film, where it moves.
  ///
  /// - Throws: what its plugin throws, `raster-failed`.
  func move(to filmTime: Double) throws(RenderError) {
    guard let ground, baseTime != filmTime else { return }
    base = try ground.picture(at: filmTime)
    baseTime = filmTime
  }

  /// Whether what it stands on is, pixel for pixel, what another one stands on.
  func standsOnTheSame(as other: ShotStage) -> Bool {
    guard isGroundAlone, other.isGroundAlone, base.size == other.base.size else { return false }
    return base.withPixels { own in
      other.base.withPixels { there in own.hasTheBytes(of: there) }
    }
  }

  /// Names of the slots.
  var names: [String] { slots.map(\.name) }

  /// How the slots stand at a moment.
  func poses(_ timeline: MotionTimeline, in view: MotionTimeline.View) -> [Pose] {
    // What only helps others is no layer: no track is about it, and none counts it.
    let layers = slots.indices.filter { slots[$0].helps == nil }
    let moved = timeline.poses(of: layers.map { slots[$0].name }, in: view)
    var poses = [Pose](repeating: Pose(), count: slots.count)
    for (index, pose) in zip(layers, moved) { poses[index] = pose }
    for (index, slot) in slots.enumerated() {
      guard let first = slot.helped.first else { continue }
      if slot.helped.count == 1 {
        poses[index] = poses[first]
      } else {
        // It stays where it is: what it helps may move by words.
        let sum = slot.helped.reduce(0) { $0 + poses[$1].opacity }
        poses[index].opacity = sum / Double(slot.helped.count)
      }
    }
    return poses
  }
}
