import Films
import Graphics
import WallfarmPluginKit

/// The slots of a stage at a given time.
struct SeenStage {
  let stage: ShotStage
  let poses: [Pose]
  let places: [ShotStage.SlotPlace]
  /// The sprites of each slot; empty if they were not requested.
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

  /// Whether a slot looks the same as it does at another time.
  func isSame(as other: SeenStage, at index: Int) -> Bool {
    places[index] == other.places[index] && poses[index].blur == other.poses[index].blur
      && poses[index].count == other.poses[index].count
  }

  /// The sprites below a slot that intersect a box, except other words of the same text.
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
