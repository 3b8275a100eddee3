package import Designs
package import Graphics
package import WallfarmCore
package import WallfarmPluginKit

/// Draws a motion at single points in time and describes the results, for comparison with recorded
/// snapshots.
package struct MomentDrawer {
  private let motion: Motion
  private let device: Device
  private let timeline: MotionTimeline
  private let drawer: FrameDrawer
  private let renderer: Renderer

  /// Creates a drawer.
  ///
  /// - Parameters:
  ///   - motion: the motion.
  ///   - device: the screen, which the renderer must support.
  ///   - language: a BCP 47 language code, or nil for the first language of the motion.
  ///   - renderer: the renderer of the current thread.
  /// - Throws: `raster-failed` if there is not enough memory.
  package init(
    _ motion: Motion, on device: Device, language: String?, renderer: Renderer
  ) throws(RenderError) {
    (self.motion, self.device, self.renderer) = (motion, device, renderer)
    timeline = MotionTimeline(motion)
    drawer = try FrameDrawer(
      motion, timeline, on: device, language: language, renderer: renderer)
  }

  /// Draws the picture at a given time and passes it to `body` with its description.
  ///
  /// - Parameters:
  ///   - time: the time in seconds from the start of the film.
  ///   - body: receives the picture and its description.
  /// - Throws: errors of the motion's pictures, and the errors of `body`.
  package func draw(
    at time: Double, _ body: (borrowing ImageSurface, MomentFacts) throws(RenderError) -> Void
  ) throws(RenderError) {
    try drawer.draw(at: time) { (picture, _) throws(RenderError) in
      try body(picture, try facts(at: time))
    }
  }

  private func facts(at time: Double) throws(RenderError) -> MomentFacts {
    let moment = timeline.moment(at: time)
    let view = moment.view
    let maker = drawer.stages.maker
    let stage = try drawer.stages.stage(of: view)
    let poses = stage.poses(timeline, in: view)
    let settings = timeline.settings(in: view)
    var request = try maker.request(motion.shots[view.shot].picture, on: device)
    try maker.apply(settings, to: &request)
    var facts = MomentFacts(
      fingerprint: try renderer.fingerprint(of: try renderer.resolve(request)),
      shot: view.shot + 1, time: view.time)
    facts.leaving = moment.before.map { ($0.kind.rawValue, $0.share) }
    facts.settings = settings
    facts.warnings = drawer.warnings
    for (slot, pose) in zip(stage.slots, poses) {
      // Skip unnamed slots, which contain the static layers between moving layers.
      guard !slot.name.isEmpty else { continue }
      let middle = Point(
        x: (slot.middle.x + pose.x * stage.unit) / device.scale.x,
        y: (slot.middle.y + pose.y * stage.unit) / device.scale.y)
      facts.layers.append(MomentFacts.Standing(name: slot.name, middle: middle, pose: pose))
    }
    return facts
  }
}

/// The description of a film at a given time.
package struct MomentFacts {
  /// The pose of a moving layer.
  package struct Standing {
    /// The name that tracks refer to; all words of the same text share it.
    package let name: String
    /// The center in screen points; for a child layer, any movement of its parent is ignored.
    package let middle: Point
    package let pose: Pose
  }

  /// The fingerprint of the shot's picture.
  package let fingerprint: Fingerprint
  /// The number of the shot, starting at 1.
  package let shot: Int
  /// The time since the start of the shot in seconds.
  package let time: Double
  /// The kind and progress of the transition, or nil outside a transition.
  package var leaving: (kind: String, share: Double)?
  /// The settings of the picture at this time.
  package var settings: [(name: String, value: Double)] = []
  /// The layers in paint order.
  package var layers: [Standing] = []
  package var warnings: [RenderWarning] = []
}
