import BuiltInPlugins
import Designs
import Foundation
import Graphics
import ShortcutKit
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Tests that every statement in a guide is true of its bundle, and that the guide mentions
/// everything in the bundle.
@Suite(.tags(.torture)) struct GuideClaimsTests {
  /// A variant of a bundle, and its guide.
  struct Case: CustomTestStringConvertible {
    let language: GuideLanguage
    let facts: GuideFacts

    var testDescription: String {
      "\(language.rawValue) \(facts.device.id) \(facts.way) "
        + "\(facts.hasHome ? "home" : "no home") "
        + "\(facts.hasWidgets ? "widgets" : "no widgets")"
    }

    /// The addresses that the page may contain.
    var addresses: Set<String> {
      let way = facts.way
      let home = facts.hasHome ? way.address?.home : nil
      return Set(
        [way.choice?.shortcut.link.url, way.run, way.address?.lock, home].compactMap { $0 })
    }

    /// The parsed page, with pictures represented by their names.
    func page() throws -> GuideClaims {
      GuideClaims(
        Array(try source().utf8), shortcut: facts.way.name ?? "", address: facts.way.address)
    }

    /// The source of the page.
    func source() throws -> String {
      let guide = try SetupGuide(facts: facts, strings: GuideStrings(language))
      var pictures: [String: SetupGuide.Picture] = [:]
      let names = GuidePicture.all(for: facts.way).map(\.rawValue) + ["result"]
      let hasCard = facts.way.address == nil && facts.choice?.source == .own
      for name in names + (hasCard ? ["card"] : []) {
        pictures[name] = .init(address: "data:\(name)", size: PixelSize(width: 2, height: 3))
      }
      return guide.page(with: pictures)
    }
  }

  /// All variants of a bundle that result in different guides.
  static let cases: [Case] = {
    var cases: [Case] = []
    for language in GuideLanguage.allCases {
      for device in ["iphone8", "iphone17pro", "ipad10", "ipadpro11"] {
        for (preset, own) in [("3", [3]), ("12", [12]), ("12", [3]), ("12", []), ("3", [])] {
          for (hasHome, hasWidgets) in [(true, true), (true, false), (false, true), (false, false)]
          {
            guard let device = try? DeviceCatalog.shipped.device(device),
              let preset = try? Preset(preset), let map = try? map(own)
            else { continue }
            let facts = GuideFacts(
              device: device, way: .folders(map.choice(for: preset)), hasHome: hasHome,
              hasWidgets: hasWidgets)
            cases.append(Case(language: language, facts: facts))
          }
        }
      }
    }
    return cases
  }()

  /// Returns a preset map whose shortcut names would be false statements if they counted as text of
  /// the guide.
  static func map(_ own: [Int]) throws -> PresetMap {
    func link(_ number: Int) -> String {
      let digits = String(number, radix: 16)
      return "https://www.icloud.com/shortcuts/"
        + String(repeating: "b", count: 32 - digits.count) + digits
    }
    let entries = own.map { "\"\($0)\": \"\(link($0))\"" }.joined(separator: ", ")
    let folder = try TemporaryFolder()
    return try PresetMap.read(
      folder.write(
        """
        {"format": 1, "name": "My <iPad> {name} HomeScreen 99 & {preset}", "presets": {\(entries)},
         "general": {"link": "\(link(0xFFF))", "name": "iPhone x.png 77"}}
        """.utf8, to: "map.json"))
  }

  @Test func everyCaseIsThere() { #expect(Self.cases.count == 3 * 4 * 5 * 4) }

  @Test(arguments: Torture.all(of: cases, orOnly: 41))
  func everySentenceIsTrueOfTheBundle(_ this: Case) throws {
    let facts = this.facts
    let (choice, claims) = (try #require(facts.choice), try this.page())
    let mistakes = claims.mistakes(
      files: BundleLayout.paths(hasHome: facts.hasHome), device: facts.device,
      language: this.language.rawValue, preset: choice.preset.number, addresses: this.addresses)
    #expect(mistakes == [])
    let isOwn = choice.source == .own
    let folders: Set = [
      "LockScreen", facts.hasHome ? "HomeScreen" : nil, isOwn ? "PresetCards" : nil,
    ]
    #expect(claims.folders == Set(folders.compactMap { $0 }))
    let card = isOwn ? PresetCards.name(of: choice.preset) : nil
    #expect(claims.files == Set(["instruction.png", card].compactMap { $0 }))
    #expect(claims.numbers.subtracting(Self.numbers(of: facts, choice)) == [])
    #expect(claims.numbers.isSuperset(of: ["\(GuideTimes.minutes)", "\(choice.preset.number)"]))
    // No placeholder is left, and no text is empty.
    #expect(!claims.texts.contains { $0.contains("{") || $0.contains("}") || $0.isEmpty })
    let words = claims.texts.joined(separator: "\n")
    #expect(words.contains("Safari") && words.contains("AirDrop") && words.contains("iCloud Drive"))
    let strings = GuideStrings(this.language)
    for key in ["trouble.refused.text", "folders.new.text", "page.new"] {
      let text = try #require(strings.text(key, for: facts))
        .replacing(choice.shortcut.name, with: "·")
      #expect(claims.texts.contains(text), "\(key)")
    }
    // The kind of shortcut is stated once, unless the preset has its own shortcut.
    let kind = strings.text("install.kind", for: facts)
    #expect((kind == nil) == isOwn)
    if let kind { #expect(claims.texts.filter { $0 == kind }.count == 1) }
  }

  /// Returns every number that may appear in the guide.
  private static func numbers(of facts: GuideFacts, _ choice: ShortcutChoice) -> Set<String> {
    let system = GuideSystem(facts.device)
    var numbers: Set = [
      "\(choice.preset.number)", system.version, "\(GuideTimes.minutes)",
      // The first wallpaper.
      "1",
    ]
    // The numbers of the seven steps of the red picture.
    numbers.formUnion((1...GuidePicture.allCases.count - 1).map(String.init))
    // The iOS version in the note for older phones.
    if !facts.device.isTablet { numbers.insert("16") }
    if case .preset(let other) = choice.source { numbers.insert("\(other.number)") }
    if choice.source == .own {
      numbers.insert(PresetCards.name(of: choice.preset).filter(\.isNumber))
    }
    let names = [facts.device.name, choice.shortcut.link.url]
    for name in names {
      numbers.formUnion(name.matches(of: #/[0-9]+/#).map { String($0.0) })
    }
    return numbers
  }

  /// Apple's product names are the same in every language; other Latin text is a mistake.
  @Test(
    arguments: Torture.all(
      of: (cases + AddressGuideTests.cases).filter { $0.language != .english }, orOnly: 41))
  func nothingIsLeftInEnglish(_ this: Case) throws {
    let known: Set = [
      "iPhone", "iPad", "iOS", "iPadOS", "Apple", "iCloud", "Drive", "icloud", "com", "Safari",
      "Finder", "AirDrop", "Mac", "ZIP", "QR", "App", "Store", "LockScreen", "HomeScreen",
      "PresetCards", "instruction", "png", "preset", "Photos", "URL",
      // Part of a Japanese action name in Shortcuts.
      "if",
    ]
    let names = [this.facts.device.name, this.facts.choice?.shortcut.link.url]
    for text in try this.page().texts where !names.contains(text) {
      let words = text.matches(of: #/[A-Za-z]+/#).map { String($0.0) }
      #expect(words.allSatisfy(known.contains), "\(text)")
    }
  }

  @Test(arguments: GuideLanguage.allCases)
  func everyLanguageHasTheSameTextsUnderTheSameConditions(_ language: GuideLanguage) {
    let (english, texts) = (GuideStrings(.english).texts, GuideStrings(language).texts)
    #expect(english.count > 100 && Set(texts.keys) == Set(english.keys))
    func fields(_ text: String) -> Set<String> {
      Set(text.matches(of: #/\{[a-z]+\}/#).map { String($0.0) })
    }
    // Japanese and Arabic texts name the device less often than English texts, so their use of
    // these placeholders may differ.
    let free: Set = ["{device}", "{system}"]
    for (key, statements) in texts {
      let model = english[key] ?? []
      #expect(statements.map(\.condition) == model.map(\.condition), "\(key)")
      #expect(statements.map(\.reference) == model.map(\.reference), "\(key)")
      for (one, other) in zip(statements, model) {
        #expect(!one.text.isEmpty, "\(key)")
        #expect(
          fields(one.text).subtracting(free) == fields(other.text).subtracting(free), "\(key)")
      }
    }
  }

  /// For each key, at most one text applies to a bundle, and every text applies to some bundle.
  @Test func everyTextIsSaidAndNoneIsContradicted() {
    let facts = Set((Self.cases + AddressGuideTests.cases).map(\.facts))
    for (key, statements) in GuideStrings(.english).texts {
      for this in facts {
        let holding = statements.filter { $0.condition?.holds(for: this) ?? true }
        #expect(holding.count <= 1, "\(key)")
      }
      for statement in statements {
        let isSaid = facts.contains { statement.condition?.holds(for: $0) ?? true }
        #expect(isSaid, "\(key) \(statement)")
      }
    }
  }

  /// Every text is on the page, in a drawing, or on a picture.
  @Test func noTextIsLeftOver() throws {
    var source = [Resources.guidePage, Resources.setupPage]
      .map { String(decoding: $0, as: UTF8.self) }.joined()
    let folder = Workspace.root + "/Sources/Stories/ShortcutKit/"
    for name in [
      "Guide/GuideFilm.swift", "Guide/GuidePicture.swift", "Guide/SetupGuide.swift",
      "Cards/PresetCards.swift", "Address/AddressBundle.swift",
    ] {
      source += try String(contentsOfFile: folder + name, encoding: .utf8)
    }
    let steps = Set((1...3).map { "instruction.step\($0)" } + ["instruction.title"])
    for key in GuideStrings(.english).texts.keys where !steps.contains(key) {
      let isUsed = ["{{t.\(key)}}", "{{\(key)}}", "\"\(key)\""].contains { source.contains($0) }
      #expect(isUsed, "\(key)")
    }
  }

  /// The page parser extracts the visible text.
  @Test func aPageIsReadAsAPersonReadsIt() {
    let page = """
      <!DOCTYPE html><html lang="ja" dir="ltr"><head><title>T</title><style>a > b { c: "x" }</style>
      <body><p>One &amp; <bdi>two &lt;3&gt;</bdi></p><a class="b" href="https://x/?a=1&amp;b">go</a>
      <a href="#there">there</a><img src="data:HomeScreen" alt="A “picture” of 7.png"><br>
      <div role="img" aria-label="code"><svg><path d="M0"/></svg></div>١٢ and １３, 16.2 or 9:41.
      """
    let claims = GuideClaims(Array(page.utf8), shortcut: "")
    #expect(
      claims.texts.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) } == [
        "T", "One &", "two <3>", "go", "there", "A “picture” of 7.png", "code",
        "١٢ and １３, 16.2 or 9:41.",
      ])
    #expect(claims.addresses == ["https://x/?a=1&b"] && claims.language == "ja")
    #expect(claims.numbers == ["3", "7", "12", "13", "16.2", "9:41"])
    #expect(claims.files == ["7.png"] && claims.folders.isEmpty)
    // A truncated page is read as far as possible.
    for count in 0...page.utf8.count {
      let texts = GuideClaims(Array(page.utf8.prefix(count)), shortcut: "").texts
      #expect(texts.count <= claims.texts.count, "\(count)")
    }
  }
}
