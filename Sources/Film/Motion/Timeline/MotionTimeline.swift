/// What is seen at a moment: a pure function of file and time.
package struct MotionTimeline: Sendable {
  /// Whether everything moves, or moments stand still one after the other.
  package enum Manner: Sendable, Hashable {
    case full
    /// For people who want no motion.
    case reduced
  }

  /// A shot at a moment of it.
  package struct View: Sendable, Hashable {
    /// Its place among the shots.
    package let shot: Int
    /// Seconds from its beginning.
    package let time: Double
  }

  /// What a picture of the film shows.
  package struct Moment: Sendable, Hashable {
    package let view: View
    /// What it takes the place of; nil: it is alone.
    package var before: Before?
  }

  /// A shot that gives way to another.
  package struct Before: Sendable, Hashable {
    package let view: View
    package let kind: MotionTransition.Kind
    /// How much of the transition is done.
    package let share: Double
  }

  let motion: Motion
  private let manner: Manner

  package init(_ motion: Motion, _ manner: Manner = .full) {
    (self.motion, self.manner) = (motion, manner)
  }

  package var seconds: Double {
    switch manner {
    case .full: motion.seconds
    case .reduced: motion.reduced.reduce(0) { $0 + $1.seconds }
    }
  }

  /// Pictures of the film at a rate.
  package func count(framesPerSecond: Int) -> Int {
    max(1, Int((seconds * Double(framesPerSecond)).rounded()))
  }

  /// What is seen at a time, in seconds from the beginning.
  package func moment(at time: Double) -> Moment {
    switch manner {
    case .full: shown(at: time)
    case .reduced: held(at: time)
    }
  }

  /// The shot that is seen at a time of the whole film, however it is shown.
  func moment(ofFilm time: Double) -> View { shown(at: time).view }

  private func shown(at time: Double) -> Moment {
    let (index, inside) = place(of: time)
    let transition = motion.shots[index].transition
    var moment = Moment(view: View(shot: index, time: inside))
    guard index > 0, transition.kind != .cut, inside < transition.seconds else { return moment }
    moment.before = Before(
      view: View(shot: index - 1, time: motion.shots[index - 1].seconds), kind: transition.kind,
      share: transition.ease.value(at: inside / transition.seconds))
    return moment
  }

  private func place(of time: Double) -> (shot: Int, time: Double) {
    var rest = max(0, time)
    for (index, shot) in motion.shots.enumerated() {
      // Sums of seconds are not exact, and a picture belongs to the later of two shots.
      if rest < shot.seconds - 1e-9 { return (index, max(0, rest)) }
      if index == motion.shots.count - 1 { return (index, shot.seconds) }
      rest -= shot.seconds
    }
    return (0, 0)
  }

  /// Moments that follow one another, each softly.
  private func held(at time: Double) -> Moment {
    var rest = max(0, time)
    for (index, hold) in motion.reduced.enumerated() {
      let isLast = index == motion.reduced.count - 1
      guard rest < hold.seconds - 1e-9 || isLast else {
        rest -= hold.seconds
        continue
      }
      var moment = Moment(view: shown(at: hold.time).view)
      if index > 0, rest < Self.change {
        moment.before = Before(
          view: shown(at: motion.reduced[index - 1].time).view, kind: .fade,
          share: rest / Self.change)
      }
      return moment
    }
    return shown(at: motion.still)
  }

  /// Seconds in which one moment gives way to the next: a fade is no motion.
  static let change = 0.4

  // MARK: - Layers

  /// How the layers with some names stand in a shot at a time, in the order of their names.
  ///
  /// A name stands there as often as the layer has words, where a track goes by words.
  package func poses(of names: [String], in view: View) -> [Pose] {
    var poses = [Pose](repeating: Pose(), count: names.count)
    for track in motion.shots[view.shot].tracks {
      let courses = MotionProperty.allCases.compactMap { track.course(of: $0) }
      var place = 0
      // The words of a text stand beside each other, and have one name.
      var (last, isSelected) = ("", track.selects(""))
      for (index, name) in names.enumerated() {
        if name != last { (last, isSelected) = (name, track.selects(name)) }
        guard isSelected else { continue }
        let now = track.moment(of: view.time, place: place)
        for course in courses { poses[index].add(course.property, course.value(at: now)) }
        place += 1
      }
    }
    return poses
  }

  /// The moment of the whole film that a shot is seen at.
  func filmTime(of view: View) -> Double { start(of: view.shot) + view.time }

  /// Seconds of the film before a shot.
  func start(of shot: Int) -> Double {
    motion.shots.prefix(shot).reduce(0) { $0 + $1.seconds }
  }

  /// What settings of the picture are at that time, by name: each a whole number of its steps.
  package func settings(in view: View) -> [(name: String, value: Double)] {
    motion.shots[view.shot].tracks.compactMap { track in
      guard case .setting(let name, let step) = track.subject,
        let value = track.value(of: .value, at: view.time, place: 0)
      else { return nil }
      return (name, (value / step + 1e-9).rounded(.down) * step)
    }
  }
}
