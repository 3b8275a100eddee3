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
  private let shown: ShownScene
  /// The shot that gives way, while there is one.
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
    guard let leaving = moment.before else {
      let all = wasMixed ? [PixelBox(size)] : changed
      wasMixed = false
      return try body(shown.picture, all)
    }
    let scene: ShownScene
    if let before { scene = before } else { scene = try ShownScene(size) }
    before = scene
    _ = try show(leaving.view, on: scene)
    let target: MixedPicture
    if let mixed { target = mixed } else { target = try MixedPicture(size) }
    mixed = target
    wasMixed = true
    target.mix(scene.picture, shown.picture, leaving.kind, leaving.share)
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

  func stage(of view: MotionTimeline.View) throws(RenderError) -> ShotStage {
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
