import WallfarmCore
import WallfarmPluginKit

/// Caches prepared shots, and checks the legibility of their texts.
final class StageCache {
  let maker: StageMaker
  private let timeline: MotionTimeline
  /// Stages in LRU order, most recently used last.
  private var stages: [(key: Key, stage: ShotStage)] = []
  /// Shots that are recomposed for each frame.
  private var anew: Set<Int> = []
  /// Recomposed shots that have been checked for legibility.
  private var looked: Set<Int> = []
  /// Processor time spent composing pictures and drawing sprites.
  private(set) var preparing = Duration.zero
  /// Warnings from all stages so far.
  private(set) var warnings: [RenderWarning] = []

  private struct Key: Hashable {
    let shot: Int
    let settings: [Double]
    /// The time in the film, or nil if the stage does not depend on it.
    let filmTime: Double?
  }

  /// The number of stages to keep while another stage is created.
  ///
  /// Two stages are enough for the two shots of a transition, or for two states of one shot.
  private static let most = 2

  init(_ timeline: MotionTimeline, _ maker: StageMaker) {
    (self.timeline, self.maker) = (timeline, maker)
  }

  /// Returns the stage of a shot at a given time.
  ///
  /// - Throws: errors of the motion's pictures.
  func stage(of view: MotionTimeline.View) throws(RenderError) -> ShotStage {
    let settings = timeline.settings(in: view)
    let key = Key(
      shot: view.shot, settings: settings.map(\.value),
      filmTime: anew.contains(view.shot) ? timeline.filmTime(of: view) : nil)
    if let known = stages.firstIndex(where: { $0.key == key }) {
      let found = stages.remove(at: known)
      stages.append(found)
      return found.stage
    }
    let start = ProcessorTime.now
    // Stages are large, and transitions involve only adjacent shots.
    stages.removeAll { abs($0.key.shot - view.shot) > 1 }
    if stages.count > Self.most { stages.removeFirst(stages.count - Self.most) }
    // If the stage does not depend on the time, compose it for the start of the shot, so that the
    // result does not depend on which time is requested first.
    let parts = try maker.composed(
      view.shot, settings: settings, at: key.filmTime ?? timeline.start(of: view.shot))
    if key.filmTime == nil, maker.isComposedAnew(parts.plan, view.shot) {
      anew.insert(view.shot)
      preparing += ProcessorTime.now - start
      return try stage(of: view)
    }
    defer { preparing += ProcessorTime.now - start }
    if let mistake = maker.wrongNames(in: view.shot, parts.layers).first { throw mistake }
    let stage = try maker.stage(of: view.shot, parts)
    // For a recomposed shot, check only the first stage.
    if key.filmTime == nil || !looked.contains(view.shot) {
      let inspector = StageInspector(maker, timeline, shot: view.shot, settings: settings)
      if let problem = try inspector.problems(in: stage).first { throw problem }
      looked.insert(view.shot)
    }
    for warning in stage.warnings where !warnings.contains(warning) { warnings.append(warning) }
    stages.append((key, stage))
    return stage
  }
}
