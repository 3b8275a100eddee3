internal import ContentSources
internal import Designs
internal import Diagnostics
public import Files
import Graphics
public import SourceJSON
public import WallfarmPluginKit

/// Reads a request from values by field name: a file, a request body, a queue or a command line.
///
/// The caller sets the device and the output. Messages name a field as an option, such as
/// `--theme`; ``WrittenPlaces`` maps them to positions in a file.
public struct RequestReader {
  /// Values by field name; unknown names are ignored.
  private var values: [String: JSONNode] = [:]
  /// The folder of relative paths, and whether paths must stay within it.
  public var files: FileScope
  /// The name of the output, whose extension determines the format.
  public var output: String?
  /// Notes from single command-line options.
  public var notes: [Note]?
  /// Settings in order, applied after those among the values.
  public var settings: [Setting] = []
  /// Whether the values are from a command line, where `-` is standard input.
  let isTyped: Bool
  /// Whether to read the files of notes and content, or only record their names.
  var readsContentFiles = true
  /// The default time and zone for reading calendars.
  private let now: When?
  private let zone: String?

  /// Creates a reader for command-line options.
  public init() {
    files = FileScope()
    (now, zone) = (nil, nil)
    isTyped = true
  }

  /// Creates a reader for a JSON object.
  ///
  /// - Parameters:
  ///   - values: its members by key; the member `output` determines the format.
  ///   - files: the folder of relative paths.
  ///   - now: the default time for reading calendars; nil for the current time.
  ///   - zone: the default time zone; nil for the machine's.
  public init(
    _ values: [String: JSONNode], files: FileScope, now: When? = nil, zone: String? = nil
  ) {
    self.values = values
    self.files = files
    (self.now, self.zone) = (now, zone)
    output = values["output"]?.string
    isTyped = false
  }

  /// Sets the text of an option; nil if it is absent.
  public mutating func take(_ field: RequestField, _ text: String?) {
    values[field.name] = text.map { JSONNode(.string($0)) }
  }

  /// Sets a flag; nil if it is absent.
  public mutating func take(_ field: RequestField, isOn: Bool?) {
    values[field.name] = isOn.map { JSONNode(.bool($0)) }
  }

  /// The time for reading calendars.
  var calendars: CalendarNow {
    CalendarNow(
      now: (values["now"]?.string).flatMap(When.init) ?? now,
      zone: values["zone"]?.string ?? zone)
  }

  /// The request without its device or output.
  ///
  /// - Throws: the first error.
  public func request() throws(RenderError) -> RenderRequest {
    let (request, problems) = read()
    if let first = problems.first { throw first }
    return request
  }

  /// The request without its device or output, and all errors in the values.
  ///
  /// Only note and content files are read; other files are not checked.
  public func read() -> (RenderRequest, [RenderError]) {
    let draft = draft()
    return (draft.request, draft.problems)
  }

  /// Does the same as ``read()``, and also returns the request for a queue, which names note and
  /// content files.
  public func readForQueue() -> (RenderRequest, queued: RenderRequest, [RenderError]) {
    let draft = draft()
    return (draft.request, draft.queued, draft.problems)
  }

  private func draft() -> RequestDraft {
    var draft = RequestDraft(self)
    for field in RequestField.all {
      if let node = values[field.name] { field.read(field, node, &draft) }
    }
    draft.finish()
    return draft
  }

  /// Parses an integer from 1 to `most`.
  ///
  /// - Throws: `invalid-parameter`.
  public static func count(
    _ text: String, most: Int = 1 << 40, origin: Origin
  ) throws(RenderError) -> Int {
    guard let number = Int(text), (1...most).contains(number) else {
      throw RenderError(
        .invalidParameter, "'\(text)' is not a whole number from 1 to \(most)",
        origin: origin, hint: "write a plain number, without a unit")
    }
    return number
  }
}

extension When {
  /// Parses the field `now`.
  static func now(_ text: String) throws(RenderError) -> When {
    guard let now = When(text) else {
      throw RenderError(
        .invalidParameter, "'\(text.shortened)' is neither a day nor a time",
        origin: .option("now"),
        hint: "write it like 2026-12-24, 2026-12-24T18:00 or 2026-12-24T18:00+01:00"
      ).remedied(.repair(with: RequestField.Kind.time.repaired(.string(text))))
    }
    return now
  }
}

/// Checks the syntax of BCP 47 tags: letters, then alphanumeric subtags.
enum LanguageTag {
  /// Whether a string is a tag.
  static func isSound(_ tag: String) -> Bool {
    let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
    return parts.enumerated().allSatisfy { index, part in
      (1...8).contains(part.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        && (index > 0 || (part.count > 1 && part.allSatisfy(\.isLetter)))
    }
  }

  /// - Throws: `invalid-parameter`.
  static func checked(_ tag: String) throws(RenderError) -> String {
    guard isSound(tag) else {
      throw RenderError(
        .invalidParameter, "'\(tag)' is not a language tag", origin: .option("language"),
        hint: "write it like ja, zh-TW or pt-BR"
      ).remedied(.repair(with: repaired(tag).map(JSONValue.string)))
    }
    return tag
  }
}

extension EncodingQuality {
  /// Parses the field `quality`.
  static func reading(_ text: String) throws(RenderError) -> EncodingQuality {
    if text == "lossless" { return .lossless }
    guard let level = Int(text), (1...100).contains(level) else {
      throw RenderError(
        .invalidParameter, "'\(text)' is not a quality", origin: .option("quality"),
        hint: "write a whole number from 1 to 100, or lossless for a WebP"
      ).remedied(.repair(with: RequestField.Kind.quality.repaired(.string(text))))
    }
    return .level(level)
  }

  /// The form in digests.
  var canonical: String {
    switch self {
    case .level(let level): "level \(level)"
    case .lossless: "lossless"
    }
  }
}

extension RenderError {
  /// The error for two mutually exclusive options.
  ///
  /// - Parameters:
  ///   - one: the first option.
  ///   - value: its value, if only that value conflicts.
  ///   - other: the other option as typed.
  ///   - hint: a suggestion.
  /// - Returns: the error.
  public static func excluding(
    _ one: Origin, value: String? = nil, _ other: String, hint: String
  ) -> RenderError {
    let typed = value.map { "\(one) \($0)" } ?? "\(one)"
    return RenderError(
      .conflictingOptions, "\(typed) and \(other) cannot be used together", origin: one,
      hint: hint)
  }
}
