internal import CFrames
import Designs
import Films
import Graphics
import WallfarmCore
import WallfarmPluginKit

/// Draws the pictures of a film: of each only what is not as in the one that it drew before.
final class FrameDrawer {
  private let timeline: MotionTimeline
  private let maker: StageMaker
  let device: Device
  private let size: PixelSize
  /// Stages that may be needed again, the newest last.
  private var stages: [(key: StageKey, stage: ShotStage)] = []
  private var shown: ShownScene
  private var before: ShownScene?
  private var mixed: MixedPicture?
  private var wasMixed = false

  private struct StageKey: Hashable {
    let shot: Int
    let settings: [Double]
  }

  /// More are seldom at work: two shots, and one with its next state.
  private static let mostStages = 3

  init(
    _ motion: Motion, _ timeline: MotionTimeline, on device: Device, language: String?,
    photo: String? = nil, renderer: Renderer
  ) throws(RenderError) {
    (self.timeline, self.device) = (timeline, device)
    maker = StageMaker(
      motion, on: device, language: language, photo: photo, renderer: renderer)
    size = device.pixels
    shown = try ShownScene(size)
  }

  /// What it took to compose pictures and to draw what moves, once each.
  private(set) var preparing = Duration.zero
  /// What a person should know of the stages so far.
  private(set) var warnings: [RenderWarning] = []

  /// Draws a moment and lends it, with the parts that may differ from what was lent before.
  ///
  /// - Throws: what is wrong with a picture of the motion.
  func draw(
    at time: Double,
    _ body: (borrowing ImageSurface, _ changed: [PixelBox]) throws(RenderError) -> Void
  ) throws(RenderError) {
    let moment = timeline.moment(at: time)
    let changed = try show(moment.view, on: shown)
    guard let (view, kind, share) = moment.before else {
      let all = wasMixed ? [PixelBox(size)] : changed
      wasMixed = false
      return try body(shown.picture, all)
    }
    let scene: ShownScene
    if let before { scene = before } else { scene = try ShownScene(size) }
    before = scene
    _ = try show(view, on: scene)
    let target: MixedPicture
    if let mixed { target = mixed } else { target = try MixedPicture(size) }
    mixed = target
    wasMixed = true
    target.mix(scene.picture, shown.picture, kind, share)
    try body(target.picture, [PixelBox(size)])
  }

  private func show(
    _ view: MotionTimeline.View, on scene: ShownScene
  ) throws(RenderError) -> [PixelBox] {
    let stage = try stage(of: view)
    let poses = timeline.poses(of: stage.names, in: view)
    let laid = try stage.laid(poses, at: view.time) { (thing, count) throws(RenderError) in
      try maker.sprite(of: thing, count: count, in: view.shot)
    }
    return scene.show(stage, laid)
  }

  private func stage(of view: MotionTimeline.View) throws(RenderError) -> ShotStage {
    let settings = timeline.settings(in: view)
    let key = StageKey(shot: view.shot, settings: settings.map(\.value))
    if let known = stages.firstIndex(where: { $0.key == key }) {
      let found = stages.remove(at: known)
      stages.append(found)
      return found.stage
    }
    let start = ProcessorTime.now
    let stage = try maker.stage(of: view.shot, settings: settings)
    preparing += ProcessorTime.now - start
    for warning in stage.warnings where !warnings.contains(warning) { warnings.append(warning) }
    if stages.count >= Self.mostStages { stages.removeFirst() }
    stages.append((key, stage))
    return stage
  }
}

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
          UnsafeMutableRawBufferPointer(
            rebasing: target[y * stride + box.left * 4..<y * stride + box.right * 4]
          ).copyMemory(
            from: UnsafeRawBufferPointer(
              rebasing: base[y * source + box.left * 4..<y * source + box.right * 4]))
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

/// One picture on its way to another.
private final class MixedPicture {
  private(set) var picture: ImageSurface

  init(_ size: PixelSize) throws(RenderError) { picture = try ImageSurface(size: size) }

  /// Shows how one takes the place of another.
  func mix(
    _ before: borrowing ImageSurface, _ after: borrowing ImageSurface,
    _ kind: MotionTransition.Kind, _ share: Double
  ) {
    let share = min(1, max(0, share))
    before.withPixels { before in
      after.withPixels { after in
        switch kind {
        case .cut: picture.withMutablePixels { $0.copyMemory(from: after) }
        case .fade: fade(before, after, Int32((share * 256).rounded()))
        case .push: push(before, after, Int((Double(picture.size.width) * share).rounded()))
        case .rise: rise(before, after, Int((Double(picture.size.height) * share).rounded()))
        }
      }
    }
  }

  private func fade(
    _ before: UnsafeRawBufferPointer, _ after: UnsafeRawBufferPointer, _ weight: Int32
  ) {
    picture.withMutablePixels { target in
      wallfarm_mix(target.start, before.start, after.start, target.count, weight)
    }
  }

  private func push(
    _ before: UnsafeRawBufferPointer, _ after: UnsafeRawBufferPointer, _ columns: Int
  ) {
    let (stride, size) = (picture.stride, picture.size)
    let (moved, row) = (columns * 4, size.width * 4)
    picture.withMutablePixels { target in
      for y in 0..<size.height {
        let start = y * stride
        target.copy(start..<start + row - moved, from: before, start + moved)
        target.copy(start + row - moved..<start + row, from: after, start)
      }
    }
  }

  private func rise(
    _ before: UnsafeRawBufferPointer, _ after: UnsafeRawBufferPointer, _ rows: Int
  ) {
    let (stride, height) = (picture.stride, picture.size.height)
    let kept = (height - rows) * stride
    picture.withMutablePixels { target in
      target.copy(0..<kept, from: before, rows * stride)
      target.copy(kept..<height * stride, from: after, 0)
    }
  }
}

extension UnsafeRawBufferPointer {
  fileprivate var start: UnsafePointer<UInt8>? { baseAddress?.assumingMemoryBound(to: UInt8.self) }
}

extension UnsafeMutableRawBufferPointer {
  fileprivate var start: UnsafeMutablePointer<UInt8>? {
    baseAddress?.assumingMemoryBound(to: UInt8.self)
  }

  fileprivate func copy(_ range: Range<Int>, from source: UnsafeRawBufferPointer, _ place: Int) {
    guard !range.isEmpty else { return }
    UnsafeMutableRawBufferPointer(rebasing: self[range]).copyMemory(
      from: UnsafeRawBufferPointer(rebasing: source[place..<place + range.count]))
  }
}
