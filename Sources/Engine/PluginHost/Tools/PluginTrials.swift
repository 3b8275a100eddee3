internal import SourceJSON
internal import WallfarmPluginKit

/// Inputs for testing a plugin.
enum PluginTrials {
  /// An input for testing a plugin.
  struct Trial {
    let name: String
    var values = ParameterValues()
    var canvas: Size
    var content: Content
    var overflow: OverflowPolicy
    var direction: TextDirection
    /// The time since the start of a film in seconds, for a plugin whose output changes during the
    /// film.
    var filmTime: Double?
    /// A leap day: February 29, 2028, 09:40 UTC.
    let now = Now(Moment(seconds: 1_835_430_000), in: .utc)

    /// Creates an input; if `notes` is `nil`, the input has no list of notes.
    init(
      name: String, canvas: Size = Size(width: 393, height: 852),
      notes: [Note]? = PluginTrials.notes, overflow: OverflowPolicy = .more,
      direction: TextDirection = .automatic
    ) {
      (self.name, self.canvas, self.overflow, self.direction) = (name, canvas, overflow, direction)
      content = Content(notes: notes)
    }
  }

  /// Typical notes: a short note, a completed note, a long note, and a note with an emoji and two
  /// lines.
  static let notes = [
    Note("Buy milk"), Note("Call Ana about Sunday", done: true),
    Note("Bring the parcel to the post office before it closes at six"), Note("Water 🌱\nand air"),
  ]

  /// Returns all inputs; the first input is the plain input, with the default value of each
  /// parameter.
  static func all(_ description: PluginDescription) -> [Trial] {
    let trials =
      [Trial(name: "defaults")] + description.schema.parameters.flatMap(atLimits) + screens
      + (description.kind == .layout ? texts : []) + (description.movesInFilms ? films : [])
    return trials.map { trial in
      var trial = trial
      for use in description.content where use.kind != .notes {
        trial.content[use.kind] = ContentExamples.entries(of: use.kind)
      }
      return trial
    }
      + description.content.filter { $0.kind != .notes }.map { use in
        var trial = Trial(name: "no \(use.kind.rawValue) left")
        trial.content[use.kind] = []
        return trial
      }
  }

  /// Trials at the start of a film, and at a time that is not a whole number of seconds.
  private static var films: [Trial] {
    [0, 7.3].map { time in
      var trial = Trial(name: "\(time) s of a film")
      trial.filmTime = time
      return trial
    }
  }

  /// Returns trials for the test values of a parameter, such as its minimum; all other parameters
  /// keep their defaults.
  private static func atLimits(_ parameter: ParameterDescription) -> [Trial] {
    values(of: parameter.kind).map { label, value in
      var trial = Trial(name: "\(parameter.key) \(label)")
      trial.values.set(parameter.key, to: value)
      return trial
    }
  }

  private static func values(of kind: ParameterKind) -> [(String, JSONValue)] {
    switch kind {
    case .integer(let range):
      [range.lowerBound, range.upperBound].map { ("at \($0)", .number(Double($0))) }
    case .number(let range, _):
      [range.lowerBound, range.upperBound].map { ("at \(shortest($0))", .number($0)) }
    case .boolean: [("true", true), ("false", false)]
    case .text(let limit):
      [
        ("empty", ""), ("of one letter", "W"),
        ("of \(limit) characters", .string(words(limit))),
      ]
    case .texts(let limit):
      [("empty", []), ("of \(limit) texts", .array(Array(repeating: "Buy milk", count: limit)))]
    case .choice(let words): words.map { ("'\($0)'", .string($0)) }
    case .words(let words):
      [("empty", []), ("with all", .array(words.map(JSONValue.string)))]
    case .color(let optional):
      [("black", "#000000"), ("clear", "#ffffff00")] + (optional ? [("none", "none")] : [])
    case .stops:
      [
        ("of two", ["#000000 0%", "#ffffff 100%"]),
        ("of sixteen", .array((0..<16).map { .string("#\($0 % 10)0\($0 % 10)0\($0 % 10)0") })),
      ]
    case .font(let optional):
      [("Vollkorn", "Vollkorn"), ("Noto Sans Arabic", "Noto Sans Arabic")]
        + (optional ? [("none", "none")] : [])
    case .file: []
    }
  }

  /// Returns text of exactly `count` characters.
  private static func words(_ count: Int) -> String {
    String(String(repeating: "Lorem ipsum dolor ", count: count / 18 + 1).prefix(count))
  }

  private static let screens = [
    Trial(name: "a screen of 64 × 64 pt", canvas: Size(width: 64, height: 64)),
    Trial(name: "a screen of 2000 × 4000 pt", canvas: Size(width: 2000, height: 4000)),
    Trial(name: "a wide screen", canvas: Size(width: 1366, height: 500)),
  ]

  private static let texts: [Trial] = {
    let long = String(repeating: "A note that goes on and on. ", count: 12)
    var trials = [
      Trial(
        name: "right-to-left notes",
        notes: [Note("اشتر الحليب"), Note("להתקשר לאנה ביום ראשון", done: true), Note("Buy חלב")],
        direction: .rightToLeft),
      Trial(
        name: "Chinese, Thai and emoji", notes: [Note("买牛奶"), Note("ซื้อนม"), Note("👩‍👩‍👧‍👦🇪🇺")]),
      Trial(name: "no notes", notes: nil), Trial(name: "an empty list", notes: []),
      Trial(name: "one note of one letter", notes: [Note("i")]),
      Trial(
        name: "a very long word", notes: [Note(String(repeating: "W", count: 400))]),
    ]
    for policy in OverflowPolicy.allCases {
      trials.append(
        Trial(
          name: "twenty long notes, overflow \(policy.rawValue)",
          notes: Array(repeating: Note(long), count: 20), overflow: policy))
    }
    return trials
  }()
}
