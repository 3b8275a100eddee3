import Foundation
import Testing
import WallfarmTesting

/// Tests that replace a photo after the program has checked it, at the start of the process that
/// draws the photo.
@Suite(.enabled(if: FaultLibrary.isAllowed, "needs gcc and no other LD_PRELOAD"))
struct ExchangedInputTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for (name, colors) in [("a.png", "gradient:navy-orange"), ("b.png", "gradient:lime-red")] {
      let made = Tool.run("convert", ["-size", "500x900", colors, folder.file(name)])
      try #require(made.status == 0, "\(made.text)")
    }
  }

  private func run(
    _ words: [String], exchanging path: String? = nil
  ) throws -> Finished {
    var environment = ["XDG_DATA_HOME": folder.file("data")]
    if let path {
      try folder.write(try folder.bytes("b.png"), to: "other")
      environment["LD_PRELOAD"] = try FaultLibrary.exchange.get().path
      environment["EXCHANGE_FROM"] = folder.file("other")
      environment["EXCHANGE_TO"] = folder.file(path)
    }
    let finished = try Program.run(words, in: folder, environment: environment)
    if path != nil {
      #expect(!FileManager.default.fileExists(atPath: folder.file("other")), "not exchanged")
    }
    return finished
  }

  /// A challenge keeps its photo open after the check.
  @Test func aChallengeShowsThePhotoThatWasChecked() throws {
    let begun = try run(["challenge", "new", "--goal", "10000", "--photo", "a.png"])
    #expect(begun.status == 0, "\(begun.error)")
    let state = "data/wallfarm/challenges"
    let photos = folder.names(in: state).flatMap { name in
      folder.names(in: "\(state)/\(name)").filter { $0.count == 64 }
        .map { "\(state)/\(name)/\($0)" }
    }
    let photo = try #require(photos.first)
    let words = ["challenge", "render", "-d", "iphone8", "-q", "-o"]
    #expect(try run(words + ["right.png"]).status == 0)
    let drawn = try run(words + ["drawn.png"], exchanging: photo)
    #expect(drawn.status == 0, "\(drawn.error)")
    #expect(try folder.bytes("drawn.png") == folder.bytes("right.png"))
    let next = try run(words + ["next.png"])
    #expect(next.status == 65 && next.error.contains("challenge-changed"), "\(next.error)")
  }

  /// Two pictures of a bundle show the same photo, so the photo must not change between them.
  @Test func aBundleWithAnExchangedPhotoIsNotMade() throws {
    try folder.write(try folder.bytes("a.png"), to: "photo.png")
    let words = ["bundle", "make", "-d", "iphone8", "-n", "x", "--photo", "photo.png", "-q", "-o"]
    let made = try run(words + ["mine"], exchanging: "photo.png")
    #expect(made.status == 65 && made.error.contains("input-changed"), "\(made.error)")
    #expect(!FileManager.default.fileExists(atPath: folder.file("mine")))
    #expect(try run(words + ["mine"]).status == 0)
  }

  /// A page does not show a file that has replaced a photo since the photo was scanned.
  @Test func aLibraryPageShowsNoOtherFile() throws {
    for name in ["a", "b"] {
      try folder.write(try folder.bytes("\(name).png"), to: "photos/\(name).png")
    }
    #expect(try run(["library", "scan", "photos", "-q"]).status == 0)
    let page = ["library", "page", "--pictures", "-o", "page.html"]
    let whole = try run(page)
    #expect(whole.status == 0 && !whole.error.contains("without a thumbnail"), "\(whole.error)")
    let count = try pictures()
    let exchanged = try run(page, exchanging: "photos/a.png")
    #expect(exchanged.status == 0)
    #expect(exchanged.error.contains("1 photo without a thumbnail"), "\(exchanged.error)")
    #expect(try pictures() == count - 1)
  }

  /// The number of WebP files in the page.
  private func pictures() throws -> Int {
    try folder.text("page.html").ranges(of: "UklGR").count
  }
}
