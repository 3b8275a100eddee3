/// Computes the state of a film at a given time.
///
/// The state is a pure function of the motion, the playback mode and the time.
package struct MotionTimeline: Sendable {
  /// The playback mode: the full animation or a sequence of still frames.
  package enum Manner: Sendable, Hashable {
    case full
    /// The reduced-motion version.
    case reduced
  }

  /// A shot and a time in it.
  package struct View: Sendable, Hashable {
    /// The index of the shot.
    package let shot: Int
    /// Seconds from the start of the shot.
    package let time: Double

    package init(shot: Int, time: Double) {
      (self.shot, self.time) = (shot, time)
    }
  }

  /// The content of one frame of the film.
  package struct Moment: Sendable, Hashable {
    package let view: View
    /// The outgoing shot during a transition, or nil if there is no transition.
    package var before: Before?
  }

  /// The outgoing shot of a transition.
  package struct Before: Sendable, Hashable {
    package let view: View
    package let kind: MotionTransition.Kind
    /// The eased progress of the transition, from 0 to 1.
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

  /// Returns the number of frames at a frame rate.
  package func count(framesPerSecond: Int) -> Int {
    max(1, Int((seconds * Double(framesPerSecond)).rounded()))
  }

  /// Returns the content at a time in seconds since the start of the film.
  package func moment(at time: Double) -> Moment {
    switch manner {
    case .full: shown(at: time)
    case .reduced: held(at: time)
    }
  }

  /// Returns the shot that the full film shows at a time, even if this timeline plays the
  /// reduced-motion version.
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
      // Allow for rounding errors in sums of seconds, so that a frame at a boundary belongs to the
      // later shot.
      if rest < shot.seconds - 1e-9 { return (index, max(0, rest)) }
      if index == motion.shots.count - 1 { return (index, shot.seconds) }
      rest -= shot.seconds
    }
    return (0, 0)
  }

  /// Returns the content of the reduced-motion version, which cross-fades between still frames.
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

  /// Duration in seconds of the cross-fade between still frames, which is not considered motion.
  static let change = 0.4

  // MARK: - Layers

  /// Returns the poses of layers in a shot at a given time, in the order of `names`.
  ///
  /// If a track animates a text word by word, `names` contains the name of the text once for each
  /// word.
  package func poses(of names: [String], in view: View) -> [Pose] {
    var poses = [Pose](repeating: Pose(), count: names.count)
    for track in motion.shots[view.shot].tracks {
      let courses = MotionProperty.allCases.compactMap { track.course(of: $0) }
      var place = 0
      // Match each name only once: the words of a text are adjacent in the list and share its name.
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

  /// Returns the time in the film that corresponds to a time in a shot.
  func filmTime(of view: View) -> Double { start(of: view.shot) + view.time }

  /// Returns a shot's start time in seconds.
  func start(of shot: Int) -> Double {
    motion.shots.prefix(shot).reduce(0) { $0 + $1.seconds }
  }

  /// Returns the values of the animated settings at a time, each rounded down to a multiple of its
  /// step.
  package func settings(in view: View) -> [(name: String, value: Double)] {
    motion.shots[view.shot].tracks.compactMap { track in
      guard case .setting(let name, let step) = track.subject,
        let value = track.value(of: .value, at: view.time, place: 0)
      else { return nil }
      return (name, (value / step + 1e-9).rounded(.down) * step)
    }
  }
}
