package import Designs
package import Graphics
package import WallfarmCore
package import WallfarmPluginKit

/// Draws moments of a motion, and tells what is known of each: for those who compare it with what was recorded.
package struct MomentDrawer {
  private let motion: Motion
  private let device: Device
  private let timeline: MotionTimeline
  private let drawer: FrameDrawer
  private let renderer: Renderer

  /// Prepares to draw.
  ///
  /// - Parameters:
  ///   - motion: what it is a moment of.
  ///   - device: the screen; the renderer knows it.
  ///   - language: BCP 47; nil: the first of the motion.
  ///   - renderer: that of the thread.
  /// - Throws: `raster-failed` without memory.
  package init(
    _ motion: Motion, on device: Device, language: String?, renderer: Renderer
  ) throws(RenderError) {
    (self.motion, self.device, self.renderer) = (motion, device, renderer)
    timeline = MotionTimeline(motion)
    drawer = try FrameDrawer(
      motion, timeline, on: device, language: language, renderer: renderer)
  }

  /// Draws a moment and lends it, with what is known of it.
  ///
  /// - Parameters:
  ///   - time: in seconds from the beginning.
  ///   - body: looks at it.
  /// - Throws: what is wrong with a picture of the motion, and what `body` throws.
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
      // What stands still beside what moves is one thing without a name.
      guard !slot.name.isEmpty else { continue }
      let middle = Point(
        x: (slot.middle.x + pose.x * stage.unit) / device.scale.x,
        y: (slot.middle.y + pose.y * stage.unit) / device.scale.y)
      facts.layers.append(MomentFacts.Standing(name: slot.name, middle: middle, pose: pose))
    }
    return facts
  }
}

/// What is known of a moment of a film.
package struct MomentFacts {
  /// How something that moves stands.
  package struct Standing {
    /// What tracks call it; the words of a text share a name.
    package let name: String
    /// In points of the screen; of what moves with something else, where that stands still.
    package let middle: Point
    package let pose: Pose
  }

  /// Of the picture that stands behind everything.
  package let fingerprint: Fingerprint
  /// Counted from 1.
  package let shot: Int
  /// Seconds of the shot.
  package let time: Double
  /// What the shot takes the place of another by, and how much of that is done; nil: it is alone.
  package var leaving: (kind: String, share: Double)?
  /// Of the picture, as they are at that time.
  package var settings: [(name: String, value: Double)] = []
  /// In the order in which it is laid.
  package var layers: [Standing] = []
  package var warnings: [RenderWarning] = []
}
