internal import ContentSources
import Files
import SourceJSON
import WallfarmPluginKit

/// A partially read request with the errors found so far.
///
/// Each field reads its own value; ``finish()`` checks the rules that involve several fields.
struct RequestDraft {
  var request = RenderRequest.standard
  /// The errors; each names its field as a command-line option, such as `--theme`.
  var problems: [RenderError] = []
  /// The given backgrounds by field; a request has at most one.
  var backgrounds: [(field: String, choice: BackgroundChoice)] = []
  private let reader: RequestReader
  /// The notes, the field that contained them, and whether they are already validated.
  private var notes: (list: [Note], field: String, isChecked: Bool)?
  private var content: Content?
  private var allowsBoxes = false

  init(_ reader: RequestReader) {
    self.reader = reader
    request.files = reader.files
    notes = reader.notes.map { ($0, "note", false) }
  }

  /// Runs a step and collects its error.
  @discardableResult
  mutating func trying<Value>(_ body: () throws(RenderError) -> Value) -> Value? {
    do throws(RenderError) {
      return try body()
    } catch {
      problems.append(error)
      return nil
    }
  }

  private mutating func wrong(_ node: JSONNode, _ name: String, _ expected: String) {
    problems.append(
      .invalidValue("'\(name)'", expected: expected, got: node.shown, origin: .option(name)))
  }
}

extension RequestDraft {
  /// Reads a text, or records an error.
  mutating func text(_ node: JSONNode, _ name: String, _ kind: RequestField.Kind) -> String? {
    if node.string == nil { wrong(node, name, kind.accepted) }
    return node.string
  }

  /// Reads a text, or a number as text.
  mutating func text(
    orNumber node: JSONNode, _ name: String, _ kind: RequestField.Kind
  ) -> String? {
    if case .number = node.content { return node.plain.text(pretty: false) }
    return text(node, name, kind)
  }

  mutating func flag(_ node: JSONNode, _ name: String, _ standard: Bool) -> Bool? {
    if node.bool == nil { wrong(node, name, RequestField.Kind.flag(standard).accepted) }
    return node.bool
  }

  mutating func choice<Choice: RawRepresentable>(
    _ node: JSONNode, _ name: String, _ words: [String]
  ) -> Choice? where Choice.RawValue == String {
    guard let text = text(node, name, .choice(words)) else { return nil }
    if let choice = Choice(rawValue: text) { return choice }
    problems.append(
      RenderError(
        .invalidParameter, "'\(text)' is none of " + words.joined(separator: ", "),
        origin: .option(name),
        hint: closestSpelling(to: text, among: words).map { "did you mean '\($0)'?" }))
    return nil
  }

  mutating func count(_ node: JSONNode, _ name: String, _ most: Int) -> Int? {
    guard case .number = node.content else {
      wrong(node, name, RequestField.Kind.count(most: most).accepted)
      return nil
    }
    return trying { () throws(RenderError) in
      try RequestReader.count(
        node.plain.text(pretty: false), most: most, origin: .option(name))
    }
  }

  mutating func readNotes(_ node: JSONNode) {
    switch node.content {
    case .array:
      let list = trying { () throws(RenderError) in try NotesReader.notes(in: node) }
      if let list { notes = (list, "note", false) }
    case .string("-") where !reader.isTyped: wrong(node, "notes", "a list of notes, or a path")
    case .string(let path):
      guard notes == nil else {
        problems.append(
          .excluding(.option("note"), "--notes", hint: "put all notes into the file"))
        return
      }
      let files = reader.files
      let list = trying { () throws(RenderError) in
        try NotesReader.read(
          path == "-" ? path : try files.path(of: path, origin: .option("notes")))
      }
      if let list { notes = (list, "notes", true) }
    default: wrong(node, "notes", RequestField.Kind.notes.accepted)
    }
  }

  mutating func readContent(_ node: JSONNode) {
    switch node.content {
    case .object:
      let (content, mistakes) = ContentReader.read(node, file: WrittenPlaces.ownFile)
      self.content = content
      problems += mistakes
    case .string("-") where !reader.isTyped:
      wrong(node, "content", "an object of content, or a path")
    case .string(let path):
      let (files, calendars) = (reader.files, reader.calendars)
      content = trying { () throws(RenderError) in
        var content = try ContentReader.read(
          path == "-" ? path : try files.path(of: path, origin: .option("content")),
          at: calendars)
        // Paths in a file are relative to its folder.
        content.movePhotos(into: Files.folder(of: path))
        return content
      }
    default: wrong(node, "content", RequestField.Kind.content.accepted)
    }
  }

  mutating func readSettings(_ node: JSONNode) {
    guard let members = node.members else {
      return wrong(node, "set", RequestField.Kind.settings.accepted)
    }
    for member in members {
      guard !member.key.isEmpty else {
        problems.append(.settingWithoutValue("="))
        continue
      }
      request.settings.append(Setting(key: member.key, value: member.value.plain))
    }
  }

  mutating func readAllowMissingGlyphs(_ node: JSONNode) {
    allowsBoxes = flag(node, "allow-missing-glyphs", false) ?? false
  }
}

extension RequestDraft {
  /// Checks the rules that involve several fields.
  mutating func finish() {
    finishContent()
    finishBackground()
    request.settings += reader.settings
    if allowsBoxes {
      if request.missing == .fail {
        problems.append(
          .excluding(
            .option(RequestField.allowMissingGlyphs.name), "--missing fail",
            hint: "give --missing alone"))
      }
      request.missing = .box
    }
    guard let output = reader.output else { return }
    if !reader.says(.format) { request.format = ImageFormat(fileName: output) ?? request.format }
    let format = request.format
    trying { () throws(RenderError) in try format.check(ending: output) }
  }

  /// Merges separately given notes into the content.
  private mutating func finishContent() {
    request.content = content ?? Content()
    guard let (list, field, isChecked) = notes else { return }
    if content?.notes != nil {
      problems.append(
        .excluding(
          .option(field), "--content, which has notes", hint: "put all notes into one of them"))
      return
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
    problems.append(
      .excluding(
        .option(first.field), "--\(backgrounds[1].field)",
        hint: "a picture has one background; give one of them"))
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
      .conflictingOptions, "'\(name)' ends in .\(ending), but the file is a \(rawValue)",
      origin: .option("output"), hint: "end it in .\(fileExtension), or use {format}")
  }
}
