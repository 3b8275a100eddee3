import BuiltInPlugins
import Designs
import Files
import FilmJobs
import Foundation
import Motion
import RenderFarm
import Requests
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// A film uses the same version of each file, regardless of which workers render its parts.
@Suite struct FilmInputTests {
  /// A two-second film that uses a file of each kind, and the workers that render it.
  private struct Film {
    let folder: TemporaryFolder
    let parts: FilmParts

    init() throws {
      folder = try TemporaryFolder()
      let made = Tool.run(
        "convert", ["-size", "200x400", "plasma:tan-navy", folder.file("beach.png")])
      try #require(made.status == 0)
      try folder.write("Call Ana\n", to: "notes.txt")
      try folder.write(
        ##"{"format": 1, "summary": "s", "extends": "midnight", "colors": {"text": "#ffee00"}}"##,
        to: "own.json")
      let template = try String(
        contentsOfFile: Workspace.root + "/Templates/lock/template.json", encoding: .utf8)
      try folder.write(
        template.replacing(#""sample": "sample-notes.json","#, with: ""), to: "own/template.json")
      try folder.write(
        """
        {"format": 1, "summary": "x", "says": ["x"], "still": 0, "reduced": [{"at": 0, "seconds": 1}],
         "shots": [{"seconds": 2, "picture": {"template": "./own", "theme": "./own.json", "photo": "beach.png", "notes": "notes.txt"},
          "tracks": [{"of": "note.1", "keys": [{"at": 0, "opacity": 0}, {"at": 0.8, "opacity": 1}]}]}]}
        """, to: "mine.json")
      var order = FilmOrder(
        device: "iphonese3", film: FilmFields(motion: "mine.json"),
        files: FileScope(folder: folder.path))
      let planner = try MotionPlanner(Workspace.installation, .builtIn, key: .known)
      order.shape =
        try planner.plan(order, to: "a.mp4", at: Moment(seconds: 0), in: "UTC").first().shape
      parts = try FilmParts(order)
    }

    func worker() throws -> FilmOrderMaker {
      FilmOrderMaker(
        try Renderer(
          installation: Workspace.installation, plugins: .builtIn, devices: MotionScreen.catalog),
        Workspace.installation)
    }

    /// Renders a part to a file.
    func make(_ work: FilmPart.Work, by worker: FilmOrderMaker, to name: String) throws {
      try folder.write("", to: name)
      let descriptor = open(folder.file(name), O_WRONLY)
      defer { close(descriptor) }
      _ = try worker.make(JSONNode(parsing: parts.request(work)), to: descriptor, name: name)
    }

    var segments: [String] { ["0", "1"].map(folder.file) }
  }

  @Test(arguments: ["beach.png", "notes.txt", "own.json", "own/template.json"])
  func aFileThatChangesBetweenTwoSecondsIsTold(_ file: String) throws {
    let film = try Film()
    #expect(film.parts.shape.inputs.count == 4 && film.parts.count == 2)
    let (one, other) = (try film.worker(), try film.worker())
    try film.make(.segment(0), by: one, to: "0")
    try film.make(.segment(1), by: one, to: "1")
    let before = try film.folder.bytes(file)
    try film.folder.write(before + [UInt8(ascii: "\n")], to: file)
    // The first worker has already rendered the old version of the file, and the other worker would
    // start with the new version.
    for (work, worker) in [
      (.segment(1), one), (.segment(1), other), (.whole(film.segments), other),
    ] as [(FilmPart.Work, FilmOrderMaker)] {
      let error = #expect(throws: RenderError.self) { try film.make(work, by: worker, to: "x") }
      #expect(error?.code == .inputChanged && error?.origin?.file?.hasSuffix(file) == true)
      #expect(try film.folder.bytes("x").isEmpty)
    }
    // Only the file's content matters, not its modification time.
    try film.folder.write(before, to: file)
    try film.make(.segment(1), by: other, to: "2")
    #expect(try film.folder.bytes("2") == film.folder.bytes("1"))
    try film.make(.whole(film.segments), by: other, to: "film")
    let alone = try Program.run(
      ["motion", "./mine.json", "--device", "iphonese3", "-o", "own.mp4"], in: film.folder)
    #expect(alone.status == 0, "\(alone.error)")
    #expect(try film.folder.bytes("film") == film.folder.bytes("own.mp4"))
  }

  @Test func aSecondThatHasVanishedIsTold() throws {
    let film = try Film()
    let worker = try film.worker()
    try film.make(.segment(0), by: worker, to: "0")
    let error = #expect(throws: RenderError.self) {
      try film.make(.whole(film.segments), by: worker, to: "film")
    }
    #expect(error?.code == .segmentDamaged && ErrorCode.segmentDamaged.errorClass.isRetryable)
    #expect(error?.origin?.file == film.segments[1])
  }

  /// The segments of a film share several hundred megabytes of data, which a worker must release
  /// when it no longer needs it.
  @Test func aWorkerKeepsNothingOfAFilmThatIsOver() throws {
    let film = try Film()
    let worker = try film.worker()
    for _ in 0..<2 {
      try film.make(.segment(0), by: worker, to: "0")
      #expect(worker.prepared != nil)
      worker.rest()
      #expect(worker.prepared == nil)
    }
    try film.make(.segment(1), by: worker, to: "1")
    try film.make(.whole(film.segments), by: worker, to: "film")
    #expect(worker.prepared == nil)
  }
}
