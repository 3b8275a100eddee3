import Designs
import Films
import Graphics
import WallfarmPluginKit

/// Finds illegible text that does not move: text that extends beyond the edge of the screen or has
/// too little contrast.
///
/// Moving text is not checked, because it may enter from outside the screen and cross any
/// background.
package struct StageInspector {
  private let maker: StageMaker
  private let timeline: MotionTimeline
  private let shot: Int
  private let settings: [Double]

  /// Creates an inspector for a shot whose picture has the given settings.
  init(
    _ maker: StageMaker, _ timeline: MotionTimeline, shot: Int,
    settings: [(name: String, value: Double)]
  ) {
    (self.maker, self.timeline, self.shot) = (maker, timeline, shot)
    self.settings = settings.map(\.value)
  }

  /// The minimum time without movement, in seconds, for text to be considered still.
  private static let pause = 0.1
  /// The approximate maximum number of points in time to check, if each of them requires a new
  /// background.
  private static let mostGrounds = 8
  /// Opacity below which text is considered invisible.
  private static let faint = 0.05
  /// The maximum number of contrast checks in a film; together, the checks take a few seconds.
  package static let mostLooks = 20_000
  /// Minimum number of points in time to check in a shot with many texts.
  private static let fewestMoments = 8

  /// Returns the first error in each text.
  ///
  /// - Throws: `raster-failed`, and the errors from drawing text that contains a number.
  func problems(in stage: ShotStage) throws(RenderError) -> [RenderError] {
    let letters = stage.slots.count(where: \.hasLetters)
    guard letters > 0 else { return [] }
    let (rests, step) = Self.spread(
      rests(of: stage), over: letters, shots: timeline.motion.shots.count)
    guard !rests.isEmpty else { return [] }
    let ground = try LetterGround(stage)
    var found: [RenderError] = []
    var told: Set<String> = []
    for (number, rest) in rests.enumerated() {
      try stage.move(to: timeline.start(of: shot) + rest.time)
      let seen = try seen(stage, at: rest.time)
      let near = try [rest.time - Self.pause, rest.time + Self.pause]
        .filter { (0...timeline.motion.shots[shot].seconds).contains($0) && !rest.isHeld }
        .map { (time) throws(RenderError) in try self.seen(stage, at: time, isDrawn: false) }
      for index in stage.slots.indices
      where (index + number) % step == 0 && !told.contains(stage.slots[index].name) {
        let isStill = rest.isHeld || near.contains { $0.isSame(as: seen, at: index) }
        guard isStill, seen.places[index].opacity >= Self.faint else { continue }
        for letters in try self.letters(of: stage.slots[index], seen.poses[index]) {
          guard let problem = problem(letters, index, seen, rest.time, ground) else { continue }
          told.insert(stage.slots[index].name)
          found.append(problem)
          break
        }
      }
    }
    return found
  }

  /// Returns the times to inspect, which are limited to those with the same picture settings as
  /// this inspector.
  private func rests(of stage: ShotStage) -> [MotionTimeline.Rest] {
    let rests = timeline.rests(of: shot, names: stage.names).filter { rest in
      let view = MotionTimeline.View(shot: shot, time: rest.time)
      return timeline.settings(in: view).map(\.value) == settings
    }
    guard stage.ground != nil else { return rests }
    // A moving background must be drawn again for each point in time, so limit the number of
    // points.
    let step = max(1, rests.count / Self.mostGrounds)
    return rests.enumerated().filter { $0.offset % step == 0 || $0.element.isHeld }.map(\.element)
  }

  /// Selects the times to check, and the fraction of the texts to check at each time, so that
  /// ``mostLooks`` is not exceeded.
  ///
  /// Still frames take precedence, because people read their texts as in a still picture.
  package static func spread(
    _ rests: [MotionTimeline.Rest], over letters: Int, shots: Int
  ) -> (rests: [MotionTimeline.Rest], step: Int) {
    let most = mostLooks / shots
    let moments = min(rests.count, max(fewestMoments, most / letters))
    let held = rests.filter(\.isHeld)
    let others = rests.filter { !$0.isHeld }
    let mostHeld = min(held.count, moments)
    return (
      evenly(moments - mostHeld, of: others) + evenly(mostHeld, of: held),
      max(1, moments * letters / most)
    )
  }

  /// Returns the given number of evenly spaced times.
  private static func evenly(
    _ count: Int, of rests: [MotionTimeline.Rest]
  ) -> [MotionTimeline.Rest] {
    (0..<count).map { rests[$0 * rests.count / count] }
  }

  private func seen(
    _ stage: ShotStage, at time: Double, isDrawn: Bool = true
  ) throws(RenderError) -> SeenStage {
    let view = MotionTimeline.View(shot: shot, time: time)
    return try SeenStage(
      stage, stage.poses(timeline, in: view), at: time, isDrawn: isDrawn
    ) { (thing, count) throws(RenderError) in
      try maker.sprite(of: thing, count: count, in: shot)?.sprite
    }
  }

  private func letters(
    of slot: ShotStage.Slot, _ pose: Pose
  ) throws(RenderError) -> [SlotLetters] {
    guard case .counted(let thing) = slot.content else { return slot.letters }
    return try maker.sprite(of: thing, count: pose.count, in: shot)?.letters ?? []
  }

  private func problem(
    _ letters: SlotLetters, _ index: Int, _ seen: SeenStage, _ time: Double,
    _ ground: LetterGround
  ) -> RenderError? {
    let (place, opacity) = (seen.places[index].place, seen.places[index].opacity)
    let lines = letters.lines.map { place.box(of: $0) }
    let screen = Rect(
      x: 0, y: 0, width: Double(ground.size.width), height: Double(ground.size.height))
    // Text that is completely outside the screen is not visible.
    let shown = lines.filter { !$0.intersection(screen).isEmpty }
    guard !shown.isEmpty else { return nil }
    let name = seen.stage.slots[index].name
    let moment = Moment(
      name: name, seconds: timeline.start(of: shot) + time, device: maker.device.id,
      origin: origin(of: name))
    // Tolerate one point, because slanted glyphs extend beyond their line.
    if !lines.allSatisfy({ screen.contains($0, tolerance: seen.stage.unit) }) {
      return .beyondTheScreen(moment)
    }
    let isWhereItWasHelped =
      letters.ground == .helped && place == SpritePlace() && opacity == 1
      && seen.stage.ground == nil
    guard letters.ground != .ownPicture, !isWhereItWasHelped else { return nil }
    let least = letters.size * place.scale >= SlotLetters.large ? 3.0 : 4.5
    let contrast = ground.leastContrast(of: letters, opacity, in: shown, below: index, seen)
    return contrast < least ? .unreadable(moment, contrast, least) : nil
  }

  private func origin(of name: String) -> Origin? {
    let shot = timeline.motion.shots[shot]
    return shot.things.first { $0.name == name }?.origin
      ?? shot.tracks.first { $0.selects(name) }?.origin
  }

  /// Text at a certain time, for an error message.
  struct Moment {
    let name: String
    /// The time from the start of the film, in seconds.
    let seconds: Double
    let device: String
    let origin: Origin?
  }
}

extension ShotStage.Slot {
  fileprivate var hasLetters: Bool {
    if case .counted = content { true } else { !letters.isEmpty }
  }
}

extension SlotLetters {
  /// The smallest font size in points for which criterion 1.4.3 of WCAG 2.2 requires less contrast.
  ///
  /// The similar exception for bold text of at least 18.7 points is not applied.
  static let large = 24.0
}

extension RenderError {
  fileprivate static func beyondTheScreen(_ moment: StageInspector.Moment) -> RenderError {
    RenderError(
      .filmTextOutside,
      "the text of '\(moment.name)' extends beyond the screen of \(moment.device) while it is at "
        + "rest (at \(shown(moment.seconds)) s)", origin: moment.origin,
      hint: "move it, reduce its width or size, or set its last key to a point inside the screen")
  }

  fileprivate static func unreadable(
    _ moment: StageInspector.Moment, _ contrast: Double, _ least: Double
  ) -> RenderError {
    // Round down, so that 4.46 is not reported as 4.5.
    RenderError(
      .filmTextUnreadable,
      "the text of '\(moment.name)' has a contrast of \(shown((contrast * 10).rounded(.down) / 10))"
        + ":1 against its background at \(shown(moment.seconds)) s on \(moment.device); the "
        + "minimum is \(shown(least)):1", origin: moment.origin,
      hint: "use another color, move the text, or put it on a card")
  }

  private static func shown(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
