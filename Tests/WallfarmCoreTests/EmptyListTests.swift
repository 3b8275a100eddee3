import BuiltInPlugins
import ContentSources
import Designs
import Files
import Graphics
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// An empty list results in a picture; a missing list results in an error or the template's sample.
@Suite struct EmptyListTests {
  private static func renderer() throws -> Renderer {
    try Renderer(installation: Workspace.installation, plugins: .builtIn, key: .known)
  }

  /// The texts of a picture, keyed by layer name.
  private static func texts(_ request: RenderRequest) throws -> [String: String] {
    let renderer = try renderer()
    let scene = try renderer.compose(try renderer.resolve(request)).scene
    return Dictionary(
      uniqueKeysWithValues: scene.foreground.flatMap(\.allTexts).map {
        ($0.name, $0.content.block.text)
      })
  }

  @Test(arguments: DeviceCatalog.appleScreens.map(\.id))
  func itSaysThatNothingIsLeft(on device: String) throws {
    let renderer = try Self.renderer()
    for template in ["lock", "banner"] {
      let plan = try renderer.resolve(
        RenderRequest(template: template, device: device, notes: []))
      let composition = try renderer.compose(plan)
      let texts = composition.scene.foreground.flatMap(\.allTexts)
      #expect(texts.map { $0.content.block.text } == ["Nothing left"], "\(template)")
      #expect(composition.notes.isEmpty && composition.warnings == plan.warnings)
      let frame = try #require(texts.first).content.frame
      #expect(frame.y >= plan.area.frame.y && frame.maxY <= plan.area.frame.maxY, "\(template)")
    }
  }

  @Test(arguments: ["lock", "banner"])
  func theWordsAreTheCallers(template: String) throws {
    var request = RenderRequest(template: template, device: "iphonese3", notes: [])
    request.settings = [Setting(key: "nothing-left", value: "لا شيء")]
    #expect(try Array(Self.texts(request).values) == ["لا شيء"])
    request.settings = [Setting(key: "nothing-left", value: "")]
    #expect(try Self.texts(request).isEmpty)
  }

  /// The text stays on one line, even if it does not fit at the theme's largest type size.
  @Test(arguments: ["beacon", "midnight", "noor", "paper", "poster"])
  func itStandsOnOneLine(in theme: String) throws {
    let renderer = try Self.renderer()
    let request = RenderRequest(device: "iphonese3", notes: [], theme: theme)
    let plan = try renderer.resolve(request)
    let text = try #require(try renderer.compose(plan).scene.foreground.flatMap(\.allTexts).first)
    let shaped = try renderer.textEngine(for: plan).measure(
      text.content.block, width: text.content.frame.width)
    #expect(shaped.lines.count == 1)
  }

  /// A long text for an empty list shrinks, as a list does, and fails only if it does not fit at
  /// the minimum size.
  @Test func manyWordsAreSetSmall() throws {
    let renderer = try Self.renderer()
    var request = RenderRequest(device: "iphonese3", notes: [])
    let words = "Nothing is left to do today, and nothing tomorrow: sit down and read a book"
    request.settings = [
      Setting(key: "min-size", value: "10"), Setting(key: "nothing-left", value: .string(words)),
      Setting(key: "crowded-below", value: "60"), Setting(key: "max-size", value: "60"),
    ]
    let composition = try renderer.compose(try renderer.resolve(request))
    let text = try #require(composition.scene.foreground.flatMap(\.allTexts).first)
    #expect((10..<60).contains(text.content.block.style.size))
    request.settings[0] = Setting(key: "min-size", value: "60")
    let error = #expect(throws: RenderError.self) { try renderer.render(request) }
    #expect(error?.code == .textDoesNotFit && error?.origin == .setting("nothing-left"))
  }

  @Test func noListIsAnErrorThatNamesTheLayout() throws {
    for (template, layout) in [("lock", "numbered-notes"), ("banner", "banner")] {
      let request = RenderRequest(template: template, device: "iphone15")
      let error = #expect(throws: RenderError.self) { try Self.renderer().render(request) }
      #expect(error?.code == .noNotes)
      #expect(error?.also?.contains("'\(layout)'") == true)
      let checked = #expect(throws: RenderError.self) {
        try RequestChecker(installation: Workspace.installation, plugins: .builtIn).check(request)
      }
      #expect(checked?.code == .noNotes)
      #expect(checked?.also == error?.also)
    }
  }

  /// A layout may draw an empty list differently from a missing list, so their fingerprints differ.
  @Test func anEmptyListHasAFingerprintOfItsOwn() throws {
    let checker = try RequestChecker(
      installation: Workspace.installation, plugins: .builtIn, key: .known)
    func digest(_ notes: [Note]?) throws -> String {
      var request = RenderRequest(template: "banner", device: "iphone8", notes: notes)
      request.settings = [Setting(key: "message", value: "Breathe")]
      return try checker.check(request).digest
    }
    #expect(try digest(nil) != digest([]))
    #expect(try digest(nil) == digest(nil) && digest([]) == digest([]))
    let request = RenderRequest(device: "iphone8", notes: [])
    let checked = try checker.check(request)
    #expect(try Self.renderer().render(request).fingerprint == checked.fingerprint)
  }

  @Test func whatIsWrongWithTheWordsIsNoMistakeOfANote() throws {
    var request = RenderRequest(device: "iphone8", notes: [])
    request.settings = [Setting(key: "nothing-left", value: "done \u{1FAE9}")]
    let error = #expect(throws: RenderError.self) { _ = try Self.texts(request) }
    #expect(error?.code == .missingGlyph)
    #expect(error?.origin == .setting("nothing-left"), "\(String(describing: error))")
  }

  @Test func withoutWordsABannerShowsNoLines() throws {
    var request = RenderRequest(template: "banner", device: "iphone8", notes: [])
    request.settings = [
      Setting(key: "nothing-left", value: ""), Setting(key: "lines", value: "Sunday"),
    ]
    #expect(try Self.texts(request).isEmpty)
  }

  @Test func theSampleStandsInWhereItMay() throws {
    var request = RenderRequest(device: "iphone15")
    request.mayShowSample = true
    let receipt = try Self.renderer().render(request)
    #expect(receipt.warnings.map(\.code) == [.sampleShown])
    // The picture and fingerprint are the same as if the sample notes were given explicitly.
    let notes = try NotesReader.read(Workspace.root + "/Templates/lock/sample-notes.json")
    let given = try Self.renderer().render(RenderRequest(device: "iphone15", notes: notes))
    #expect(receipt.sha256 == given.sha256 && receipt.fingerprint == given.fingerprint)
    #expect(given.warnings.isEmpty)
    // The sample does not replace an empty list.
    request.notes = []
    #expect(try Self.texts(request).values.contains("Nothing left"))
    request.notes = nil
    request.isStrict = true
    let error = #expect(throws: RenderError.self) { try Self.renderer().render(request) }
    #expect(error?.code == .strictWarning)
  }

  @Test func aTemplateOfOnesOwnHasASampleOfItsOwn() throws {
    let folder = try TemporaryFolder()
    func template(_ sample: String) throws -> RenderRequest {
      let path = try folder.write(
        """
        {"format": 1, "summary": "Mine.", "theme": "fog", "sample": \(sample),
         "layouts": [{"plugin": "numbered-notes"}]}
        """, to: "mine/template.json")
      var request = RenderRequest(template: path, device: "iphone15")
      request.mayShowSample = true
      return request
    }
    try folder.write("Read\n[x] Write", to: "mine/notes.txt")
    try folder.write("\n", to: "mine/blank.txt")
    #expect(try Self.texts(template(#"["Swim"]"#))["note.1.text"] == "Swim")
    #expect(try Self.texts(template(#""notes.txt""#))["note.2.text"] == "Write")
    for (sample, code) in [
      ("3", ErrorCode.invalidValue), (#""-""#, .invalidValue), ("[]", .invalidValue),
      (#""gone.txt""#, .fileUnreadable), (#""blank.txt""#, .noNotes),
      ("[3]", .invalidNotes), (#"[" "]"#, .invalidNotes),
    ] {
      let error = #expect(throws: RenderError.self, "\(sample)") {
        try Self.renderer().resolve(template(sample))
      }
      #expect(error?.code == code, "\(sample): \(String(describing: error))")
      #expect(error?.origin?.file?.hasSuffix("mine/template.json") == true, "\(sample)")
    }
  }
}
