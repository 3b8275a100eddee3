/// Finds the times at which layers of a shot may be still.
extension MotionTimeline {
  /// A time in a shot to inspect.
  package struct Rest: Hashable {
    /// Seconds from the start of the shot.
    let time: Double
    /// Whether the time is shown as a still frame, in which nothing moves.
    package let isHeld: Bool

    package init(time: Double, isHeld: Bool) {
      (self.time, self.isHeld) = (time, isHeld)
    }
  }

  /// Maximum number of points in time to inspect in a shot, not counting still frames.
  private static let mostRests = 200
  /// Maximum number of repetitions of a track to inspect.
  private static let mostRounds = 8

  /// Returns the times in a shot to inspect: the still frames and the times of all keyframes.
  ///
  /// - Parameters:
  ///   - shot: the index of the shot.
  ///   - names: the names of the shot's slots.
  /// - Returns: the times in chronological order, followed by the still frames.
  func rests(of shot: Int, names: [String]) -> [Rest] {
    let held = ([motion.still] + motion.reduced.map(\.time)).map { moment(ofFilm: $0) }
      .filter { $0.shot == shot }.map(\.time)
    let end = motion.shots[shot].seconds
    var times: Set<Double> = [0, end]
    for track in motion.shots[shot].tracks {
      let places = names.count { track.selects($0) }
      for place in 0..<min(places, 60) {
        for round in 0..<Int(min(track.times, Double(Self.mostRounds))) {
          let start = track.start + Double(place) * track.stagger + Double(round) * track.length
          let isBackward = track.alternates && !round.isMultiple(of: 2)
          times.formUnion(
            track.keys.map { start + (isBackward ? track.length - $0.time : $0.time) })
        }
      }
    }
    // Round to milliseconds, because sums of seconds are not exact.
    let rounded = Set(times.map { ($0 * 1000).rounded() / 1000 }).filter { (0...end).contains($0) }
    let step = max(1, rounded.count / Self.mostRests)
    let thinned = rounded.sorted().enumerated().filter { $0.offset % step == 0 }.map(\.element)
    return thinned.filter { !held.contains($0) }.map { Rest(time: $0, isHeld: false) }
      + Set(held).sorted().map { Rest(time: $0, isHeld: true) }
  }
}
