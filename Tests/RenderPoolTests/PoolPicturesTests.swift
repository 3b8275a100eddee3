import BuiltInPlugins
import Designs
import Files
import Foundation
import Graphics
import RenderPool
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Synchronous rendering through workers.
@Suite struct PoolPicturesTests {
  /// A pool whose workers run the built program with the data of this checkout.
  private static let pool = maker([
    "/usr/bin/env", "WALLFARM_HOME=\(Workspace.root)", Program.path, "worker",
    "--key=\(Program.keyFile)",
  ])

  private static func maker(_ command: [String], workers: Int = 2) -> PoolPictures {
    PoolPictures(
      PoolSettings(command: command, workers: workers), installation: Workspace.installation)
  }

  @Test func workersMakeTheSameBytesAsTheProcess() throws {
    var first = RenderRequest(
      device: "iphone8", notes: [Note("Buy milk"), Note("Done", done: true)])
    first.settings = [Setting(key: "max-size", value: "30"), Setting(key: "max-size", value: "20")]
    var second = RenderRequest(template: "home", device: "iphonese3")
    second.background = .color("#123456")
    second.format = .webp
    second.quality = .lossless
    var turned = RenderRequest(device: "ipadmini6", notes: [Note("Buy milk")])
    turned.orientation = .landscape
    let key = try KeyFile(given: Program.keyFile, origin: .option("key")).key
    let renderer = try Renderer(
      installation: Workspace.installation, plugins: .builtIn, key: key)

    let here = try renderer.pictures(of: [first, second, turned, first])
    let there = try Self.pool.pictures(of: [first, second, turned, first])

    #expect(there.map(\.bytes) == here.map(\.bytes))
    #expect(there.map(\.pixels) == here.map(\.pixels))
    #expect(there.map(\.fingerprint) == here.map(\.fingerprint))
    #expect(there.map(\.warnings) == here.map(\.warnings))
  }

  @Test func whatIsWrongWithOneIsToldAsInTheProcess() throws {
    let good = RenderRequest(device: "iphone8", notes: [Note("Buy milk")])
    var bad = good
    bad.theme = "dusky"
    let error = try #require(throws: RenderError.self) {
      try Self.pool.pictures(of: [good, bad, good])
    }
    #expect(error.code == .unknownTheme)
    #expect(error.origin == .option("theme"))
  }

  @Test func nothingToMakeIsDoneAtOnce() throws {
    #expect(try Self.pool.pictures(of: []).isEmpty)
  }

  @Test func workersThatDoNotStartAreAnError() throws {
    let error = try #require(throws: RenderError.self) {
      try Self.maker(["/bin/false"], workers: 1).pictures(of: [RenderRequest(device: "iphone8")])
    }
    #expect(error.code == .workerCrashed)
  }

  /// If several requests fail, the error of the first one in the list is thrown, whichever worker
  /// is faster.
  @Test func theFirstMistakeInTheirOrderIsTold() throws {
    let good = RenderRequest(device: "iphone8", notes: [Note("Buy milk")])
    var (slow, fast) = (good, good)
    let folder = try TemporaryFolder()
    let photo = try Data(
      contentsOf: URL(fileURLWithPath: "/usr/share/backgrounds/mate/nature/Aqua.jpg"))
    try folder.write(photo.prefix(photo.count / 2), to: "cut.jpg")
    slow.background = .photo(file: folder.file("cut.jpg"))
    fast.theme = "dusky"
    let error = try #require(throws: RenderError.self) {
      try Self.pool.pictures(of: [good, slow, fast, fast])
    }
    #expect(error.code == .photoUnreadable)
  }

  /// The output of a worker is validated: here, `worker.py` writes files that are not pictures.
  @Test func whatIsNoPictureOfTheScreenIsRefused() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "log")
    let error = try #require(throws: RenderError.self) {
      try Self.maker([
        "/usr/bin/python3", Workspace.root + "/Tests/RenderPoolTests/worker.py", folder.file("log"),
      ]).pictures(of: [RenderRequest(device: "iphone8")])
    }
    #expect(error.code == .messageDamaged)
  }

  /// If files are not confined, a theme may refer to files in other folders, both in a worker and
  /// in this process.
  @Test func aThemeFindsWhatItNamesElsewhere() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      #"{"format": 1, "summary": "Mine.", "extends": "../base/a.json"}"#, to: "own/b.json")
    try folder.write(
      try String(contentsOfFile: Workspace.root + "/Templates/themes/fog.json", encoding: .utf8),
      to: "base/a.json")
    var request = RenderRequest(device: "iphone8", notes: [Note("Buy milk")])
    request.theme = folder.file("own/b.json")
    let here = try Renderer(installation: Workspace.installation, plugins: .builtIn)
      .pictures(of: [request])
    #expect(try Self.pool.pictures(of: [request]).map(\.pixels) == here.map(\.pixels))
  }

  /// Every request reaches a worker unchanged.
  @Test func aRequestIsTheSameAfterItsJSON() throws {
    var random = SeededGenerator()
    let seed = random.seed
    for _ in 0..<500 {
      let request = RenderRequest.random(&random)
      let ordered = OrderedRequest(
        request, planned: .random(using: &random) ? PlannedInputs(digests: ["theme": "9f"]) : nil)
      let line = Array(WorkerOrder.line(OrderID(1), RenderOrder(ordered)).utf8.dropLast())
      let read = try #require(WorkerOrder.read(line), "seed \(seed): \(ordered.text)")
      #expect(try OrderedRequest(read.request) == ordered, "seed \(seed): \(ordered.text)")
    }
  }
}

extension RenderRequest {
  /// Returns a request in which each field has either its default or a random value.
  fileprivate static func random(_ random: inout SeededGenerator) -> RenderRequest {
    func any<Value>(_ values: [Value], _ random: inout SeededGenerator) -> Value {
      values[Int.random(in: values.indices, using: &random)]
    }
    let texts = ["Buy milk", "שלום", "a\"b\\c", "12:30 ≠ 7", "=", "two\nlines"]
    var request = RenderRequest(
      template: any(["lock", "home", "folder/own"], &random),
      device: any(["iphone15", "ipad10"], &random),
      notes: (0..<Int.random(in: 0...3, using: &random)).map { _ in
        Note(any(texts, &random), done: .random(using: &random))
      },
      theme: any([nil, "dusk", "./mine.json"], &random),
      background: any(
        [.theme, .photo(file: "a b.jpg"), .color("#fff"), .none, .plugin("gradient")], &random))
    request.variant = any([nil, .light, .dark], &random)
    request.widgets = .random(using: &random)
    request.clock = any(ClockStyle.allCases, &random)
    request.settings = (0..<Int.random(in: 0...3, using: &random)).map { _ in
      Setting(
        key: any(["max-size", "text", "numbered-notes.gap"], &random),
        value: any(texts.map(JSONValue.string) + [20, true, ["a", "b"], .null], &random))
    }
    request.orientation = any(ScreenOrientation.allCases, &random)
    request.now = any([nil, When("2026-12-24"), When("2026-12-24T18:00")], &random)
    request.zone = any([nil, "Europe/Berlin", "UTC"], &random)
    if .random(using: &random) { request.content[.dates] = ContentExamples.entries(of: .dates) }
    if .random(using: &random) {
      request.contentFiles.notes = "notes.txt"
      request.notes = nil
    }
    if .random(using: &random) {
      request.contentFiles.content = "mine.json"
      request.content = Content(notes: request.notes)
    }
    request.format = any(ImageFormat.allCases, &random)
    request.effort = any(EncodingEffort.allCases, &random)
    request.quality = any([nil, .level(1), .level(92), .lossless], &random)
    request.colorSpace = any(ColorSpace.allCases, &random)
    if .random(using: &random) {
      request.photoLimits = PhotoLimits(bytes: 1 << 33, pixels: 7, side: 8, memory: 9, scans: 10)
    }
    request.overflow = any(OverflowPolicy.allCases, &random)
    request.direction = any(TextDirection.allCases, &random)
    request.language = any([nil, "ja", "zh-TW"], &random)
    request.allowsMissingGlyphs = .random(using: &random)
    request.isStrict = .random(using: &random)
    request.showsAreas = .random(using: &random)
    request.files = FileScope(
      folder: any([".", "/a/ü"], &random), isConfined: .random(using: &random))
    return request
  }
}
