import Files
public import SourceJSON
public import WallfarmPluginKit

/// The film options of a job, which are the same as for `wallfarm motion`.
public struct FilmFields: Sendable, Hashable {
  /// The name of an installed motion, or the path of a motion file.
  public var motion: String
  /// Frames per second, 24 to 60.
  public var framesPerSecond = 30
  /// The range of frames to render, such as `30…59`, or `nil` for all frames.
  public var frames: String?
  /// Whether motion is reduced, for viewers who prefer less movement.
  public var isReduced = false
  /// The BCP 47 language tag of the text, or `nil` for the first language of the motion.
  public var language: String?
  /// A photo that replaces all photos in the motion.
  public var photo: String?

  /// The supported frame rates.
  public static let rates = 24...60
  /// The keys that only film jobs have.
  static let own = ["motion", "fps", "frames", "reduced"]
  /// All keys that a film job can have.
  static let keys =
    ["id", "devices", "output", "priority", "timeout"] + own + ["language", "photo"]

  package init(motion: String) { self.motion = motion }

  /// The last component of the motion's name or path, without the extension.
  public var name: String {
    let last = motion.split(separator: "/").last.map(String.init) ?? motion
    return last.hasSuffix(".json") ? String(last.dropLast(5)) : last
  }

  /// Returns whether a string is the path of a motion file rather than the name of an installed
  /// motion.
  public static func isPath(_ motion: String) -> Bool {
    motion.contains("/") || motion.hasSuffix(".json")
  }

  /// Reads the film keys of a job and ignores other keys.
  ///
  /// - Returns: The options (`nil` if there is no motion), and an error for each invalid value.
  public static func read(_ values: [String: JSONNode]) -> (words: FilmFields?, [RenderError]) {
    var problems: [RenderError] = []
    func wrong(_ key: String, _ expected: String) {
      problems.append(
        .invalidValue(
          "'\(key)'", expected: expected, got: values[key]?.shown ?? "nothing",
          origin: .option(key)))
    }
    func text(_ key: String, _ expected: String) -> String? {
      guard let node = values[key] else { return nil }
      if let text = node.string, !text.isEmpty { return text }
      wrong(key, expected)
      return nil
    }
    let motion = text("motion", "the name of a motion, or the path of its file")
    var words = FilmFields(motion: motion ?? "")
    if let node = values["fps"] {
      if let rate = node.whole, rates.contains(rate) {
        words.framesPerSecond = rate
      } else {
        wrong("fps", "a whole number from \(rates.lowerBound) to \(rates.upperBound)")
      }
    }
    if let node = values["reduced"] {
      if node.bool == nil { wrong("reduced", "true or false") }
      words.isReduced = node.bool ?? false
    }
    words.frames = text("frames", "the first and the last frame, such as \"30…59\"")
    words.language = text("language", "a string")
    words.photo = text("photo", "a path")
    return (motion == nil ? nil : words, problems)
  }

  /// The motion and all options that differ from their default values, by key.
  package var fields: [String: JSONValue] {
    var fields: [String: JSONValue] = ["motion": .string(motion)]
    if framesPerSecond != 30 { fields["fps"] = .number(Double(framesPerSecond)) }
    if isReduced { fields["reduced"] = true }
    fields["frames"] = frames.map(JSONValue.string)
    fields["language"] = language.map(JSONValue.string)
    fields["photo"] = photo.map(JSONValue.string)
    return fields
  }

  /// Reads the film options from the JSON object of a validated job; returns `nil` if the job is
  /// not a film.
  package init?(_ job: JSONNode) {
    guard let members = job.members else { return nil }
    let (words, problems) = FilmFields.read(
      Dictionary(members.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 }))
    guard let words, problems.isEmpty else { return nil }
    self = words
  }
}
