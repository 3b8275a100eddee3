package import WallfarmPluginKit

/// An animatable property of a layer or a setting.
package enum MotionProperty: String, Sendable, Hashable, CaseIterable {
  /// Horizontal offset to the right, in points on a screen 430 points wide.
  case x
  /// Vertical offset downward, in the same unit.
  case y
  /// Scale factor; 1 is the original size.
  case scale
  /// Clockwise rotation in degrees.
  case rotation
  /// Opacity factor, from 0 to 1.
  case opacity
  /// Standard deviation of the blur, in the unit of x and y.
  case blur
  /// The value of the `{count}` placeholder in the text.
  case count
  /// The value of a setting.
  case value

  /// The valid values of the property in a keyframe.
  package var range: ClosedRange<Double> {
    switch self {
    case .x, .y: -2000...2000
    case .scale: 0...4
    case .rotation: -3600...3600
    case .opacity: 0...1
    case .blur: 0...60
    case .count: 0...1_000_000
    case .value: -1_000_000...1_000_000
    }
  }
}

/// The pose of a layer at a given time, relative to its original state.
package struct Pose: Hashable, Sendable {
  package var x = 0.0
  package var y = 0.0
  package var scale = 1.0
  package var rotation = 0.0
  package var opacity = 1.0
  package var blur = 0.0
  package var count: Int?

  package init() {}

  /// Combines the value that a track gives to a property with the values from earlier tracks.
  ///
  /// A count replaces the count from earlier tracks.
  mutating func add(_ property: MotionProperty, _ value: Double) {
    switch property {
    case .x: x += value
    case .y: y += value
    case .scale: scale *= value
    case .rotation: rotation += value
    case .opacity: opacity *= min(1, max(0, value))
    case .blur: blur += max(0, value)
    // Tolerate a value that rounding errors leave just below an integer, such as the result of
    // adding 0.1 ten times.
    case .count: count = Int((value + 1e-9).rounded(.down))
    case .value: break
    }
  }
}

/// A keyframe of a track.
package struct MotionKey: Sendable {
  /// Seconds from the start of the track.
  package let time: Double
  package let values: [MotionProperty: Double]
  /// The easing from the previous keyframe.
  package let ease: Ease
}

/// An animation of layers or of a setting.
package struct MotionTrack: Sendable {
  /// The layers or the setting that a track animates.
  package enum Subject: Sendable {
    /// Layers, by name patterns.
    case layers([String])
    /// A setting of the picture, rounded down to a multiple of `step`.
    ///
    /// The value is rounded because each new value requires the picture to be composed again.
    case setting(String, step: Double)
  }

  package var subject: Subject
  /// Seconds from the start of the shot.
  package var start = 0.0
  /// Delay in seconds between successive layers.
  package var stagger = 0.0
  /// Whether each word is animated as a separate layer.
  package var isByWords = false
  package var keys: [MotionKey]
  /// Number of repetitions; infinity repeats forever.
  package var times = 1.0
  /// Whether every second repetition runs backward.
  package var alternates = false
  package let origin: Origin

  var length: Double { keys.last?.time ?? 0 }

  /// The name that tracks use for the background.
  static let ground = "background"

  /// Returns whether the track selects a layer; the background is selected only by its exact name.
  package func selects(_ name: String) -> Bool {
    guard case .layers(let patterns) = subject else { return false }
    if name == Self.ground { return patterns.contains(name) }
    return patterns.contains { Self.matches($0, name) }
  }

  /// Returns whether the track animates the setting with the given name.
  func sets(_ name: String) -> Bool {
    if case .setting(name, _) = subject { true } else { false }
  }

  /// Returns whether a name matches a pattern, in which `*` matches any number of characters.
  package static func matches(_ pattern: String, _ name: String) -> Bool {
    let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return pattern == name }
    var rest = Substring(name)
    guard rest.hasPrefix(parts[0]) else { return false }
    rest = rest.dropFirst(parts[0].count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.hasSuffix(parts[parts.count - 1])
  }

  /// Returns the value of a property for the nth selected layer, or nil if the track does not
  /// animate the property.
  package func value(of property: MotionProperty, at time: Double, place: Int) -> Double? {
    course(of: property)?.value(at: moment(of: time, place: place))
  }

  /// Returns the keyframes of a property, or nil if there are none.
  func course(of property: MotionProperty) -> PropertyCourse? {
    PropertyCourse(
      property,
      keys.compactMap { key in
        key.values[property].map { PropertyCourse.Point(time: key.time, value: $0, ease: key.ease) }
      })
  }

  /// Converts a time in the shot to a time in the track for the nth selected layer.
  func moment(of time: Double, place: Int) -> Double {
    folded(time - start - Double(place) * stagger)
  }

  /// Maps a time in any repetition of the keyframes to the corresponding time in the first
  /// repetition.
  private func folded(_ time: Double) -> Double {
    guard times > 1, length > 0, time > 0 else { return time }
    let round = min((time / length).rounded(.down), times - 1)
    let inside = min(time - round * length, length)
    let isBackward = alternates && round.truncatingRemainder(dividingBy: 2) == 1
    return isBackward ? length - inside : inside
  }
}
