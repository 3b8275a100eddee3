import Films
import Graphics
import WallfarmPluginKit

/// A stage at a moment, slot by slot.
struct SeenStage {
  let stage: ShotStage
  let poses: [Pose]
  let places: [ShotStage.SlotPlace]
  /// What each slot lays on the base; none where it was not asked for.
  let laid: [[LaidSprite?]]

  init(
    _ stage: ShotStage, _ poses: [Pose], at time: Double, isDrawn: Bool,
    counted: (PlacedThing, Int?) throws(RenderError) -> Sprite?
  ) throws(RenderError) {
    (self.stage, self.poses) = (stage, poses)
    let places = stage.places(poses)
    self.places = places
    laid =
      try !isDrawn
      ? []
      : stage.slots.indices.map { (index) throws(RenderError) in
        try stage.laid(index, poses[index], places[index], at: time, counted: counted)
      }
  }

  /// Whether a slot is seen just so at another moment.
  func isSame(as other: SeenStage, at index: Int) -> Bool {
    places[index] == other.places[index] && poses[index].blur == other.poses[index].blur
      && poses[index].count == other.poses[index].count
  }

  /// What lies below a slot and reaches into a part of the picture; words of one text do not stand on one another.
  func below(_ index: Int, within box: PixelBox) -> [LaidSprite?] {
    let name = stage.slots[index].name
    var found: [LaidSprite?] = []
    for other in laid.indices.prefix(index) {
      let near = laid[other].filter { $0.map { !$0.box.intersection(box).isEmpty } ?? false }
      if !near.isEmpty, stage.slots[other].name != name { found += near }
    }
    return found
  }
}
