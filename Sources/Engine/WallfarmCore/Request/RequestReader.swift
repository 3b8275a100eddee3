internal import ContentSources
internal import Designs
internal import Diagnostics
public import Files
import Graphics
public import SourceJSON
public import WallfarmPluginKit

/// Reads a request: values by the name of their field, from a file, a body, a queue or a command line.
///
/// The device and the output of a request are up to the caller. Messages name a field as a command
/// line does, `--theme`; ``WrittenPlaces`` says where it stands in a file.
public struct RequestReader {
  /// Values by the name of their field; others are left out.
  private var values: [String: JSONNode] = [:]
  /// Where relative paths are meant, and whether they may lead elsewhere.
  public var files: FileScope
  /// The name of the output, whose ending decides the format.
  public var output: String?
  /// Notes that a command line gives one by one.
  public var notes: [Note]?
  /// Settings in their order, after those of the values.
  public var settings: [Setting] = []
  /// Whether a person typed the values: `-` is then standard input.
  let isTyped: Bool
  /// The time and the zone for which calendars are read where the values have none.
  private let now: When?
  private let zone: String?
  /// Mistakes in options.
  private var problems: [RenderError] = []

  /// Reads the options of a command line, which are to come.
  public init() {
    files = FileScope()
    (now, zone) = (nil, nil)
    isTyped = true
  }

  /// Reads an object.
  ///
  /// - Parameters:
  ///   - values: its members by key; the member `output` decides the format.
  ///   - files: where relative paths are meant.
  ///   - now: the time for which calendars are read where the values have none; nil: that of the clock.
  ///   - zone: the zone for that; nil: the machine's.
  public init(
    _ values: [String: JSONNode], files: FileScope, now: When? = nil, zone: String? = nil
  ) {
    self.values = values
    self.files = files
    (self.now, self.zone) = (now, zone)
    output = values["output"]?.string
    isTyped = false
  }

  /// Takes the text of an option; nil where it was not given.
  public mutating func take(_ field: RequestField, _ text: String?) {
    guard let text else { return values[field.name] = nil }
    var value = JSONValue.string(text)
    if case .count(let most) = field.kind {
      do throws(RenderError) {
        let origin = Origin.option(field.name)
        value = .number(Double(try RequestReader.count(text, most: most, origin: origin)))
      } catch {
        problems.append(error)
        return
      }
    }
    values[field.name] = JSONNode(value)
  }

  /// Takes a flag; nil where it was not given.
  public mutating func take(_ field: RequestField, isOn: Bool?) {
    values[field.name] = isOn.map { JSONNode(.bool($0)) }
  }

  /// Whether there is a value for a field.
  func says(_ field: RequestField) -> Bool { values[field.name] != nil }

  /// The time for which calendars are read.
  var calendars: CalendarNow {
    CalendarNow(
      now: (values["now"]?.string).flatMap(When.init) ?? now,
      zone: values["zone"]?.string ?? zone)
  }

  /// The request, without its device and output.
  ///
  /// - Throws: the first mistake.
  public func request() throws(RenderError) -> RenderRequest {
    let (request, problems) = read()
    if let first = problems.first { throw first }
    return request
  }

  /// The request, without its device and output, and every mistake in the values.
  ///
  /// Files with notes and content are read; nothing else is looked for.
  public func read() -> (RenderRequest, [RenderError]) {
    var draft = RequestDraft(self)
    draft.problems = problems
    for field in RequestField.all {
      if let node = values[field.name] { field.read(node, &draft) }
    }
    draft.finish()
    return (draft.request, draft.problems)
  }

  /// Reads a whole number from 1 to `most`.
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

extension RenderRequest {
  /// The fields that ask for the same picture again, without those that have their default.
  ///
  /// Device, output and files are up to the caller. So are the settings, because their order counts
  /// and the keys of an object have none.
  public var fields: [String: JSONValue] {
    var fields: [String: JSONValue] = [:]
    for field in RequestField.all { fields[field.name] = field.write(self) }
    return fields
  }
}

extension When {
  /// Reads the field `now`.
  static func now(_ text: String) throws(RenderError) -> When {
    guard let now = When(text) else {
      throw RenderError(
        .invalidParameter, "'\(text.shortened)' is no day and no time", origin: .option("now"),
        hint: "write it like 2026-12-24, 2026-12-24T18:00 or 2026-12-24T18:00+01:00")
    }
    return now
  }
}

/// A BCP 47 tag by its shape: letters, then parts of letters and digits.
enum LanguageTag {
  /// - Throws: `invalid-parameter`.
  static func checked(_ tag: String) throws(RenderError) -> String {
    let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
    let isSound = parts.enumerated().allSatisfy { index, part in
      (1...8).contains(part.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        && (index > 0 || (part.count > 1 && part.allSatisfy(\.isLetter)))
    }
    guard isSound else {
      throw RenderError(
        .invalidParameter, "'\(tag)' is no language tag", origin: .option("language"),
        hint: "write it like ja, zh-TW or pt-BR")
    }
    return tag
  }
}

extension EncodingQuality {
  /// Reads the field `quality`.
  static func reading(_ text: String) throws(RenderError) -> EncodingQuality {
    if text == "lossless" { return .lossless }
    guard let level = Int(text), (1...100).contains(level) else {
      throw RenderError(
        .invalidParameter, "'\(text)' is no quality", origin: .option("quality"),
        hint: "write a whole number from 1 to 100, or lossless for a WebP")
    }
    return .level(level)
  }

  /// As digests have it.
  var canonical: String {
    switch self {
    case .level(let level): "level \(level)"
    case .lossless: "lossless"
    }
  }
}

extension RenderError {
  /// Two things that cannot both be asked for.
  ///
  /// - Parameters:
  ///   - one: what was asked for.
  ///   - value: its value, where only that one is in the way.
  ///   - other: what it cannot be used with, as it is typed.
  ///   - hint: what to try.
  /// - Returns: the error.
  public static func excluding(
    _ one: Origin, value: String? = nil, _ other: String, hint: String
  ) -> RenderError {
    let typed = value.map { "\(one) \($0)" } ?? "\(one)"
    return RenderError(
      .conflictingOptions, "\(typed) and \(other) exclude each other", origin: one, hint: hint)
  }
}
