public import ContentSources
internal import Designs
internal import Diagnostics
public import Files
import Graphics
public import SourceJSON
public import WallfarmPluginKit

/// Reads a request from named field values, which come from a file, request body, queue or command
/// line.
///
/// The caller must set the device and the output of the request. Errors identify a field by its
/// option, such as `--theme`; ``WrittenPlaces`` replaces the option with a position in a file.
public struct RequestReader {
  /// Values by field name; unknown names are ignored.
  private var values: [String: JSONNode] = [:]
  /// The base folder for relative paths, and whether paths must stay within it.
  public var files: FileScope
  /// The name of the output file; its extension determines the format if the request specifies no
  /// format.
  public var output: String?
  /// The notes from individual `--note` options.
  public var notes: [Note]?
  /// Whether content can name URLs, and how they are fetched.
  public var sources = SourceAccess.refused
  /// Additional settings, which are applied in order after the settings in the field `set`.
  public var settings: [Setting] = []
  /// Whether the values are from a command line, in which case `-` means standard input.
  let isTyped: Bool
  /// Whether note and content files are read; otherwise, only their names are recorded.
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
  ///   - values: the members of the object by key; the member `output` determines the format if
  ///     there is no member `format`.
  ///   - files: the base folder for relative paths, and whether paths must stay within it.
  ///   - now: the default time for reading calendars; nil for the current time.
  ///   - zone: the default time zone; nil for the machine's time zone.
  public init(
    _ values: [String: JSONNode], files: FileScope, now: When? = nil, zone: String? = nil
  ) {
    self.values = values
    self.files = files
    (self.now, self.zone) = (now, zone)
    output = values["output"]?.string
    isTyped = false
  }

  /// Sets the text of an option; pass nil for an absent option.
  public mutating func take(_ field: RequestField, _ text: String?) {
    values[field.name] = text.map { JSONNode(.string($0)) }
  }

  /// Sets the texts of an option that can be repeated; pass an empty list for an absent option.
  public mutating func take(_ field: RequestField, _ texts: [String]) {
    values[field.name] =
      texts.isEmpty ? nil : JSONNode(.array(texts.map(JSONValue.string)))
  }

  /// Sets a flag; pass nil for an absent flag.
  public mutating func take(_ field: RequestField, isOn: Bool?) {
    values[field.name] = isOn.map { JSONNode(.bool($0)) }
  }

  /// The time and zone for reading calendars.
  var calendars: CalendarNow {
    CalendarNow(
      now: (values["now"]?.string).flatMap(When.init) ?? now,
      zone: values["zone"]?.string ?? zone)
  }

  /// Returns the request without its device or output.
  ///
  /// - Throws: the first error.
  public func request() throws(RenderError) -> RenderRequest {
    let (request, problems) = read()
    if let first = problems.first { throw first }
    return request
  }

  /// Returns the request without its device or output, and all errors in the values.
  ///
  /// Only note and content files are read; other files are not checked.
  public func read() -> (RenderRequest, [RenderError]) {
    let draft = draft()
    return (draft.request, draft.problems)
  }

  /// Does the same as ``read()``, and also returns a request to queue, which contains the names of
  /// its content files instead of their content.
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
        .invalidParameter, "'\(text.shortened)' is neither a date nor a time",
        origin: .option("now"),
        hint: "write a date or time such as 2026-12-24, 2026-12-24T18:00 or 2026-12-24T18:00+01:00"
      ).remedied(.repair(with: RequestField.Kind.time.repaired(.string(text))))
    }
    return now
  }
}

/// Checks the syntax of BCP 47 tags: letters, then alphanumeric subtags.
enum LanguageTag {
  /// Returns whether a string has the syntax of a tag.
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
        hint: "write a tag such as ja, zh-TW or pt-BR"
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
        .invalidParameter, "'\(text)' is not a valid quality", origin: .option("quality"),
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
  /// Returns an error for two mutually exclusive options.
  ///
  /// - Parameters:
  ///   - one: the first option.
  ///   - value: the value of the first option, if only that value conflicts.
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
