import Files
public import SourceJSON
public import WallfarmPluginKit

/// What a job says of a film, in the words of `wallfarm motion`.
public struct FilmWords: Sendable, Hashable {
  /// Name of a motion that ships, or the path of its file.
  public var motion: String
  /// Pictures a second, 24 to 60.
  public var framesPerSecond = 30
  /// The first and the last picture, such as `30…59`; nil: all.
  public var frames: String?
  /// Whether moments stand still, for people who want no motion.
  public var isReduced = false
  /// BCP 47 tag of its words; nil: its first language.
  public var language: String?
  /// A photo in place of those in the file of the motion.
  public var photo: String?

  /// Pictures a second that a film may have.
  public static let rates = 24...60
  /// The keys that only films have.
  static let own = ["motion", "fps", "frames", "reduced"]
  /// Every key that a job with a film may have.
  static let keys =
    ["id", "devices", "output", "priority", "timeout"] + own + ["language", "photo"]

  init(motion: String) { self.motion = motion }

  /// What stands for `{template}` in an output: the name of the motion.
  public var name: String {
    let last = motion.split(separator: "/").last.map(String.init) ?? motion
    return last.hasSuffix(".json") ? String(last.dropLast(5)) : last
  }

  /// Whether the motion is a file of somebody's, and none that ships.
  public static func isPath(_ motion: String) -> Bool {
    motion.contains("/") || motion.hasSuffix(".json")
  }

  /// Reads the keys of a job; those that are not of films are left out.
  ///
  /// - Returns: what they say, and every value of the wrong kind; nil where it names no motion.
  public static func read(_ values: [String: JSONNode]) -> (words: FilmWords?, [RenderError]) {
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
    var words = FilmWords(motion: motion ?? "")
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
    words.frames = text("frames", "the first and the last picture, such as \"30…59\"")
    words.language = text("language", "a text")
    words.photo = text("photo", "a path")
    return (motion == nil ? nil : words, problems)
  }

  /// Reads the keys of a job that was checked before; nil for one that makes no film.
  public init?(_ fields: [String: JSONValue]) {
    guard fields["motion"] != nil else { return nil }
    let (words, problems) = FilmWords.read(fields.mapValues { JSONNode($0) })
    guard let words, problems.isEmpty else { return nil }
    self = words
  }
}
