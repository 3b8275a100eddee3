import Foundation
import SourceJSON
import Testing
import WallfarmTesting

/// Tests films over HTTP: requests them with curl, and verifies them with ffprobe and pngcheck.
@Suite struct FilmServiceTests {
  /// The shortest bundled film, on the smallest screen.
  private static let film = "/v1/motions/reveal/iphonese3.en"

  @Test func aFilmIsThatOfMotion() throws {
    let folder = try TemporaryFolder()
    let service = try RunningService(in: folder)
    // A HEAD request for a film that is not rendered yet does not render it.
    let head = try service.ask(Self.film + ".mp4", ["--head"])
    #expect(head.status == 200 && head.header("content-type") == "video/mp4")
    #expect(head.header("etag") == nil)
    let answer = try service.ask(Self.film + ".mp4")
    #expect(answer.status == 200 && answer.header("content-type") == "video/mp4", "\(answer.text)")
    #expect(answer.header("cache-control") == "public, max-age=86400")
    let made = try Program.run(
      [
        "motion", "reveal", "--device", "iphonese3", "--language", "en", "--quiet", "--output",
        "-",
      ], in: folder)
    #expect(answer.body == made.bytes)
    try folder.write(Data(answer.body), to: "film.mp4")
    let told = try #require(
      Tool.output(
        of: "ffprobe",
        [
          "-v", "error", "-count_frames", "-show_entries", "stream=width,height,nb_read_frames",
          "-of", "csv=p=0", folder.file("film.mp4"),
        ]))
    #expect(told == "750,1334,150\n")
    // Once the film is rendered, its entity tag is sufficient to revalidate it.
    let tag = try #require(answer.header("etag"))
    let known = try service.ask(Self.film + ".mp4", ["-H", "If-None-Match: \(tag)"])
    #expect(known.status == 304 && known.body.isEmpty && known.header("etag") == tag)
    #expect(try service.ask(Self.film + ".mp4", ["--head"]).header("etag") == tag)
    #expect(try service.ask(Self.film + ".mp4").body == answer.body)
  }

  @Test func itsPartsAreThere() throws {
    let folder = try TemporaryFolder()
    let service = try RunningService(in: folder)
    let listed = try service.ask("/v1/motions").json?.elements ?? []
    #expect(listed.count >= 9 && listed.contains { $0["name"]?.string == "reveal" })
    let words = try service.ask("/v1/motions/hook/iphone15.ja.txt")
    #expect(words.status == 200 && words.text.hasPrefix("見えない"))
    #expect(words.header("content-type") == "text/plain; charset=utf-8")
    let tag = try #require(words.header("etag"))
    #expect(
      try service.ask("/v1/motions/hook/iphone15.ja.txt", ["-H", "If-None-Match: \(tag)"]).status
        == 304)
    for (part, option) in [("png", ["--still"]), ("1200.png", ["--at", "1.2"])] {
      let answer = try service.ask(Self.film + "." + part)
      #expect(answer.status == 200 && answer.header("content-type") == "image/png")
      let made = try Program.run(
        ["motion", "reveal", "-d", "iphonese3", "--language", "en", "-q", "-o", "-"] + option,
        in: folder)
      #expect(answer.body == made.bytes, "\(part)")
      try folder.write(Data(answer.body), to: "moment.png")
      #expect(Tool.run("pngcheck", ["-q", folder.file("moment.png")]).status == 0)
    }
  }

  @Test(arguments: [
    ("/v1/motions/hoook/iphone15.en.mp4", "unknown-motion"),
    ("/v1/motions/hook/iphone51.en.mp4", "unknown-device"),
    ("/v1/motions/hook/iphone15.de.mp4", "not-found"),
    ("/v1/motions/hook/iphone15.en.avi", "not-found"),
    ("/v1/motions/hook/iphone15.en.99999.png", "not-found"),
    ("/v1/motions/hook/iphone15.en.+5.png", "not-found"),
    ("/v1/motions/hook/iphone15.mp4", "not-found"),
    ("/v1/motions/..hook/iphone15.en.mp4", "not-found"),
    ("/v1/motions/hook", "not-found"),
  ])
  func whatIsNotThereIsSaid(path: String, code: String) throws {
    let service = try RunningService(in: TemporaryFolder())
    let answer = try service.ask(path, ["--path-as-is"])
    #expect(answer.status == 404 && answer.codes == [code], "\(answer.text)")
    #expect(answer.header("content-type") == "application/problem+json")
  }

  /// A time after the end of a film is an error, and the hint contains the time of the last frame.
  @Test func momentsHaveARange() throws {
    let service = try RunningService(in: TemporaryFolder())
    // The sum of the shots' durations has no exact binary representation.
    for (film, milliseconds) in [("hook", 6500), ("how-to-fix", 27_800)] {
      let base = "/v1/motions/\(film)/iphonese3.en."
      let answer = try service.ask("\(base)\(milliseconds + 1).png")
      #expect(answer.status == 404 && answer.codes == ["not-found"])
      let error = answer.json?["errors"]?.elements?.first
      let values = ["'\(film)'", "\(milliseconds + 1) ms"]
      #expect(error?["message"]?.string.names(values) == true, "\(answer.text)")
      #expect(error?["hint"]?.string?.contains("\(milliseconds) ms") == true)
      #expect(try service.ask("\(base)\(milliseconds).png").status == 200)
    }
  }

  /// Tests range requests for a film, as players make them.
  @Test func partsOfAFilm() throws {
    let service = try RunningService(in: TemporaryFolder())
    let path = Self.film + ".reduced.mp4"
    let first = try service.ask(path, ["-r", "0-1023"])
    #expect(first.status == 206 && first.body.count == 1024, "\(first.head)")
    let tag = try #require(first.header("etag"))
    let whole = try service.ask(path)
    let count = whole.body.count
    #expect(whole.status == 200 && count > 10_000 && whole.header("accept-ranges") == "bytes")
    #expect(try service.ask(path, ["--head"]).header("accept-ranges") == "bytes")
    #expect(first.header("content-range") == "bytes 0-1023/\(count)")
    #expect(first.header("content-type") == "video/mp4")
    #expect(first.header("cache-control") == "public, max-age=86400")
    #expect(first.body == Array(whole.body[..<1024]))
    for (asked, range) in [
      ("1024-4999", 1024..<5000), ("\(count - 5)-", count - 5..<count), ("-7", count - 7..<count),
      ("9000-99999999", 9000..<count),
    ] {
      let part = try service.ask(path, ["-r", asked, "-H", "If-Range: \(tag)"])
      #expect(part.status == 206 && part.body == Array(whole.body[range]), "\(asked)")
      #expect(
        part.header("content-range")
          == "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(count)")
    }
    // A request with an outdated tag, with several ranges or with an invalid range returns the
    // whole film.
    for options in [
      ["-r", "0-9", "-H", "If-Range: \"0\""], ["-r", "0-9,20-29"], ["-H", "Range: lines=1-2"],
    ] {
      let all = try service.ask(path, options)
      #expect(all.status == 200 && all.body == whole.body, "\(options)")
    }
    // If-None-Match takes precedence over the range.
    let known = try service.ask(path, ["-r", "0-9", "-H", "If-None-Match: \(tag)"])
    #expect(known.status == 304 && known.body.isEmpty)
    let outside = try service.ask(path, ["-r", "\(count)-"])
    #expect(outside.status == 416 && outside.header("content-range") == "bytes */\(count)")
    #expect(outside.codes == ["invalid-request"], "\(outside.text)")
    let words = try service.ask("/v1/motions/hook/iphone15.en.txt", ["-r", "0-3"])
    #expect(words.status == 206 && words.body.count == 4)
  }

  /// Chromium plays a film from its URL and seeks to positions that are not loaded, for which it
  /// requests only the needed ranges.
  @Test(.tags(.web)) func aBrowserGoesToAnyPlace() throws {
    let folder = try TemporaryFolder()
    let port = try #require(RunningService.freePort)
    let service = try RunningService(in: folder, port: port)
    // Use the longest film, so that a seek does not load everything before its target.
    let film = "/v1/motions/how-to-fix/ipadpro13.en.mp4"
    try folder.write(Data(try service.ask(film).body), to: "film.mp4")
    let judge = Tool.run(
      "/usr/bin/python3",
      [
        Workspace.root + "/Tests/ServiceTests/play-film.py", "http://localhost:\(port)\(film)",
        folder.file("film.mp4"), "27.8",
      ], withErrors: true)
    #expect(judge.status == 0, "\(judge.text.suffix(2000))")
    #expect(judge.text.split(separator: "\n").filter { $0.hasPrefix("ok:") }.count == 8)
  }

  /// Rendering a film takes seconds of CPU time, so a request for a film needs a key if the service
  /// has keys.
  @Test func aFilmNeedsAKey() throws {
    let folder = try TemporaryFolder()
    let key = "1234567890123456789012"
    try folder.write("app \(key)\n", to: "keys")
    let service = try RunningService(["--keys", folder.file("keys")], in: folder)
    #expect(try service.ask(Self.film + ".png").codes == ["key-missing"])
    let answer = try service.ask(Self.film + ".png", ["-H", "Authorization: Bearer \(key)"])
    #expect(answer.status == 200)
    // With public caching, a shared cache would serve the picture to clients without a key.
    #expect(answer.header("cache-control") == "private, max-age=86400")
    #expect(try service.ask("/v1/motions").status == 200)
  }

  /// Pictures are rendered while a film is being rendered, and a film is canceled when its last
  /// client leaves.
  @Test func picturesGoOnAndNobodyWaitsForNothing() throws {
    let folder = try TemporaryFolder()
    let service = try RunningService(in: folder)
    let (curl, film) = try Self.beginFilm(of: service)
    // Suspend the film process, so that it cannot finish early, however fast the machine is.
    kill(film, SIGSTOP)
    let picture = try service.render(
      #"{"devices": "iphonese3", "notes": ["Buy milk"], "color": "navy"}"#)
    #expect(picture.status == 200)
    // A still frame does not wait for a film.
    #expect(try service.ask(Self.film + ".png").status == 200)
    let status = try String(contentsOfFile: "/proc/\(film)/stat", encoding: .utf8)
    // Field 19 of /proc/PID/stat, the nice value, is at index 16 after the process name.
    let fields = status.split(separator: ")").last?.split(separator: " ") ?? []
    #expect(fields.count > 16 && fields[16] == "10", "\(status)")
    // If the service is killed, the film process also ends, because the kernel sends it a signal
    // when its input closes.
    let isTied = eventually {
      let input = try? String(contentsOfFile: "/proc/\(film)/fdinfo/0", encoding: .utf8)
      let flags = input?.split(separator: "\n").first { $0.hasPrefix("flags:") }
      let number = flags?.split(separator: "\t").last.flatMap { Int32($0, radix: 8) }
      return (number ?? 0) & O_ASYNC != 0
    }
    #expect(isTied)
    // Use SIGKILL, which cannot be blocked, because children inherit blocked signals from test
    // threads.
    kill(curl.processIdentifier, SIGKILL)
    curl.waitUntilExit()
    let isEnded = eventually { Self.filmProcesses(of: service.processID).isEmpty }
    #expect(isEnded)
    #expect(try service.ask("/readyz").status == 200)
  }

  /// Concurrent requests for the same film render it once.
  @Test func equalFilmsAreMadeOnce() throws {
    let folder = try TemporaryFolder()
    let service = try RunningService(in: folder)
    // The script watches the service's child processes while three clients wait.
    let script = """
      import glob, subprocess, sys
      service, *curl = sys.argv[1:]
      clients = [subprocess.Popen([*curl, "-o", f"film-{i}.mp4"]) for i in (1, 2, 3)]
      seen = set()
      while any(client.poll() is None for client in clients):
          for path in glob.glob(f"/proc/{service}/task/*/children"):
              try:
                  for child in open(path).read().split():
                      if "\\0motion\\0" in open(f"/proc/{child}/cmdline").read():
                          seen.add(child)
              except OSError:
                  pass  # it has ended
      print(len(seen), *[client.returncode for client in clients])
      """
    let said = Tool.run(
      "/usr/bin/python3",
      [
        "-c", "import os; os.chdir('\(folder.path)')\n" + script, "\(service.processID)", "curl",
        "-sS",
      ]
        + service.way.options + [service.way.base + Self.film + ".reduced.mp4"], withErrors: true)
    #expect(said.text == "1 0 0 0\n", "\(said.text)")
    let first = try folder.bytes("film-1.mp4")
    #expect(first.count > 10_000)
    #expect(try folder.bytes("film-2.mp4") == first)
    #expect(try folder.bytes("film-3.mp4") == first)
  }

  /// A service that shuts down leaves no process behind.
  @Test func nothingIsLeftBehind() throws {
    let folder = try TemporaryFolder()
    let service = try RunningService(in: folder)
    let (curl, film) = try Self.beginFilm(of: service)
    // The first signal lets current work finish; the second one does not.
    let hasEnded = eventually {
      guard service.isRunning else { return true }
      service.tellToEnd()
      return false
    }
    #expect(hasEnded)
    // The service killed the film process before the service itself exited.
    #expect(kill(film, 0) != 0)
    curl.waitUntilExit()
  }

  /// Requests the longest film for the largest screen, and returns the client and the film process.
  private static func beginFilm(of service: RunningService) throws -> (curl: Process, film: Int32) {
    let curl = Process()
    curl.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
    curl.arguments =
      ["-sS", "-o", "/dev/null", service.way.base + "/v1/motions/how-to-fix/ipadpro13.en.mp4"]
      + service.way.options
    curl.standardError = FileHandle.nullDevice
    try curl.run()
    var films: [Int32] = []
    eventually {
      films = filmProcesses(of: service.processID)
      return films.count == 1
    }
    return (curl, try #require(films.first))
  }

  /// Returns the service's child processes that render films.
  private static func filmProcesses(of service: Int32) -> [Int32] {
    let tasks =
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(service)/task")) ?? []
    return tasks.flatMap { task -> [Int32] in
      let children = try? String(
        contentsOfFile: "/proc/\(service)/task/\(task)/children", encoding: .utf8)
      return (children ?? "").split(separator: " ").compactMap { Int32($0) }
    }.filter { child in
      let words = try? String(contentsOfFile: "/proc/\(child)/cmdline", encoding: .utf8)
      return words?.split(separator: "\0").dropFirst().first == "motion"
    }
  }
}
