import Films
import Graphics
import WallfarmPluginKit

/// A frame buffer that remembers its contents for incremental updates.
final class ShownScene {
  private(set) var picture: ImageSurface
  private var stage: ShotStage?
  private var baseTime: Double?
  private var laid: [LaidSprite?] = []

  init(_ size: PixelSize) throws(RenderError) { picture = try ImageSurface(size: size) }

  /// Draws a stage with its sprites, and returns the regions that may have changed.
  func show(_ stage: ShotStage, _ laid: [LaidSprite?]) -> [PixelBox] {
    let all = PixelBox(picture.size)
    var boxes: [PixelBox] = []
    if self.stage === stage, baseTime == stage.baseTime, self.laid.count == laid.count {
      for (old, new) in zip(self.laid, laid) {
        if let old, let new, old.isSame(as: new) { continue }
        if let old { boxes.append(old.box) }
        if let new { boxes.append(new.box) }
      }
      boxes = PixelBox.joined(boxes, within: all)
    } else {
      boxes = [all]
    }
    (self.stage, baseTime, self.laid) = (stage, stage.baseTime, laid)
    for box in boxes { stage.draw(box, laid, on: &picture) }
    return boxes
  }
}

extension PixelBox {
  /// Merges boxes whose union is at most 25 percent larger than their total area.
  static func joined(_ boxes: [PixelBox], within all: PixelBox) -> [PixelBox] {
    var joined: [PixelBox] = []
    for box in boxes {
      var box = box
      var isGrowing = true
      while isGrowing {
        isGrowing = false
        for (index, other) in joined.enumerated() {
          let both = box.union(other)
          guard both.area <= (box.area + other.area) * 5 / 4 else { continue }
          box = both
          joined.remove(at: index)
          isGrowing = true
          break
        }
      }
      joined.append(box)
    }
    let area = joined.reduce(0) { $0 + $1.area }
    return area > all.area * 3 / 4 ? [all] : joined
  }
}
