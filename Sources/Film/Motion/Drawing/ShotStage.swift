import Films
package import Graphics
package import WallfarmCore
package import WallfarmPluginKit

/// A shot that is prepared for drawing frames, with static content as pixels and moving content as
/// sprites.
package final class ShotStage {
  /// Content, usually moving, that is drawn on top of the base.
  package struct Slot {
    package enum Content {
      /// Fixed pixels.
      case sprite(Sprite)
      /// Text that contains a number; each value has its own sprite.
      case counted(PlacedThing)
      /// Confetti; each color has its own sprite.
      case confetti(ConfettiFlight, [Sprite])
    }

    /// The name that tracks refer to; all words of the same text share it.
    package let name: String
    package let content: Content
    /// The center of rotation and scaling, in canvas pixels.
    package var middle: Point
    /// The index of the parent slot, or nil if there is none.
    let parent: Int?
    /// The layer that this slot makes legible, or nil if this slot is content.
    var helps: String?
    /// The slots whose texts this slot makes legible.
    ///
    /// If there is one such slot, this slot copies its pose. If there are several, this slot stays
    /// in place and uses the mean of their opacities.
    var helped: [Int] = []
    /// The texts of the slot, for legibility checks; text that contains a number is stored with its
    /// sprite instead.
    var letters: [SlotLetters] = []

    package init(
      name: String, content: Content, middle: Point, parent: Int?, helps: String? = nil,
      helped: [Int] = [], letters: [SlotLetters] = []
    ) {
      self.name = name
      self.content = content
      self.middle = middle
      self.parent = parent
      self.helps = helps
      self.helped = helped
      self.letters = letters
    }
  }

  /// All content below the lowest moving layer.
  package private(set) var base: ImageSurface
  /// Whether the base consists only of the background.
  let isGroundAlone: Bool
  /// Redraws the background if it is animated only by its plugin and not by tracks; otherwise, nil.
  let ground: MovingGround?
  /// The time in the film for which the base was drawn, or nil if the base is static.
  private(set) var baseTime: Double?
  package let slots: [Slot]
  /// Pixels per keyframe unit; the unit is one point on a screen 430 points wide.
  package let unit: Double
  /// Warnings issued while composing the picture.
  let warnings: [RenderWarning]

  package init(
    base: consuming ImageSurface, isGroundAlone: Bool, ground: MovingGround?, slots: [Slot],
    unit: Double, warnings: [RenderWarning]
  ) {
    self.base = base
    (self.isGroundAlone, self.ground) = (isGroundAlone, ground)
    (self.slots, self.unit, self.warnings) = (slots, unit, warnings)
  }

  /// Redraws a moving background for a given time in the film.
  ///
  /// - Throws: the errors of the background's plugin, `raster-failed`.
  func move(to filmTime: Double) throws(RenderError) {
    guard let ground, baseTime != filmTime else { return }
    base = try ground.picture(at: filmTime)
    baseTime = filmTime
  }

  /// Whether two stages have identical background pixels.
  func standsOnTheSame(as other: ShotStage) -> Bool {
    guard isGroundAlone, other.isGroundAlone, base.size == other.base.size else { return false }
    return base.withPixels { own in
      other.base.withPixels { there in own.hasTheBytes(of: there) }
    }
  }

  package var names: [String] { slots.map(\.name) }

  /// The poses of the slots at a given time.
  package func poses(_ timeline: MotionTimeline, in view: MotionTimeline.View) -> [Pose] {
    // Slots that only improve legibility are not layers, so tracks neither select nor count them.
    let layers = slots.indices.filter { slots[$0].helps == nil }
    let moved = timeline.poses(of: layers.map { slots[$0].name }, in: view)
    var poses = [Pose](repeating: Pose(), count: slots.count)
    for (index, pose) in zip(layers, moved) { poses[index] = pose }
    for (index, slot) in slots.enumerated() {
      guard let first = slot.helped.first else { continue }
      if slot.helped.count == 1 {
        poses[index] = poses[first]
      } else {
        // Several texts may move independently, for example word by word. Therefore, their aid
        // stays in place and uses the mean of their opacities.
        let sum = slot.helped.reduce(0) { $0 + poses[$1].opacity }
        poses[index].opacity = sum / Double(slot.helped.count)
      }
    }
    return poses
  }
}
