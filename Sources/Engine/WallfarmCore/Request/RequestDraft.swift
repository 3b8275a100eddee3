internal import ContentSources
import Files
import SourceJSON
import WallfarmPluginKit

/// A partially read request with the errors found so far.
///
/// Each field reads its own value; ``finish()`` checks the rules that involve several fields.
struct RequestDraft {
  var request = RenderRequest.standard
  /// The errors; the origin of each error is a field, written as an option such as `--theme`, or a
  /// position in its value.
  var problems: [RenderError] = []
  /// The specified backgrounds with their fields; more than one background is an error.
  var backgrounds: [(field: String, choice: BackgroundChoice)] = []
  private let reader: RequestReader
  /// The notes, the field that contained them, and whether they are already validated.
  private var notes: (list: [Note], field: String, isChecked: Bool)?
  private var content: Content?
  /// The note and content files that the request names.
  private var named = ContentFiles()
  /// The format, if it is specified and valid.
  var format: ImageFormat?
  /// The deprecated field `allow-missing-glyphs`.
  var allowsBoxes = false

  init(_ reader: RequestReader) {
    self.reader = reader
    request.files = reader.files
    notes = reader.notes.map { ($0, "note", false) }
  }

  /// Runs a step; if the step throws, records the error and returns nil.
  @discardableResult
  mutating func trying<Value>(_ body: () throws(RenderError) -> Value) -> Value? {
    do throws(RenderError) {
      return try body()
    } catch {
      problems.append(error)
      return nil
    }
  }

  private mutating func wrong(_ node: JSONNode, _ field: RequestField, _ expected: String? = nil) {
    problems.append(
      .invalidValue(
        "'\(field.name)'", expected: expected ?? field.accepted, got: node.shown,
        origin: .option(field.name)
      ).remedied(field.remedy(for: node)))
  }
}

extension RequestDraft {
  /// Records an error about two fields that cannot be used together, and names each field as the
  /// user wrote it.
  private mutating func conflict(
    _ one: String, _ other: String, value: String? = nil, which: String? = nil, hint: String
  ) {
    // The field `note` exists only on the command line; in JSON, the notes are in the field
    // `notes`.
    func name(_ field: String) -> String {
      reader.isTyped ? "--\(field)" : "'\(field == "note" ? "notes" : field)'"
    }
    let second =
      name(other) + (value.map { reader.isTyped ? " \($0)" : ": '\($0)'" } ?? "")
      + (which.map { ", which \($0)," } ?? "")
    problems.append(
      RenderError(
        .conflictingOptions, "\(name(one)) and \(second) cannot be used together",
        origin: .option(one), hint: hint
      ).remedied(.remove()))
  }

  /// Reads a string, or records an error.
  mutating func text(_ node: JSONNode, _ field: RequestField) -> String? {
    if node.string == nil { wrong(node, field) }
    return node.string
  }

  /// Reads a string, or converts a number to a string.
  mutating func text(orNumber node: JSONNode, _ field: RequestField) -> String? {
    if case .number = node.content { return node.plain.text(pretty: false) }
    return text(node, field)
  }

  mutating func flag(_ node: JSONNode, _ field: RequestField) -> Bool? {
    if node.bool == nil { wrong(node, field) }
    return node.bool
  }

  mutating func choice<Choice: RawRepresentable>(
    _ node: JSONNode, _ field: RequestField
  ) -> Choice? where Choice.RawValue == String {
    guard let text = text(node, field), case .choice(let words) = field.kind else { return nil }
    if let choice = Choice(rawValue: text) { return choice }
    problems.append(
      RenderError(
        .invalidParameter, "'\(text)' is not one of " + words.joined(separator: ", "),
        origin: .option(field.name),
        hint: closestSpelling(to: text, among: words).map { "did you mean '\($0)'?" }
      ).remedied(field.remedy(for: node)))
    return nil
  }

  /// Reads a whole number, which is a string if it comes from the command line.
  mutating func count(_ node: JSONNode, _ field: RequestField, most: Int) -> Int? {
    guard let text = reader.isTyped ? node.string : node.number.map({ _ in node.shown }) else {
      wrong(node, field)
      return nil
    }
    return trying { () throws(RenderError) in
      do throws(RenderError) {
        return try RequestReader.count(text, most: most, origin: .option(field.name))
      } catch {
        throw error.remedied(field.remedy(for: node))
      }
    }
  }

  /// Reads the paths of font files; a folder stands for all font files in it.
  mutating func readFonts(_ node: JSONNode, _ field: RequestField) {
    let names = node.elements.map { $0.map(\.string) } ?? [node.string]
    guard !names.contains(nil) else { return wrong(node, field) }
    let files = reader.files
    for name in names.compactMap(\.self) {
      let paths = trying { () throws(RenderError) in try FontPaths.paths(at: name, in: files) }
      request.fonts += paths ?? []
    }
    let count = request.fonts.count
    trying { () throws(RenderError) in try FontPaths.check(count) }
  }

  mutating func readNotes(_ node: JSONNode, _ field: RequestField) {
    switch node.content {
    case .array:
      let list = trying { () throws(RenderError) in try NotesReader.notes(in: node) }
      if let list { notes = (list, "note", true) }
    case .string("-") where !reader.isTyped: wrong(node, field, "a list of notes, or a path")
    case .string(let path):
      guard notes == nil else {
        return conflict("note", "notes", hint: "put all notes into the file")
      }
      readNotes(file: path)
    default: wrong(node, field)
    }
  }

  /// Returns whether the string in the field `notes` looks like a note rather than a file path.
  private static func isText(_ path: String) -> Bool {
    !path.contains("/") && !ContentReader.forms.contains(Files.ending(of: path))
  }

  private mutating func readNotes(file path: String) {
    named.notes = path
    guard reader.readsContentFiles else { return }
    let files = reader.files
    let list = trying { () throws(RenderError) in
      do throws(RenderError) {
        return try NotesReader.read(
          path == "-" ? path : try files.path(of: path, origin: .option("notes")))
      } catch {
        guard error.code == .fileUnreadable, RequestDraft.isText(path) else { throw error }
        throw error.remedied(.wrap(.option("notes")))
      }
    }
    if let list { notes = (list, "notes", true) }
  }

  mutating func readContent(_ node: JSONNode, _ field: RequestField) {
    switch node.content {
    case .object:
      let (content, mistakes) = ContentReader.read(
        node, file: WrittenPlaces.ownFile, at: reader.calendars, sources: reader.sources)
      self.content = content
      problems += mistakes
    case .string("-") where !reader.isTyped:
      wrong(node, field, "an object with content, or a path")
    case .string(let url) where ContentSource.isAddress(url):
      let (sources, calendars) = (reader.sources, reader.calendars)
      content = trying { () throws(RenderError) in
        try sources.content(of: ContentSource(url), at: calendars)
      }
    case .string(let path): readContent(file: path)
    default: wrong(node, field)
    }
  }

  private mutating func readContent(file path: String) {
    named.content = path
    guard reader.readsContentFiles else { return }
    let (files, calendars, sources) = (reader.files, reader.calendars, reader.sources)
    content = trying { () throws(RenderError) in
      var content = try ContentReader.read(
        path == "-" ? path : try files.path(of: path, origin: .option("content")),
        at: calendars, sources: sources)
      // Paths in a content file are relative to the folder that contains the file.
      content.movePhotos(into: Files.folder(of: path))
      return content
    }
    named.isFetched = content?.isFetched == true
  }

  mutating func readSettings(_ node: JSONNode, _ field: RequestField) {
    guard let members = node.members else { return wrong(node, field) }
    for member in members {
      guard !member.key.isEmpty else {
        problems.append(
          RenderError(
            .invalidParameter, "'set' has an empty key", origin: .option("set"),
            hint: "write the name of a parameter; 'wallfarm describe' shows them"
          ).remedied(.remove(.setting(""))))
        continue
      }
      request.settings.append(Setting(key: member.key, value: member.value.plain))
    }
  }
}

extension RequestDraft {
  /// Checks the rules that involve several fields.
  mutating func finish() {
    finishContent()
    if !reader.readsContentFiles { request.contentFiles = named }
    finishBackground()
    request.settings += reader.settings
    if allowsBoxes {
      if request.missing == .fail {
        conflict("allow-missing-glyphs", "missing", value: "fail", hint: "use only 'missing'")
      }
      request.missing = .box
    }
    let output = reader.output
    request.format = format ?? output.flatMap(ImageFormat.init(fileName:)) ?? request.format
    guard let output else { return }
    let format = request.format
    trying { () throws(RenderError) in try format.check(ending: output) }
  }

  /// The request with the names of its note and content files instead of their content.
  var queued: RenderRequest {
    var request = request
    request.contentFiles = named
    if named.content != nil { request.content = Content(notes: notes?.list) }
    if named.notes != nil { request.content.notes = nil }
    return request
  }

  /// Returns the content of a queued request, including the content of its files.
  ///
  /// - Throws: the first error in a file.
  mutating func content(of queued: RenderRequest) throws(RenderError) -> Content {
    if let file = queued.contentFiles.notes {
      readNotes(file: file)
    } else {
      notes = queued.notes.map { ($0, "note", true) }
    }
    if let file = queued.contentFiles.content {
      readContent(file: file)
    } else {
      content = queued.content
      content?.notes = nil
    }
    finishContent()
    if let first = problems.first { throw first }
    return request.content
  }

  /// Merges separately specified notes into the content.
  private mutating func finishContent() {
    request.content = content ?? Content()
    guard let (list, field, isChecked) = notes else { return }
    if content?.notes != nil {
      return conflict(
        field, "content", which: "contains notes", hint: "put all notes into one of them")
    }
    if !isChecked {
      trying { () throws(RenderError) in try NotesReader.check(list, origin: .option("note")) }
    }
    request.content.notes = list
  }

  private mutating func finishBackground() {
    guard let first = backgrounds.first else { return }
    request.background = first.choice
    guard backgrounds.count > 1 else { return }
    conflict(
      first.field, backgrounds[1].field,
      hint: "a picture can have only one background; specify just one")
  }
}

extension ImageFormat {
  /// Rejects a file name whose extension contradicts the format.
  fileprivate func check(ending name: String) throws(RenderError) {
    guard name != "-", name.contains(".") else { return }
    let ending = name.lowercased().split(separator: ".").last.map(String.init) ?? ""
    let others = [
      "png", "jpg", "jpeg", "gif", "webp", "heic", "heif", "avif", "bmp", "tif", "tiff",
    ]
    guard others.contains(ending), ImageFormat(fileName: name) != self else { return }
    throw RenderError(
      .conflictingOptions, "'\(name)' ends in .\(ending), but the format is \(rawValue)",
      origin: .option("output"), hint: "end it in .\(fileExtension), or use {format}"
    ).remedied(.replace(with: .string(String(name.dropLast(ending.count)) + fileExtension)))
  }
}
