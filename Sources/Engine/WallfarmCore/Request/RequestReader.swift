internal import ContentSources
internal import Designs
internal import Diagnostics
public import Files
import Graphics
public import WallfarmPluginKit

/// What a request says in words, before anything of it is understood.
public struct RequestWords: Sendable, Hashable {
  /// Values by the name of their field.
  public var texts: [String: String] = [:]
  /// Fields that are on or off.
  public var flags: [String: Bool] = [:]
  /// `KEY=VALUE`, in order.
  public var settings: [String] = []
  /// Notes that were given as such and not as a file.
  public var notes: [Note]?
  /// Content that was given as such and not as a file.
  public var content: Content?
  /// Where relative paths are meant, and whether they may lead elsewhere.
  public var files = FileScope()

  /// Says nothing.
  public init() {}
}

/// Turns words into a request; its messages name fields as a command line does.
public final class RequestReader {
  private let words: RequestWords
  /// The time and the zone for which calendars are read where the words say none.
  private let calendars: CalendarNow
  private var problems: [RenderError] = []

  /// Reads some words.
  ///
  /// - Parameters:
  ///   - words: what is said.
  ///   - now: the time for which calendars are read where the words say none; nil: that of the clock.
  ///   - zone: the zone for that; nil: the machine's.
  public init(_ words: RequestWords, now: When? = nil, zone: String? = nil) {
    self.words = words
    calendars = CalendarNow(
      now: words.texts["now"].flatMap(When.init) ?? now, zone: words.texts["zone"] ?? zone)
  }

  /// The request without its device and output.
  ///
  /// - Throws: the first mistake.
  public func request() throws(RenderError) -> RenderRequest {
    let (request, problems) = read()
    if let first = problems.first { throw first }
    return request
  }

  /// The request without its device and output, and every mistake in the words.
  ///
  /// Files with notes are read; nothing else is looked for.
  public func read() -> (RenderRequest, [RenderError]) {
    problems = []
    var request = RenderRequest(
      template: words.texts["template"] ?? "lock", device: "", theme: words.texts["theme"])
    request.files = words.files
    request.content = trying { () throws(RenderError) in try content() } ?? Content()
    request.now = trying { () throws(RenderError) in try now() } ?? nil
    request.zone = trying { () throws(RenderError) in try zone() } ?? nil
    request.background = trying { () throws(RenderError) in try background() } ?? .theme
    let isAutomatic = words.texts["variant"] == RequestField.automaticVariant
    request.variant = isAutomatic ? nil : choice(.variant)
    request.orientation = choice(.orientation) ?? .portrait
    request.widgets = isOn(.widgets)
    request.clock = choice(.clock) ?? .standard
    request.overflow = choice(.overflow) ?? .more
    request.direction = choice(.direction) ?? .automatic
    request.colorSpace = choice(.colorSpace) ?? .sRGB
    request.photoLimits = photoLimits()
    request.language = trying { () throws(RenderError) in try language() } ?? nil
    for text in words.settings {
      let setting = trying { () throws(RenderError) in try Setting(parsing: text) }
      if let setting { request.settings.append(setting) }
    }
    request.missing = missing()
    request.isStrict = isOn(.strict)
    request.showsAreas = isOn(.showAreas)
    request.format =
      choice(.format) ?? words.texts["output"].flatMap(ImageFormat.init(fileName:)) ?? .png
    request.effort = choice(.effort) ?? .fast
    request.quality = trying { () throws(RenderError) in try quality() } ?? nil
    trying { () throws(RenderError) in try checkEnding(request.format) }
    return (request, problems)
  }

  @discardableResult
  private func trying<Value>(_ body: () throws(RenderError) -> Value) -> Value? {
    do throws(RenderError) {
      return try body()
    } catch {
      problems.append(error)
      return nil
    }
  }

  private func isOn(_ field: RequestField) -> Bool {
    guard case .flag(let standard) = field.kind else { return false }
    return words.flags[field.name] ?? standard
  }

  private func choice<Choice: RawRepresentable>(_ field: RequestField) -> Choice?
  where Choice.RawValue == String {
    guard let text = words.texts[field.name] else { return nil }
    if let choice = Choice(rawValue: text) { return choice }
    guard case .choice(let words) = field.kind else { return nil }
    problems.append(.notAChoice(text, words, field))
    return nil
  }

  private func missing() -> MissingGlyphs? {
    let policy: MissingGlyphs? = choice(.missing)
    guard isOn(.allowMissingGlyphs) else { return policy }
    if policy == .fail {
      problems.append(
        .excluding(
          .option(RequestField.allowMissingGlyphs.name), "--missing fail",
          hint: "give --missing alone"))
    }
    return .box
  }

  private func notes() throws(RenderError) -> [Note]? {
    guard let file = words.texts["notes"] else {
      if let notes = words.notes { try NotesReader.check(notes, origin: .option("note")) }
      return words.notes
    }
    guard words.notes == nil else {
      throw .excluding(.option("note"), "--notes", hint: "put all notes into the file")
    }
    if file == "-" { return try NotesReader.read(file) }
    return try NotesReader.read(try words.files.path(of: file, origin: .option("notes")))
  }

  /// Everything to show; notes that are given apart from the rest are put with it.
  private func content() throws(RenderError) -> Content {
    var content = words.content ?? Content()
    if let file = words.texts["content"] {
      content = try ContentReader.read(
        file == "-" ? file : try words.files.path(of: file, origin: .option("content")),
        at: calendars)
      // A path in a file is meant beside that file.
      content.movePhotos(into: Files.folder(of: file))
    }
    guard let notes = try notes() else { return content }
    guard content.notes == nil else {
      throw .excluding(
        .option(words.notes == nil ? "notes" : "note"), "--content, which has notes",
        hint: "put all notes into one of them")
    }
    content.notes = notes
    return content
  }

  private func now() throws(RenderError) -> When? {
    guard let text = words.texts["now"] else { return nil }
    guard let now = When(text) else {
      throw RenderError(
        .invalidParameter, "'\(text.shortened)' is no day and no time", origin: .option("now"),
        hint: "write it like 2026-12-24, 2026-12-24T18:00 or 2026-12-24T18:00+01:00")
    }
    return now
  }

  /// A zone that there is.
  private func zone() throws(RenderError) -> String? {
    guard let name = words.texts["zone"] else { return nil }
    _ = try ZoneFile.zone(name, origin: .option("zone"))
    return name
  }

  private func background() throws(RenderError) -> BackgroundChoice {
    var choices: [(origin: Origin, choice: BackgroundChoice)] = []
    if let file = words.texts["photo"] { choices.append((.option("photo"), .photo(file: file))) }
    if let color = words.texts["color"] { choices.append((.option("color"), .color(color))) }
    if let name = words.texts["background"] {
      choices.append((.option("background"), name == "none" ? .none : .plugin(name)))
    }
    guard choices.count <= 1 else {
      throw .excluding(
        choices[0].origin, "\(choices[1].origin)",
        hint: "a picture has one background; give one of them")
    }
    return choices.first?.choice ?? .theme
  }

  /// A BCP 47 tag by its shape: letters, then parts of letters and digits.
  private func language() throws(RenderError) -> String? {
    guard let tag = words.texts["language"] else { return nil }
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

  private func quality() throws(RenderError) -> EncodingQuality? {
    guard let text = words.texts["quality"] else { return nil }
    if text == "lossless" { return .lossless }
    guard let level = Int(text), (1...100).contains(level) else {
      throw RenderError(
        .invalidParameter, "'\(text)' is no quality", origin: .option("quality"),
        hint: "write a whole number from 1 to 100, or lossless for a WebP")
    }
    return .level(level)
  }

  private func photoLimits() -> PhotoLimits {
    let standard = PhotoLimits()
    return PhotoLimits(
      bytes: count(.maxPhotoBytes) ?? standard.bytes,
      pixels: count(.maxPhotoPixels) ?? standard.pixels,
      side: count(.maxPhotoSide) ?? standard.side,
      memory: count(.maxPhotoMemory) ?? standard.memory,
      scans: count(.maxPhotoScans) ?? standard.scans)
  }

  private func count(_ field: RequestField) -> Int? {
    guard let text = words.texts[field.name], case .count(let most) = field.kind else { return nil }
    let number = trying { () throws(RenderError) in
      try RequestReader.count(text, most: most, origin: .option(field.name))
    }
    return number
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

  /// A name that promises another format than the file has would mislead every reader of it.
  private func checkEnding(_ format: ImageFormat) throws(RenderError) {
    guard let name = words.texts["output"], name != "-" else { return }
    let ending = name.lowercased().split(separator: ".").last.map(String.init) ?? ""
    let others = [
      "png", "jpg", "jpeg", "gif", "webp", "heic", "heif", "avif", "bmp", "tif", "tiff",
    ]
    guard name.contains("."), others.contains(ending), ImageFormat(fileName: name) != format
    else { return }
    throw RenderError(
      .conflictingOptions, "'\(name)' ends in .\(ending), but the file is a \(format.rawValue)",
      origin: .option("output"), hint: "end it in .\(format.fileExtension), or use {format}")
  }
}

extension RenderError {
  fileprivate static func notAChoice(
    _ text: String, _ words: [String], _ field: RequestField
  ) -> RenderError {
    RenderError(
      .invalidParameter,
      "'\(text)' is none of " + words.joined(separator: ", "), origin: .option(field.name),
      hint: closestSpelling(to: text, among: words).map { "did you mean '\($0)'?" })
  }

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
