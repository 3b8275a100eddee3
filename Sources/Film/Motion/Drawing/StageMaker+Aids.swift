import Graphics
import WallfarmCore
import WallfarmPluginKit

/// Creates the slots of legibility aids, which appear and disappear with their texts.
extension StageMaker {
  /// Creates slots for the aids of moving texts; the aids of static texts remain static.
  func aids(
    _ aids: [Layer], for layers: [Layer], of shot: MotionShot, _ plan: RenderPlan
  ) throws(RenderError) -> (slots: [ShotStage.Slot], still: [Layer]) {
    let moving = Set(layers.filter { !$0.texts.isEmpty && moves($0.name, in: shot) }.map(\.name))
    guard !moving.isEmpty else { return ([], aids) }
    var slots: [ShotStage.Slot] = []
    var still: [Layer] = []
    var seen: Set<String> = []
    for aid in aids {
      let isOfOne = layers.contains { $0.name == aid.name }
      if isOfOne, !moving.contains(aid.name) {
        still.append(aid)
        continue
      }
      guard seen.insert(aid.name).inserted else { continue }
      // Combine all aids with the same name, such as the ambient shadow and the contact shadow of a
      // layer.
      let own = aids.filter { $0.name == aid.name }
      guard let sprite = Sprite(try drawn(own, plan)) else { continue }
      slots.append(
        ShotStage.Slot(
          name: "", content: .sprite(sprite), middle: sprite.middle, parent: nil, helps: aid.name))
    }
    return (slots, still)
  }
}

extension [ShotStage.Slot] {
  /// The slots, with each aid linked to the texts of its layer or, if it has no layer, to all
  /// texts.
  var withAidsFollowing: [ShotStage.Slot] {
    var slots = self
    let texts = indices.filter { self[$0].helps == nil && !self[$0].letters.isEmpty }
    for index in indices {
      guard let name = self[index].helps else { continue }
      let own = texts.filter { self[$0].name == name }
      slots[index].helped = own.isEmpty ? texts : own
      // Rotate around the same center as the text.
      if own.count == 1 { slots[index].middle = self[own[0]].middle }
    }
    return slots
  }
}
