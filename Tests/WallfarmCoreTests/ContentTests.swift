import BuiltInPlugins
import ContentSources
import Designs
import Files
import Foundation
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Tests how content gets from a request to the layouts that show it.
@Suite struct ContentTests {
  private static let dates = ContentExamples.entries(of: .dates)

  /// Returns a renderer whose `lock` template uses a test layout.
  private static func renderer(_ layout: any LayoutPlugin.Type) throws -> Renderer {
    try Renderer(
      installation: Workspace.installation,
      plugins: .builtIn.without("numbered-notes").adding(layouts: [layout]), key: .known)
  }

  private static func request(_ content: Content) -> RenderRequest {
    var request = RenderRequest(device: "iphone15")
    request.content = content
    return request
  }

  private static func content(_ kind: ContentKind, notes: [Note]? = nil) -> Content {
    var content = Content(notes: notes)
    content[kind] = ContentExamples.entries(of: kind)
    return content
  }

  @Test func aLayoutIsGivenTheKindsAndKeysThatItDeclares() throws {
    let renderer = try Self.renderer(DateLayout.self)
    var content = Self.content(.dates, notes: [Note("Buy milk")])
    content[.figures] = ContentExamples.entries(of: .figures)
    let plan = try renderer.resolve(Self.request(content))
    let names = try renderer.compose(plan).scene.foreground.map(\.name)
    #expect(names == ["date,title", "date,title", "notes none", "figures none"])
  }

  @Test func whatNoLayoutShowsIsSaid() throws {
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    var content = Self.content(
      .dates, notes: [Note("a", due: When("2026-12-01")), Note("b", heading: "Home")])
    content[.events] = []
    for (template, unused) in [
      ("lock", ["dates", "events"]),
      ("banner", ["'heading'", "'due'", "dates", "events"]),
    ] {
      var request = Self.request(content)
      request.template = template
      let said = try renderer.resolve(request).warnings.filter { $0.code == .contentUnused }
        .map(\.message)
      for words in ["'heading'", "'due'", "dates", "events"] {
        #expect(said.contains { $0.contains(words) } == unused.contains(words), "\(said)")
      }
    }
  }

  @Test func aLayoutThatNeedsAKindIsNamedWhereThereIsNone() throws {
    let renderer = try Self.renderer(DateLayout.self)
    let error = try #require(throws: RenderError.self) {
      try renderer.render(Self.request(Content(notes: [Note("a")])))
    }
    #expect(error.code == .noContent && error.origin == .option("content"))
    #expect(error.message.contains("'numbered-notes'") && error.message.contains("dates"))
    var empty = Content()
    empty[.dates] = []
    #expect(throws: Never.self) { try renderer.render(Self.request(empty)) }
  }

  @Test func planningFindsWhatRenderingFinds() throws {
    let plugins = PluginRegistry.builtIn.without("numbered-notes").adding(layouts: [
      DateLayout.self
    ])
    let checker = try RequestChecker(
      installation: Workspace.installation, plugins: plugins, key: .known)
    let renderer = try Self.renderer(DateLayout.self)
    var others: Set<String> = []
    var changed = Self.content(.dates)
    changed[.dates] = Array(Self.dates.reversed())
    var empty = Content()
    empty[.dates] = []
    for content in [Self.content(.dates), changed, empty] {
      let request = Self.request(content)
      let planned = try checker.check(request).fingerprint
      #expect(try renderer.render(request).fingerprint == planned)
      others.insert(planned.digest)
    }
    #expect(others.count == 3)
    let error = try #require(throws: RenderError.self) {
      try checker.check(Self.request(Content()))
    }
    #expect(error.code == .noContent)
  }

  /// Only a list with a due day depends on the time, regardless of which list is planned first.
  @Test(arguments: [[true, false, true], [false, true, false]])
  func planningKnowsWhichListsLookAtTheTime(_ order: [Bool]) throws {
    let clock = TimeSource { Moment(seconds: 1_790_000_000) }
    let checker = try RequestChecker(
      installation: Workspace.installation, plugins: .builtIn, key: .known, clock: clock)
    let renderer = try Renderer(
      installation: Workspace.installation, plugins: .builtIn, key: .known, clock: clock)
    for isDue in order {
      let note = Note("a", due: isDue ? When("2026-12-01") : nil)
      let request = Self.request(Content(notes: [note]))
      let planned = try checker.check(request)
      let receipt = try renderer.render(request)
      #expect(planned.fingerprint == receipt.fingerprint)
      #expect(planned.looksAtTime == isDue && (receipt.expires != nil) == isDue)
    }
  }

  /// The picture of a list without due days does not expire, even next to a countdown that has no
  /// dates.
  @Test func aListWithoutADayDoesNotExpireBesideACountdown() throws {
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    var content = Content(notes: [Note("a")])
    content[.dates] = []
    var request = Self.request(content)
    request.template = "ahead"
    #expect(try renderer.render(request).expires == nil)
  }

  @Test func whatIsNotShownChangesNoFingerprint() throws {
    let renderer = try Renderer(
      installation: Workspace.installation, plugins: .builtIn, key: .known)
    let plain = try renderer.render(Self.request(Content(notes: [Note("a")])))
    let more = Self.content(.dates, notes: [Note("a")])
    #expect(try renderer.render(Self.request(more)).fingerprint == plain.fingerprint)
    // The day and the heading are drawn, so they are part of the digest.
    for note in [Note("a", due: When("2026-12-01")), Note("a", heading: "Home")] {
      let shown = try renderer.render(Self.request(Content(notes: [note])))
      #expect(shown.fingerprint != plain.fingerprint)
    }
  }

  @Test(arguments: ContentKind.allCases.filter { $0 != .notes })
  func aRequestIsTheSameAfterItWasWrittenDown(_ kind: ContentKind) throws {
    let request = Self.request(
      Self.content(kind, notes: [Note("a", due: When("2026-12-01T09:40Z"), heading: "Home")]))
    var fields = request.fields
    fields["template"] = "lock"
    let node = try JSONNode(parsing: JSONValue.object(fields).text(pretty: false))
    let members = Dictionary(
      uniqueKeysWithValues: (node.members ?? []).map { ($0.key, $0.value) })
    #expect(try RequestReader(members, files: FileScope()).request().content == request.content)
  }

  @Test func notesAreGivenOnce() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(#"{"notes": ["a"], "dates": []}"#, to: "c.json")
    var reader = RequestReader()
    reader.take(.content, path)
    #expect(try reader.request().content.notes == [Note("a")])
    reader.notes = [Note("b")]
    let error = try #require(throws: RenderError.self) { try reader.request() }
    #expect(error.code == .conflictingOptions && error.origin == .option("note"))
  }

  @Test func aPhotoInAFileIsMeantBesideThatFile() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("in"), withIntermediateDirectories: true)
    _ = try folder.write(
      #"{"photos": [{"file": "beach.png"}, {"file": "../b.png"}]}"#, to: "in/c.json")
    var reader = RequestReader()
    reader.take(.content, "in/c.json")
    reader.files = FileScope(folder: folder.path, isConfined: true)
    let files = try reader.request().content[.photos]?.map { $0.text("file") }
    #expect(files == ["in/beach.png", "in/../b.png"])
  }

  @Test func photosAreOpenedDigestedAndKeptInTheFolder() throws {
    let folder = try TemporaryFolder()
    let photo = "\(Workspace.root)/docs/images/lock.png"
    let picture = try #require(
      FileManager.default.contents(atPath: photo)
        ?? FileManager.default.contents(
          atPath: "\(Workspace.root)/Templates/lock/preview.png"))
    _ = try folder.write(picture, to: "a.png")
    let renderer = try Self.renderer(PhotoLayout.self)
    func request(_ file: String) -> RenderRequest {
      var content = Content()
      content[.photos] = [ContentEntry(["file": .text(file)])]
      var request = Self.request(content)
      request.files = FileScope(folder: folder.path, isConfined: true)
      return request
    }
    let first = try renderer.render(request("a.png"))
    #expect(first.fingerprint.notes == .keyed)
    // A photo with the same bytes under another name results in the same fingerprint.
    _ = try folder.write(picture, to: "b.png")
    #expect(try renderer.render(request("b.png")).fingerprint == first.fingerprint)
    let missing = try #require(throws: RenderError.self) { try renderer.render(request("c.png")) }
    #expect(missing.code == .photoUnreadable || missing.code == .fileUnreadable)
    let outside = try #require(throws: RenderError.self) {
      try renderer.render(request("../a.png"))
    }
    #expect(outside.code == .pathOutside)
  }

  /// The fingerprint depends on which photo belongs to which entry, not only on the set of photos.
  @Test func theOrderOfPhotosCounts() throws {
    let renderer = try Self.renderer(PhotoLayout.self)
    let (a, b) = (
      "\(Workspace.root)/Templates/lock/preview.png",
      "\(Workspace.root)/Templates/banner/preview.png"
    )
    let digests = try [[a, b, a], [a, b, b], [b, a, a]].map { files in
      var content = Content()
      content[.photos] = files.map { ContentEntry(["file": .text($0)]) }
      return try renderer.render(Self.request(content)).fingerprint.digest
    }
    #expect(Set(digests).count == 3)
  }

  @Test func notesForALayoutThatShowsNoneAreSaidAndLeftOut() throws {
    let renderer = try Renderer(
      installation: Workspace.installation, plugins: .builtIn, key: .known)
    var request = RenderRequest(template: "countdown", device: "iphonese3")
    request.content = Self.content(.dates, notes: [Note("Buy milk")])
    request.now = When("2026-11-23")
    let with = try renderer.render(request)
    #expect(with.warnings.map(\.code).contains(.notesUnused))
    request.content.notes = nil
    #expect(try renderer.render(request).fingerprint == with.fingerprint)
  }

  @Test func controlCharactersAreTakenOutOfEveryText() throws {
    var content = Content()
    content[.dates] = [
      ContentEntry([
        "title": .text(" a\u{7}b "), "date": .when(.day(try #require(Day("2026-12-24")))),
      ])
    ]
    let (cleaned, warnings) = CleanText.clean(content)
    #expect(cleaned[.dates]?.first?.text("title") == "ab")
    #expect(warnings.map(\.code) == [.textCleaned] && warnings[0].message.numbers == [1, 1])
  }
}

/// A layout that reports the content that it received, in the names of its layers.
private struct DateLayout: LayoutPlugin {
  static let id = "numbered-notes"
  static let version = 1
  static let summary = "What it was given."
  static var schema: ParameterSchema { NumberedNotesSchema.schema }
  static let content = [ContentUse(.dates, isNeeded: true, fields: ["title", "date"])]

  init(_ values: ParameterValues) throws(RenderError) {}

  func arrange(in context: ComposeContext) throws(RenderError) -> Arrangement {
    let dates = (context.content[.dates] ?? []).map {
      $0.values.keys.sorted().joined(separator: ",")
    }
    let others = [ContentKind.notes, .figures].map { kind in
      "\(kind.rawValue) \(context.content.count(of: kind).map(String.init) ?? "none")"
    }
    return Arrangement(layers: (dates + others).map { Layer($0, .fill(.color(.clear))) })
  }
}

/// Shows the first photo of the content.
private struct PhotoLayout: LayoutPlugin {
  static let id = "numbered-notes"
  static let version = 1
  static let summary = "A photo."
  static var schema: ParameterSchema { NumberedNotesSchema.schema }
  static let content = [ContentUse(.photos, isNeeded: true)]

  init(_ values: ParameterValues) throws(RenderError) {}

  func arrange(in context: ComposeContext) throws(RenderError) -> Arrangement {
    let file = context.content[.photos]?.first?.text("file") ?? ""
    return Arrangement(layers: [
      Layer("photo", .image(ImageContent(file: file, frame: context.freeArea)))
    ])
  }
}

/// The schema of the built-in layout, which declares the parameters that the template sets.
private enum NumberedNotesSchema {
  static let schema =
    PluginRegistry.builtIn.layout("numbered-notes").map(\.schema)
    ?? ParameterSchema([])
}
