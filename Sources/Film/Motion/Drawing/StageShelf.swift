import WallfarmCore
import WallfarmPluginKit

/// Stages of shots, each made once and looked at for letters that cannot be read, and kept while it may be needed again.
final class StageShelf {
  let maker: StageMaker
  private let timeline: MotionTimeline
  /// The newest last.
  private var stages: [(key: Key, stage: ShotStage)] = []
  /// Shots whose pictures are composed anew at each moment.
  private var anew: Set<Int> = []
  /// Those of them that were looked at.
  private var looked: Set<Int> = []
  /// What it took to compose pictures and to draw what moves, once each.
  private(set) var preparing = Duration.zero
  /// What a person should know of the stages so far.
  private(set) var warnings: [RenderWarning] = []

  private struct Key: Hashable {
    let shot: Int
    let settings: [Double]
    /// Nil: it is the same at all moments.
    let filmTime: Double?
  }

  /// Those that are kept while another is made: two shots that change places, or a shot and its state before.
  private static let most = 2

  init(_ timeline: MotionTimeline, _ maker: StageMaker) {
    (self.timeline, self.maker) = (timeline, maker)
  }

  /// The stage of a shot as it is at a moment.
  ///
  /// - Throws: what is wrong with a picture of the motion.
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
    // Each is a canvas and more, and shots change places with their neighbours only.
    stages.removeAll { abs($0.key.shot - view.shot) > 1 }
    if stages.count > Self.most { stages.removeFirst(stages.count - Self.most) }
    // What is the same at all moments must not depend on the one that was asked for first.
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
    // Of a shot that is composed anew each time its first picture stands for all.
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
