import Designs
import Films
import Foundation
import Motion
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// End-to-end tests of `wallfarm motion`.
@Suite struct MotionCommandTests {
  private static let small = [
    "motion", "hook", "--device", "iphonese3", "--frames", "20…79", "--quiet",
  ]

  /// The film that one worker makes, created once for all tests.
  private static let film = Result {
    let folder = try TemporaryFolder()
    let run = try Program.run(small + ["--workers", "1", "-o", "film.mp4"], in: folder)
    try #require(run.status == 0 && run.output.isEmpty, "\(run.error)")
    return try folder.bytes("film.mp4")
  }

  /// One worker and three workers produce the same file; ffprobe verifies the file's frame count
  /// and duration.
  @Test func theFileIsTheSameForAnyNumberOfWorkers() throws {
    let folder = try TemporaryFolder()
    let run = try Program.run(Self.small + ["--workers", "3", "-o", "3.mp4"], in: folder)
    #expect(run.status == 0 && run.output.isEmpty, "\(run.error)")
    try folder.write(Self.film.get(), to: "1.mp4")
    #expect(try folder.bytes("1.mp4") == folder.bytes("3.mp4"))
    let told = try #require(
      Tool.output(
        of: "ffprobe",
        [
          "-v", "error", "-count_frames", "-show_entries",
          "stream=width,height,nb_read_frames,duration,color_space", "-of", "csv=p=0",
          folder.file("1.mp4"),
        ]))
    #expect(told == "750,1334,bt709,2.000000,60\n")
  }

  /// A frame decoded by ffmpeg is nearly identical to the picture from `--at`.
  @Test func aMomentIsAPictureOfTheFilm() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.film.get(), to: "film.mp4")
    let run = try Program.run(
      ["motion", "hook", "--device", "iphonese3", "--at", "2", "-o", "moment.png"], in: folder)
    #expect(run.status == 0 && run.output.hasPrefix("moment.png  750 × 1334"), "\(run.error)")
    let compared = Tool.run(
      "ffmpeg",
      [
        "-i", folder.file("film.mp4"), "-i", folder.file("moment.png"), "-lavfi",
        // The film starts with frame 20, so frame 60, which is at the requested time, is frame 40
        // of the file.
        "[0]select=eq(n\\,40),setpts=0,format=yuv420p[a];[1]setpts=0,format=yuv420p[b];[a][b]ssim",
        "-f", "null", "-",
      ], withErrors: true)
    let found = try #require(compared.text.firstMatch(of: /All:([0-9.]+)/))
    #expect((Double(found.1) ?? 0) >= 0.99, "\(found.1)")
  }

  /// Every spelling of the range selects the same frames.
  @Test(arguments: ["28-29", "28..29", "28...29", "28…29", "28–29"])
  func aRangeIsReadInEverySpelling(_ frames: String) throws {
    let motion = try MotionLibrary(folder: Workspace.installation.motions).motion("hook")
    let film = FilmRequest(motion, on: try MotionScreen.named("iphonese3"), as: .pictures)
    #expect(try film.frames(frames, origin: .option("frames")) == 28..<30)
  }

  @Test func picturesAreAFolder() throws {
    let folder = try TemporaryFolder()
    let words = ["motion", "hook", "--device", "iphonese3", "--frames", "28…31", "-o", "frames/"]
    #expect(try Program.run(words, in: folder).status == 0)
    let names = (28...31).map { "frame-000\($0).png" } + ["frames.json"]
    #expect(folder.names(in: "frames") == names)
    let before = try folder.bytes("frames/frame-00030.png")
    // Unmodified output of an earlier run is replaced.
    #expect(try Program.run(words, in: folder).status == 0)
    #expect(try folder.bytes("frames/frame-00030.png") == before)
    try folder.write("mine", to: "frames/notes.txt")
    let refused = try Program.run(words, in: folder)
    #expect(refused.problem.code == "output-failed" && refused.hasFailedAsDocumented)
    #expect(folder.names(in: "frames").count == 6)
  }

  @Test func webPIsPlayed() throws {
    let folder = try TemporaryFolder()
    let run = try Program.run(
      [
        "motion", "all-set", "--device", "iphonese3", "--fps", "24", "--frames", "40…63", "-o",
        "a.webp",
      ], in: folder)
    #expect(run.status == 0, "\(run.error)")
    let told = try #require(Tool.output(of: "webpmux", ["-info", folder.file("a.webp")]))
    #expect(told.contains("Canvas size: 750 x 1334"))
  }

  /// Every command-line error is reported, and no file is written.
  @Test(
    arguments: [
      (["hoook"], "unknown-motion", "'hook'"),
      (["hook", "--fps", "10"], "invalid-parameter", "24"),
      (["hook", "--fps", "30/s"], "invalid-parameter", "without a unit"),
      (["hook", "--at", "99"], "invalid-parameter", "1.5"),
      (["hook", "--frames", "9…3"], "invalid-parameter", "30-59"),
      (["hook", "--device", "iphon15"], "unknown-device", "'iphone15'"),
      (["hook", "-o", "x.avi"], "output-pattern", ".webp"),
      (["hook", "--at", "1", "--still"], "conflicting-options", "use only one of them"),
    ])
  func aMistakeIsTold(_ words: [String], _ code: String, _ hint: String) throws {
    let folder = try TemporaryFolder()
    let run = try Program.run(["motion"] + words, in: folder)
    #expect(run.problem.code == code, "\(run.error)")
    #expect(run.problem.hint?.contains(hint) == true, "\(run.error)")
    #expect(run.hasFailedAsDocumented && folder.names.isEmpty)
  }

  /// Neither Ctrl-C nor SIGKILL leaves temporary files.
  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGKILL, 9)] as [(Int32, Int32)])
  func aFilmThatIsEndedLeavesNothing(_ number: Int32, _ status: Int32) throws {
    let folder = try TemporaryFolder()
    let logs = try TemporaryFolder()
    let log = try logs.write("", to: "log")
    let process = try Program.start(
      ["motion", "how-to-fix", "--device", "iphone15", "--fps", "60", "-o", "x.mp4"], in: folder,
      log: log)
    // The process is encoding once it has loaded its encoder.
    let isAtWork = eventually {
      let maps = try? String(
        contentsOfFile: "/proc/\(process.processIdentifier)/maps", encoding: .utf8)
      return maps?.contains("libopenh264") == true
    }
    let said = try logs.text("log")
    #expect(isAtWork, "\(said)")
    kill(process.processIdentifier, number)
    process.waitUntilExit()
    #expect(process.terminationStatus == status)
    #expect(folder.names.isEmpty)
  }

  @Test func aGalleryIsAPage() throws {
    let folder = try TemporaryFolder()
    let words = ["motion", "hook", "--gallery", "--device", "iphonese3", "-o", "hook.html"]
    let run = try Program.run(words, in: folder)
    #expect(run.status == 0 && run.output.hasPrefix("hook.html  1 strip  "), "\(run.error)")
    #expect(try folder.text("hook.html").contains("wallfarm motion hook --device iphonese3"))
    for more in [["--at", "2"], ["--times"]] {
      let refused = try Program.run(words + more, in: folder)
      #expect(refused.problem.code == "conflicting-options" && refused.hasFailedAsDocumented)
    }
    let unnamed = try Program.run(["motion", "--gallery", "-o", "x.png"], in: folder)
    #expect(unnamed.problem.code == "output-pattern" && folder.names == ["hook.html"])
  }

  @Test func whatItSaysIsPrinted() throws {
    let folder = try TemporaryFolder()
    let run = try Program.run(["motion", "hook", "--text", "--language", "ja-JP"], in: folder)
    #expect(run.lines.count == 3 && run.lines[0].hasPrefix("見えない"))
    let names = try Program.run(["motion", "--names"], in: folder).lines
    #expect(names.contains("how-to-fix") && names.count >= 9)
    let described = try Program.run(["describe", "hook"], in: folder).output
    #expect(described.contains("card.*: opacity, scale"))
  }

  @Test func checkFindsWhatIsWrong() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(#"{"format": 1, "sumary": "x", "shots": []}"#, to: "mine.json")
    let run = try Program.run(["check", path], in: folder)
    #expect(run.status == 1 && run.error.contains("'summary'"))
    #expect(run.output.contains("(motion)"))
    let good = try Program.run(["check", Workspace.root + "/Motions/hook.json"], in: folder)
    #expect(good.status == 0 && good.output.contains("valid (motion)"), "\(good.error)")
    // A misspelled name that can be detected only in the composed picture.
    let text = try String(
      contentsOfFile: Workspace.root + "/Motions/hook.json", encoding: .utf8)
    let wrong = try folder.write(
      text.replacing("\"of\": \"phone\"", with: "\"of\": \"phon\""), to: "wrong.json")
    let found = try Program.run(["check", wrong], in: folder)
    #expect(found.status == 1 && found.error.contains("'phone'"), "\(found.error)")
    let summary = found.output.dropFirst("\(wrong):".count)
    #expect(summary.contains("(motion)") && String(summary).numbers == [2], "\(found.output)")
  }
}
