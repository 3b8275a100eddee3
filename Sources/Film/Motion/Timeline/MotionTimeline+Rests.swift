/// Selects the times at which a shot is checked for illegible text that does not move.
extension MotionTimeline {
  /// A time at which a shot is checked.
  package struct Rest: Hashable {
    /// Seconds from the start of the shot.
    let time: Double
    /// Whether the shot is shown as a still frame at this time, so that nothing moves.
    package let isHeld: Bool

    package init(time: Double, isHeld: Bool) {
      (self.time, self.isHeld) = (time, isHeld)
    }
  }

  /// The approximate maximum number of times to check in a shot, not counting still frames.
  private static let mostRests = 200
  /// Maximum number of repetitions of a track to check.
  private static let mostRounds = 8

  /// Returns the times to check in a shot: its start, its end, its keyframes and its still frames.
  ///
  /// If there are too many times, only a sample of them and all still frames are returned.
  ///
  /// - Parameters:
  ///   - shot: the index of the shot.
  ///   - names: the names of the shot's slots.
  /// - Returns: the other times in chronological order, followed by the times of the still frames.
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
    // Round to milliseconds, so that rounding errors in sums of seconds do not cause
    // near-duplicates.
    let rounded = Set(times.map { ($0 * 1000).rounded() / 1000 }).filter { (0...end).contains($0) }
    let step = max(1, rounded.count / Self.mostRests)
    let thinned = rounded.sorted().enumerated().filter { $0.offset % step == 0 }.map(\.element)
    return thinned.filter { !held.contains($0) }.map { Rest(time: $0, isHeld: false) }
      + Set(held).sorted().map { Rest(time: $0, isHeld: true) }
  }
}
