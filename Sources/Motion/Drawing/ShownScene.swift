import Films
import Graphics
import WallfarmPluginKit

/// A picture, and what it shows.
final class ShownScene {
  private(set) var picture: ImageSurface
  private var stage: ShotStage?
  private var laid: [LaidSprite?] = []

  init(_ size: PixelSize) throws(RenderError) { picture = try ImageSurface(size: size) }

  /// Shows something else, and tells where that may differ.
  func show(_ stage: ShotStage, _ laid: [LaidSprite?]) -> [PixelBox] {
    let all = PixelBox(picture.size)
    var boxes: [PixelBox] = []
    if self.stage === stage, self.laid.count == laid.count {
      for (old, new) in zip(self.laid, laid) {
        if let old, let new, old.isSame(as: new) { continue }
        if let old { boxes.append(old.box) }
        if let new { boxes.append(new.box) }
      }
      boxes = PixelBox.joined(boxes, within: all)
    } else {
      boxes = [all]
    }
    (self.stage, self.laid) = (stage, laid)
    for box in boxes { draw(box) }
    return boxes
  }

  /// Draws a part of the picture: the base, and all that reaches into it.
  private func draw(_ box: PixelBox) {
    guard let stage else { return }
    let (stride, laid) = (picture.stride, laid)
    let source = stage.base.stride
    picture.withMutablePixels { target in
      stage.base.withPixels { base in
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

extension PixelBox {
  /// Boxes that hold all of some, where a box round two of them costs hardly more than both.
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
