import Authoring
import Designs
import Motion
import SourceJSON

/// Describes a motion, or the animatable properties of motions, for `wallfarm describe`.
struct MotionWriter {
  let motion: Motion
  let isJSON: Bool

  var text: String { isJSON ? json.text(pretty: true) : plain }

  private var plain: String {
    var lines = [
      "\(motion.name): \(motion.summary)",
      "\(MotionVerb.seconds(motion.seconds)), languages: "
        + "\(motion.languages.joined(separator: ", "))",
      "", "texts:",
    ]
    lines += motion.spoken(in: nil).map { "  \($0)" }
    for (index, shot) in motion.shots.enumerated() {
      let template = shot.picture["template"]?.string ?? "lock"
      lines += ["", "shot \(index + 1), \(MotionVerb.seconds(shot.seconds)), template \(template)"]
      if !shot.things.isEmpty {
        lines.append("  things: " + shot.things.map(\.name).joined(separator: ", "))
      }
      for track in shot.tracks { lines.append("  " + Self.sentence(track)) }
    }
    let held = motion.reduced.map { MotionVerb.seconds($0.time) }.joined(separator: ", ")
    lines += ["", "still: \(MotionVerb.seconds(motion.still)); reduced: \(held)"]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func sentence(_ track: MotionTrack) -> String {
    let keys = Set(track.keys.flatMap(\.values.keys).map(\.rawValue)).sorted()
    let subject: String =
      switch track.subject {
      case .layers(let names):
        names.joined(separator: ", ")
          + (track.isByWords
            ? ", word by word" : "")
      case .setting(let name, _): "--set \(name)"
      }
    return "\(MotionVerb.seconds(track.start)): \(subject): \(keys.joined(separator: ", "))"
  }

  /// The entry for the motion in the list that a service publishes.
  func listed(from origin: ContentOrigin) -> JSONValue {
    [
      "name": .string(motion.name), "summary": .string(motion.summary),
      "origin": .string(origin.rawValue),
      "seconds": .number((motion.seconds * 1000).rounded() / 1000),
      "languages": strings(motion.languages),
      "still": .number((motion.still * 1000).rounded() / 1000),
    ]
  }

  private var json: JSONValue {
    [
      "name": .string(motion.name), "summary": .string(motion.summary),
      "seconds": .number(motion.seconds), "languages": strings(motion.languages),
      "says": strings(motion.spoken(in: nil)), "still": .number(motion.still),
      "shots": .array(
        motion.shots.map { shot in
          [
            "seconds": .number(shot.seconds), "things": strings(shot.things.map(\.name)),
            "tracks": .number(Double(shot.tracks.count)),
          ]
        }),
    ]
  }

  private func strings(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }

  /// The animatable properties and the easing functions.
  static var words: Table {
    let properties: [[Table.Cell]] = MotionProperty.allCases.map { property in
      let (low, high) = (property.range.lowerBound, property.range.upperBound)
      return [
        .text(property.rawValue), .text("\(shown(low)) to \(shown(high))"), .text(property.meaning),
      ]
    }
    let eases: [[Table.Cell]] = [
      [
        .text("ease"), .text(Ease.named.map(\.name).joined(separator: ", ")),
        .text(
          "The easing from the previous key: a name, or four numbers as in CSS cubic-bezier()."),
      ]
    ]
    return Table(["key", "accepts", "meaning"], properties + eases)
  }

  private static func shown(_ number: Double) -> String {
    JSONValue.number(number).text(pretty: false)
  }
}

extension MotionProperty {
  fileprivate var meaning: String {
    switch self {
    case .x: "Offset to the right, in points on a screen 430 points wide."
    case .y: "Offset downward, in points on a screen 430 points wide."
    case .scale: "Scale factor; 1 is the original size."
    case .rotation: "Clockwise rotation in degrees."
    case .opacity: "Opacity from 0 to 1."
    case .blur: "Blur radius, in points on a screen 430 points wide."
    case .count: "The value of {count} in texts, rounded down to an integer."
    case .value: "The value of a setting; for 'now', in days."
    }
  }
}
