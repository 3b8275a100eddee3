import Foundation
import Testing
import WallfarmTesting

/// The files that `theme gallery --watch` writes, and the errors after which it keeps them.
@Suite(.serialized) struct GalleryWatchFileTests {
  /// A save with mistakes.
  enum Mistake: String, CaseIterable {
    case one, two, half, empty

    /// The text of the theme.
    var text: String {
      switch self {
      case .one: GalleryRun.edited("#ffffff", "#ffff0")
      case .two:
        GalleryRun.edited(##""colors": {"text": "#ffffff"},"##, ##""colors": {"txt": 7},"##)
          .replacing("\"largest\": 30", with: "\"larges\": 30")
      // The editor has not finished writing the file.
      case .half: String(GalleryRun.theme.prefix(GalleryRun.theme.count / 2))
      case .empty: ""
      }
    }

    var codes: [String] {
      switch self {
      case .one: ["invalid-value"]
      case .two: ["unknown-token", "unknown-token"]
      case .half, .empty: ["invalid-json"]
      }
    }
  }

  /// After a save with mistakes, all mistakes are reported as by `check`, on the page too, and the
  /// pictures stay.
  @Test(arguments: Mistake.allCases)
  func mistakesAreToldAndThePicturesStay(_ mistake: Mistake) throws {
    let gallery = try GalleryRun()
    let folder = gallery.folder
    let before = try folder.bytes("out.html")
    try folder.write(mistake.text, to: "mine.json")
    let check = try Program.run(["check", "./mine.json"], in: folder)
    #expect(try gallery.watched.said(check.error) == check.error)
    #expect(try folder.bytes("out.html") == before)
    let news = try gallery.news()
    let codes = news.split(separator: #""code":""#).dropFirst().map { $0.prefix { $0 != "\"" } }
    #expect(codes.map(String.init) == mistake.codes, "\(news)")
    #expect(news.contains("mine.json:"), "\(news)")

    let (_, repaired) = try gallery.save(GalleryRun.edited("#ffffff", "#00ff00"), to: "mine.json")
    #expect(repaired == ["mine on iphonese3", "mine on iphone15"])
    #expect(try gallery.news().contains(#""problems":[]"#))
  }

  /// A mistake that only one look has keeps the pictures of that look; the others are drawn.
  @Test func aMistakeOfOneLookKeepsItsPictures() throws {
    let gallery = try GalleryRun()
    let text = GalleryRun.edited("#ffffff", "#ffee00").replacing(
      ##""parameters": {"color": "#f0f0e0"}"##, with: ##""parameters": {"colour": "#f0f0e0"}"##)
    let (said, changed) = try gallery.save(text, to: "mine.json", until: "hint:")
    #expect(said.contains("error[unknown-parameter]"), "\(said)")
    #expect(changed == ["mine on iphonese3", "mine on iphone15"])
    #expect(try gallery.news().contains("unknown-parameter"))
  }

  /// The outputs can be in the folder of a plugin, whose other files are inputs.
  @Test func outputsBesideAPluginCauseNoUpdates() throws {
    let folder = try TemporaryFolder()
    let made = try Program.run(
      ["plugin", "new", "--kind", "background", "--language", "python", "hills"], in: folder)
    #expect(made.status == 0, "\(made.error)")
    let watched = try Watched(
      [
        "theme", "gallery", "./hills/example/theme.json", "--plugins", "hills", "--device",
        "iphonese3", "--note", "a", "-o", "hills/out.html", "--watch",
      ], folder)
    #expect(try watched.said("hills/out.html  ") != nil)
    let theme = try folder.text("hills/example/theme.json")
    for color in ["#101010", "#202020"] {
      try folder.write(
        theme.replacingOccurrences(of: "#10163a", with: color), to: "hills/example/theme.json")
      #expect(try watched.said(" drawn  ") != nil)
    }
    let log = try folder.text("log.txt")
    #expect(log.components(separatedBy: "hills/out.html  ").count == 4, "\(log)")
    #expect(!log.contains("error[") && !log.contains("no picture has changed"), "\(log)")
  }

  @Test func aRemovedThemeKeepsThePage() throws {
    let gallery = try GalleryRun()
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

  /// A reader always finds a complete page and complete scripts.
  @Test func filesAreReplacedAtomically() throws {
    let gallery = try GalleryRun()
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
      _ = try gallery.save(GalleryRun.edited("#ffffff", color), to: "mine.json")
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
    let gallery = try GalleryRun(["-o", "sheet.png"])
    #expect(try gallery.folder.text("out.html").contains("out.news.js"))
    let sheet = try gallery.folder.bytes("sheet.png")
    _ = try gallery.save(GalleryRun.edited("#ffffff", "#ffee00"), to: "mine.json")
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
      GalleryRun.base.replacing(
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
