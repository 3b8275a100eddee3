import Foundation
import Testing
import WallfarmTesting

/// `theme gallery --watch` draws the pictures that a save changes, and keeps all others.
@Suite(.serialized) struct GalleryWatchTests {
  fileprivate static let theme = ##"""
    {
      "format": 1, "summary": "A test.", "extends": "./base.json",
      "fontFiles": ["Mine.ttf"],
      "colors": {"text": "#ffffff"},
      "variants": {"light": {"colors": {"text": "#102030"}, "background": {"parameters": {"color": "#f0f0e0"}}}},
      "overrides": [{"when": {"device": "iphonese3"}, "sizes": {"largest": 30}}]
    }
    """##
  private static let base = ##"""
    {
      "format": 1, "summary": "A base.",
      "background": {"plugin": "solid-color", "parameters": {"color": "#202040"}},
      "fonts": {"text": "Manrope", "weight": 800}
    }
    """##
  /// The names of the four pictures, in the order of the page.
  private static let all = [
    "mine on iphonese3", "mine on iphone15", "mine, light on iphonese3", "mine, light on iphone15",
  ]

  /// A gallery of two looks on two phones, and the page after each update.
  private struct Gallery {
    let watched: Watched
    var folder: TemporaryFolder { watched.folder }

    /// Starts the command in a folder with a theme, its base and notes.
    init(_ options: [String] = [], prepare: (TemporaryFolder) throws -> Void = { _ in }) throws {
      let folder = try TemporaryFolder()
      try folder.write(GalleryWatchTests.theme, to: "mine.json")
      try folder.write(GalleryWatchTests.base, to: "base.json")
      try folder.write(#"["Buy milk"]"#, to: "notes.json")
      try folder.write(
        RenamedFont.bytes("Manrope-ExtraBold.ttf", "Manrope", as: "Mineral"), to: "Mine.ttf")
      try prepare(folder)
      watched = try Watched(
        [
          "theme", "gallery", "./mine.json", "--device", "iphonese3,iphone15", "--notes",
          "notes.json", "-o", "out.html", "--watch",
        ] + options, folder)
      let said = try watched.said("out.html  4 pictures")
      #expect(said != nil, "\((try? folder.text("log.txt")) ?? "")")
    }

    /// Saves a file, waits for `words`, and returns the output and the names of the pictures on the
    /// page that differ from those before.
    func save(
      _ text: String, to name: String, until words: String = "\n    "
    ) throws -> (said: String, changed: [String]) {
      try change(until: words) { try folder.write(text, to: name) }
    }

    func change(
      until words: String, _ act: () throws -> Void
    ) throws -> (said: String, changed: [String]) {
      let before = try pictures()
      try act()
      let said = try #require(try watched.said(words))
      let after = try pictures()
      return (said, zip(GalleryWatchTests.all, zip(before, after)).filter { $1.0 != $1.1 }.map(\.0))
    }

    /// The pictures of the page, as data addresses.
    private func pictures() throws -> [String] {
      let page = try folder.text("out.html")
      let start = try #require(page.range(of: #"id="data">"#)).upperBound
      let end = try #require(page[start...].range(of: "</script>")).lowerBound
      let data = try JSONSerialization.jsonObject(with: Data(page[start..<end].utf8))
      let pictures = try #require((data as? [String: Any])?["pictures"] as? [[String: Any]])
      #expect(pictures.count == GalleryWatchTests.all.count)
      return try pictures.map { try #require($0["image"] as? String) }
    }

    /// The scripts with which an open page updates itself.
    func news() throws -> String { try folder.text("out.news.js") }
  }

  fileprivate static func edited(_ old: String, _ new: String) -> String {
    precondition(theme.contains(old))
    return theme.replacing(old, with: new)
  }

  /// Each edit of the theme draws the pictures for which it sets another value, and no others.
  @Test func onlyTheChangedPicturesAreDrawn() throws {
    let gallery = try Gallery()
    let edits: [(old: String, new: String, drawn: [Int], told: String)] = [
      ("#ffffff", "#ffee00", [0, 1], "    mine: iphonese3, iphone15\n"),
      ("#102030", "#301020", [2, 3], "    mine, light: iphonese3, iphone15\n"),
      (#""largest": 30"#, #""largest": 26"#, [0, 2], "    mine: iphonese3\n"),
      (
        #""device": "iphonese3"}, "sizes": {"largest": 30}"#,
        #""device": "iphonese3", "variant": "light"}, "sizes": {"largest": 24}"#, [0, 2],
        "    mine, light: iphonese3\n"
      ),
    ]
    for edit in edits {
      let names = edit.drawn.map { Self.all[$0] }
      for (text, step) in [(Self.edited(edit.old, edit.new), "change"), (Self.theme, "undo")] {
        let (said, changed) = try gallery.save(text, to: "mine.json")
        #expect(changed == names, "\(edit.new), \(step)")
        #expect(said.contains("out.html  2 of 4 pictures drawn  "), "\(said)")
        #expect(said.contains(edit.told), "\(said)")
      }
    }
  }

  /// An edit without an effect on the pictures draws none; the page shows other changes.
  @Test func anEditWithoutEffectDrawsNothing() throws {
    let gallery = try Gallery()
    let (said, changed) = try gallery.save(
      "// A comment.\n" + Self.theme, to: "mine.json", until: "no picture has changed")
    #expect(changed.isEmpty && !said.contains("drawn"), "\(said)")
    let other = try gallery.save(
      Self.edited("A test.", "Another summary."), to: "mine.json", until: "0 of 4 pictures drawn")
    #expect(other.changed.isEmpty)
    #expect(try gallery.folder.text("out.html").contains("Another summary."))
  }

  @Test func allInputsAreWatched() throws {
    let gallery = try Gallery()
    let (folder, all) = (gallery.folder, Self.all)
    #expect(
      try gallery.save(Self.base.replacing("800", with: "500"), to: "base.json").changed == all)
    #expect(try gallery.save(#"["Call Ana"]"#, to: "notes.json").changed == all)

    // The custom font is first used, and then replaced.
    let (_, fonts) = try gallery.save(
      Self.base.replacing(#""Manrope""#, with: #""Mineral""#), to: "base.json")
    #expect(fonts == all)
    let thin = try RenamedFont.bytes("Manrope-Regular.ttf", "Manrope", as: "Mineral")
    let (_, thinner) = try gallery.change(until: "drawn") {
      try folder.write(thin, to: "Mine.ttf")
    }
    #expect(thinner == all)

    // The theme names a photo and an image before they exist.
    let photo = Self.base.replacing("solid-color", with: "photo").replacing("color", with: "file")
      .replacing("#202040", with: "p.png")
    let dark = Self.theme.replacing(
      ##", "background": {"parameters": {"color": "#f0f0e0"}}"##, with: "")
    try folder.write(dark, to: "mine.json")
    #expect(try gallery.watched.said("mine, light: ") != nil)
    let (missing, none) = try gallery.save(photo, to: "base.json", until: "p.png")
    #expect(missing.contains("error[photo-unreadable]") && none.isEmpty, "\(missing)")
    func draw(_ color: String, _ name: String) throws {
      _ = Tool.run("convert", ["-size", "900x1600", "xc:\(color)", folder.file("new.png")])
      rename(folder.file("new.png"), folder.file(name))
    }
    for color in ["navy", "maroon"] {
      #expect(
        try gallery.change(until: "drawn") { try draw(color, "p.png") }.changed == all, "\(color)")
    }
    let logo = dark.replacing(
      #""colors""#, with: #""images": [{"file": "logo.png", "points": 40}], "colors""#)
    _ = try gallery.save(logo, to: "mine.json", until: "logo.png")
    for color in ["teal", "olive"] {
      let (said, changed) = try gallery.change(until: "drawn") { try draw(color, "logo.png") }
      #expect(changed == all, "\(color): \(said)")
    }
  }

  @Test func theTemplateAndItsSampleAreWatched() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.base, to: "base.json")
    func template(_ sample: String) -> String {
      #"""
      {"format": 1, "summary": "T", "theme": "fog", "sample": "sample.json", "layouts": [
        {"plugin": "numbered-notes"\#(sample)}]}
      """#
    }
    try folder.write(template(""), to: "t/template.json")
    try folder.write(#"{"notes": ["First"]}"#, to: "t/sample.json")
    let watched = try Watched(
      [
        "theme", "gallery", "./base.json", "--template", "./t", "--device", "iphonese3", "--watch",
      ], folder)
    #expect(try watched.said("gallery.html  1 picture  ") != nil)
    try folder.write(#"{"notes": ["Second"]}"#, to: "t/sample.json")
    #expect(try watched.said("1 of 1 picture drawn") != nil)
    try folder.write(
      template(#", "parameters": {"form": "poster"}"#), to: "t/template.json")
    #expect(try watched.said("1 of 1 picture drawn") != nil)
    #expect(folder.names.contains("gallery.png") == false)
  }

  /// A save with mistakes.
  enum Mistake: String, CaseIterable {
    case one, two, half, empty

    /// The text of the theme.
    var text: String {
      switch self {
      case .one: GalleryWatchTests.edited("#ffffff", "#ffff0")
      case .two:
        GalleryWatchTests.edited(##""colors": {"text": "#ffffff"},"##, ##""colors": {"txt": 7},"##)
          .replacing("\"largest\": 30", with: "\"larges\": 30")
      // The editor has not finished writing the file.
      case .half: String(GalleryWatchTests.theme.prefix(GalleryWatchTests.theme.count / 2))
      case .empty: ""
      }
    }

    var codes: [String] {
      switch self {
      case .one: ["invalid-value"]
      case .two: ["unknown-key", "unknown-key"]
      case .half, .empty: ["invalid-json"]
      }
    }
  }

  /// After a save with mistakes, all mistakes are reported as by `check`, on the page too, and the
  /// pictures stay.
  @Test(arguments: Mistake.allCases)
  func mistakesAreToldAndThePicturesStay(_ mistake: Mistake) throws {
    let gallery = try Gallery()
    let folder = gallery.folder
    let before = try folder.bytes("out.html")
    let (said, changed) = try gallery.save(mistake.text, to: "mine.json", until: "error[")
    #expect(changed.isEmpty)
    #expect(try folder.bytes("out.html") == before)
    let check = try Program.run(["check", "./mine.json"], in: folder)
    #expect(said == check.error, "\(said)")
    let news = try gallery.news()
    let codes = news.split(separator: #""code":""#).dropFirst().map { $0.prefix { $0 != "\"" } }
    #expect(codes.map(String.init) == mistake.codes, "\(news)")
    #expect(news.contains("mine.json:"), "\(news)")

    let (_, repaired) = try gallery.save(Self.edited("#ffffff", "#00ff00"), to: "mine.json")
    #expect(repaired == ["mine on iphonese3", "mine on iphone15"])
    #expect(try gallery.news().contains(#""problems":[]"#))
  }

  /// A mistake that only one look has keeps the pictures of that look; the others are drawn.
  @Test func aMistakeOfOneLookKeepsItsPictures() throws {
    let gallery = try Gallery()
    let text = Self.edited("#ffffff", "#ffee00").replacing(
      ##""parameters": {"color": "#f0f0e0"}"##, with: ##""parameters": {"colour": "#f0f0e0"}"##)
    let (said, changed) = try gallery.save(text, to: "mine.json", until: "hint:")
    #expect(said.contains("error[unknown-parameter]"), "\(said)")
    #expect(changed == ["mine on iphonese3", "mine on iphone15"])
    #expect(try gallery.news().contains("unknown-parameter"))
  }

  @Test func aRemovedThemeKeepsThePage() throws {
    let gallery = try Gallery()
    let folder = gallery.folder
    let file = folder.file("mine.json")
    let before = try folder.bytes("out.html")
    let (_, changed) = try gallery.change(until: "error[") { rename(file, file + ".away") }
    #expect(try changed.isEmpty && folder.bytes("out.html") == before)
    let (_, back) = try gallery.change(until: "no picture has changed") {
      rename(file + ".away", file)
    }
    #expect(try back.isEmpty && gallery.news().contains(#""problems":[]"#))
  }

  /// A variant that is added or removed adds or removes a row.
  @Test func theRowsFollowTheVariants() throws {
    let gallery = try Gallery()
    let start = try #require(Self.theme.range(of: #""variants""#)).lowerBound
    let end = try #require(Self.theme.range(of: #""overrides""#)).lowerBound
    let plain = Self.theme.replacingCharacters(in: start..<end, with: "")
    try gallery.folder.write(plain, to: "mine.json")
    #expect(try gallery.watched.said("0 of 2 pictures drawn") != nil)
    try gallery.folder.write(Self.theme, to: "mine.json")
    let said = try #require(try gallery.watched.said("mine, light: iphonese3, iphone15"))
    #expect(said.contains("2 of 4 pictures drawn"), "\(said)")
  }

  /// A reader always finds a complete page and complete scripts.
  @Test func filesAreReplacedAtomically() throws {
    let gallery = try Gallery()
    let folder = gallery.folder
    let isDone = Flag()
    let reader = Thread {
      while !isDone.isSet {
        for (name, end) in [
          ("out.html", "</html>\n"), ("out.pictures.js", ");\n"), ("out.news.js", ");\n"),
        ] where (try? folder.text(name))?.hasSuffix(end) != true {
          isDone.fail(name)
        }
      }
    }
    reader.start()
    func inode(_ name: String) -> UInt64 {
      var status = stat()
      return stat(folder.file(name), &status) == 0 ? UInt64(status.st_ino) : 0
    }
    for color in ["#ff0000", "#00ff00", "#0000ff"] {
      // Keep the old page open, so that its inode is not used again.
      let old = open(folder.file("out.html"), O_RDONLY)
      defer { close(old) }
      let before = inode("out.html")
      _ = try gallery.save(Self.edited("#ffffff", color), to: "mine.json")
      #expect(inode("out.html") != before)
    }
    let (page, pictures) = (inode("out.html"), inode("out.pictures.js"))
    _ = try gallery.save("{", to: "mine.json", until: "error[")
    #expect(inode("out.html") == page && inode("out.pictures.js") == pictures)
    isDone.set()
    #expect(isDone.failures.isEmpty, "\(isDone.failures)")
    #expect(
      folder.names == [
        "Mine.ttf", "base.json", "log.txt", "mine.json", "notes.json", "out.html", "out.news.js",
        "out.pictures.js",
      ])
  }

  /// After Ctrl-C, the page needs no other files.
  @Test func controlCEndsCleanly() throws {
    let gallery = try Gallery(["-o", "sheet.png"])
    #expect(try gallery.folder.text("out.html").contains("out.news.js"))
    let sheet = try gallery.folder.bytes("sheet.png")
    _ = try gallery.save(Self.edited("#ffffff", "#ffee00"), to: "mine.json")
    #expect(try gallery.folder.bytes("sheet.png") != sheet)
    #expect(gallery.watched.interrupt() == 0)
    let page = try gallery.folder.text("out.html")
    #expect(!page.contains("out.news.js") && !page.contains("file:"))
    #expect(!gallery.folder.names.contains { $0.hasSuffix(".js") })
    // The page is the page that the command writes without `--watch`.
    let again = try Program.run(
      [
        "theme", "gallery", "./mine.json", "--device", "iphonese3,iphone15", "--notes",
        "notes.json", "-o", "once.html", "-o", "once.png",
      ], in: gallery.folder)
    #expect(again.status == 0, "\(again.error)")
    #expect(try gallery.folder.text("once.html") == page)
    #expect(try gallery.folder.bytes("once.png") == gallery.folder.bytes("sheet.png"))
  }

  @Test(arguments: [
    (["nope"], "unknown-theme", "'nope'"), (["fog", "-o", "-"], "conflicting-options", "--watch"),
    (["fog", "--device", "nokia"], "unknown-device", "'nokia'"),
    (["fog", "--notes", "-"], "conflicting-options", "--watch"),
    (["fog", "-o", "missing/x.html"], "output-failed", "'missing'"),
    (["fog", "-o", "x.jpg"], "output-pattern", "'x.jpg'"),
    (["fog", "-d", "iphone8", "--photo", "p.png", "-o", "p.png"], "conflicting-options", "p.png"),
    (["./logo.json", "-d", "iphone8", "-o", "logo.png"], "conflicting-options", "logo.png"),
  ])
  func aCommandThatCannotGetBetterEnds(words: [String], code: String, part: String) throws {
    let folder = try TemporaryFolder()
    for name in ["p.png", "logo.png"] {
      _ = Tool.run("convert", ["-size", "900x1600", "xc:navy", folder.file(name)])
    }
    try folder.write(
      Self.base.replacing(
        #""fonts""#, with: #""images": [{"file": "logo.png", "points": 40}], "fonts""#),
      to: "logo.json")
    let before = try folder.bytes("logo.png")
    let result = try Program.run(["theme", "gallery", "--watch"] + words, in: folder)
    #expect(result.hasFailedAsDocumented && result.problem.code == code, "\(result.error)")
    #expect(result.problem.message.contains(part), "\(result.error)")
    #expect(try folder.bytes("logo.png") == before)
    #expect(folder.names == ["logo.json", "logo.png", "p.png"])
  }
}

/// A flag with failures that a thread sets and another thread reads.
private final class Flag: @unchecked Sendable {
  // The lock protects both properties.
  private let lock = NSLock()
  private var isOn = false
  private var found: Set<String> = []

  var isSet: Bool { lock.withLock { isOn } }
  var failures: Set<String> { lock.withLock { found } }
  func set() { lock.withLock { isOn = true } }
  func fail(_ name: String) { lock.withLock { _ = found.insert(name) } }
}
