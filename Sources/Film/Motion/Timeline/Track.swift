package import WallfarmPluginKit

/// What changes of a layer or a parameter.
package enum MotionProperty: String, Sendable, Hashable, CaseIterable {
  /// To the right, in points of a screen 430 wide.
  case x
  /// Downward, the same.
  case y
  /// 1 is as it is.
  case scale
  /// Clockwise, in degrees.
  case rotation
  /// 0…1, times its own.
  case opacity
  /// Standard deviation, in the points of x and y.
  case blur
  /// What stands for `{count}` in its text.
  case count
  /// Of a parameter.
  case value

  /// What a key may say.
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

/// How a layer stands at a moment, beside how it would stand without motion.
package struct Pose: Hashable, Sendable {
  package var x = 0.0
  package var y = 0.0
  package var scale = 1.0
  package var rotation = 0.0
  package var opacity = 1.0
  package var blur = 0.0
  package var count: Int?

  package init() {}

  /// What two tracks do to one layer.
  mutating func add(_ property: MotionProperty, _ value: Double) {
    switch property {
    case .x: x += value
    case .y: y += value
    case .scale: scale *= value
    case .rotation: rotation += value
    case .opacity: opacity *= min(1, max(0, value))
    case .blur: blur += max(0, value)
    // Just below a whole number is that number: 0.1 added ten times.
    case .count: count = Int((value + 1e-9).rounded(.down))
    case .value: break
    }
  }
}

/// A moment of a track and what holds then.
package struct MotionKey: Sendable {
  /// Seconds from the beginning of the track.
  package let time: Double
  package let values: [MotionProperty: Double]
  /// How it is come to.
  package let ease: Ease
}

/// Layers or a parameter, and what happens to them.
package struct MotionTrack: Sendable {
  /// What it is about.
  package enum Subject: Sendable {
    /// Layers, by patterns of their names.
    case layers([String])
    /// A setting of the picture; its value is rounded to whole steps, because each is another picture.
    case setting(String, step: Double)
  }

  package var subject: Subject
  /// Seconds from the beginning of the shot.
  package var start = 0.0
  /// Seconds by which each layer begins later than the one before.
  package var stagger = 0.0
  /// Whether each word of a text is a layer of its own.
  package var isByWords = false
  package var keys: [MotionKey]
  /// How often it happens; infinite: without an end.
  package var times = 1.0
  /// Whether every second time goes backwards.
  package var alternates = false
  package let origin: Origin

  var length: Double { keys.last?.time ?? 0 }

  /// What all layers stand on, as tracks call it.
  static let ground = "background"

  /// Whether a layer is meant; what they all stand on has to be named, since it is not one of them.
  package func selects(_ name: String) -> Bool {
    guard case .layers(let patterns) = subject else { return false }
    if name == Self.ground { return patterns.contains(name) }
    return patterns.contains { Self.matches($0, name) }
  }

  /// Whether it is about a setting.
  func sets(_ name: String) -> Bool {
    if case .setting(name, _) = subject { true } else { false }
  }

  /// Whether a name is that of a pattern, in which `*` stands for anything.
  static func matches(_ pattern: String, _ name: String) -> Bool {
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

  /// The value of a property for the layer at a place among those that it is about; nil: none of its business.
  package func value(of property: MotionProperty, at time: Double, place: Int) -> Double? {
    course(of: property)?.value(at: moment(of: time, place: place))
  }

  /// What the keys say of a property; nil where none says anything.
  func course(of property: MotionProperty) -> PropertyCourse? {
    PropertyCourse(
      property,
      keys.compactMap { key in
        key.values[property].map { PropertyCourse.Point(time: key.time, value: $0, ease: key.ease) }
      })
  }

  /// A time of the shot as one of the keys, for the layer at a place.
  func moment(of time: Double, place: Int) -> Double {
    folded(time - start - Double(place) * stagger)
  }

  /// A time within the keys, where they are gone through more than once.
  private func folded(_ time: Double) -> Double {
    guard times > 1, length > 0, time > 0 else { return time }
    let round = min((time / length).rounded(.down), times - 1)
    let inside = min(time - round * length, length)
    let isBackward = alternates && round.truncatingRemainder(dividingBy: 2) == 1
    return isBackward ? length - inside : inside
  }
}
