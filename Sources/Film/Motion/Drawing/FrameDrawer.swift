package import Designs
package import Films
package import Graphics
package import WallfarmCore
package import WallfarmPluginKit

/// Draws the frames of a film, updating only the regions that changed since the previous frame.
package final class FrameDrawer {
  private let timeline: MotionTimeline
  package let device: Device
  private let size: PixelSize
  let stages: StageCache
  private let shown: ShownScene
  /// The outgoing shot in a transition.
  private var before: ShownScene?
  private var mixed: MixedPicture?
  /// The scene for a transition between two shots with the same background.
  private var slid: ShownScene?
  package private(set) var grounds = ComparedGrounds()
  private var last = Manner.shown

  /// The drawing method of a frame.
  ///
  /// The changed regions of a frame are valid only if the previous frame was drawn with the same
  /// method.
  private enum Manner { case shown, mixed, slid }

  package init(
    _ motion: Motion, _ timeline: MotionTimeline, on device: Device, language: String?,
    photo: String? = nil, time: PictureTime? = nil, renderer: Renderer
  ) throws(RenderError) {
    (self.timeline, self.device) = (timeline, device)
    stages = StageCache(
      timeline,
      StageMaker(
        motion, on: device, language: language, photo: photo, time: time, renderer: renderer))
    size = device.pixels
    shown = try ShownScene(size)
  }

  /// Processor time spent composing pictures and drawing sprites.
  var preparing: Duration { stages.preparing }
  /// Warnings from all stages so far.
  var warnings: [RenderWarning] { stages.warnings }

  /// Draws a frame and passes it to `body` with the regions that may differ from the previous
  /// frame.
  ///
  /// - Throws: errors of the motion's pictures.
  package func draw(
    at time: Double,
    _ body: (borrowing ImageSurface, _ changed: [PixelBox]) throws(RenderError) -> Void
  ) throws(RenderError) {
    let moment = timeline.moment(at: time)
    let filmTime = timeline.filmTime(of: moment.view)
    guard let leaving = moment.before else {
      // Release the surfaces and stages of the previous transition.
      (before, mixed, slid) = (nil, nil, nil)
      let boxes = try show(moment.view, at: filmTime, on: shown)
      return try body(shown.picture, changed(boxes, as: .shown))
    }
    if leaving.kind.moves, let boxes = try slide(leaving, moment.view, at: filmTime), let slid {
      return try body(slid.picture, changed(boxes, as: .slid))
    }
    let target = try mix(leaving, moment.view, at: filmTime)
    try body(target.picture, changed([PixelBox(size)], as: .mixed))
  }

  private func changed(_ boxes: [PixelBox], as manner: Manner) -> [PixelBox] {
    defer { last = manner }
    return last == manner ? boxes : [PixelBox(size)]
  }

  private func show(
    _ view: MotionTimeline.View, at filmTime: Double, on scene: ShownScene
  ) throws(RenderError) -> [PixelBox] {
    let stage = try stages.stage(of: view)
    try stage.move(to: filmTime)
    return scene.show(stage, try laid(stage, view))
  }

  private func laid(
    _ stage: ShotStage, _ view: MotionTimeline.View
  ) throws(RenderError) -> [LaidSprite?] {
    try stage.laid(stage.poses(timeline, in: view), at: view.time) {
      (thing, count) throws(RenderError) in
      try stages.maker.sprite(of: thing, count: count, in: view.shot)?.sprite
    }
  }

  // MARK: - Transitions

  /// Draws a transition between shots with the same background, which stays in place while the
  /// layers move.
  ///
  /// - Returns: the changed regions, or nil if the backgrounds differ.
  private func slide(
    _ leaving: MotionTimeline.Before, _ view: MotionTimeline.View, at filmTime: Double
  ) throws(RenderError) -> [PixelBox]? {
    let (old, new) = (try stages.stage(of: leaving.view), try stages.stage(of: view))
    try old.move(to: filmTime)
    try new.move(to: filmTime)
    guard grounds.areSame(old, new) else { return nil }
    let (right, down) = way(of: leaving.kind)
    let done = leaving.share
    func part(_ length: Int, _ share: Double) -> Int { Int((Double(length) * share).rounded()) }
    let canvas = PixelBox(size)
    let gone = try laid(old, leaving.view).map {
      $0?.moved(right: part(-right, done), down: part(-down, done), in: canvas)
    }
    let come = try laid(new, view).map {
      $0?.moved(right: right - part(right, done), down: down - part(down, done), in: canvas)
    }
    let scene: ShownScene
    if let slid { scene = slid } else { scene = try ShownScene(size) }
    slid = scene
    return scene.show(new, gone + come)
  }

  /// The position at which a shot enters the screen, as an offset in pixels from its final
  /// position.
  private func way(of kind: MotionTransition.Kind) -> (right: Int, down: Int) {
    switch kind {
    case .rise: (0, size.height)
    case .push: (stages.maker.readsFromTheRight ? -size.width : size.width, 0)
    case .cut, .fade: (0, 0)
    }
  }

  private func mix(
    _ leaving: MotionTimeline.Before, _ view: MotionTimeline.View, at filmTime: Double
  ) throws(RenderError) -> MixedPicture {
    _ = try show(view, at: filmTime, on: shown)
    let scene: ShownScene
    if let before { scene = before } else { scene = try ShownScene(size) }
    before = scene
    _ = try show(leaving.view, at: filmTime, on: scene)
    let target: MixedPicture
    if let mixed { target = mixed } else { target = try MixedPicture(size) }
    mixed = target
    let isMirrored = leaving.kind == .push && stages.maker.readsFromTheRight
    if isMirrored {
      // A push to the right is a push to the left in reverse.
      target.mix(shown.picture, scene.picture, leaving.kind, 1 - leaving.share)
    } else {
      target.mix(scene.picture, shown.picture, leaving.kind, leaving.share)
    }
    return target
  }
}
