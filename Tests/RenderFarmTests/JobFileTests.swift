import BuiltInPlugins
import ContentSources
import Designs
import Files
import Foundation
import Graphics
import RenderFarm
import RenderPool
import Requests
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Tests the three forms of a job file.
///
/// The whole file is checked before anything is rendered.
@Suite struct JobFileTests {
  /// Writes a job file and the files that it names to a folder, and returns its plan, its units and
  /// the folder.
  private func check(
    _ text: String, name: String = "jobs.json", allowsOutside: Bool = false, shard: Shard? = nil,
    files: [String: String] = [:]
  ) throws -> (plan: JobPlan, units: [UnitSpec], folder: TemporaryFolder) {
    let folder = try TemporaryFolder()
    try folder.write(text, to: name)
    try folder.write(#"["Buy milk"]"#, to: "notes.json")
    for (name, text) in files { try folder.write(text, to: name) }
    let (plan, units) = try check(folder, name, allowsOutside: allowsOutside, shard: shard)
    return (plan, units, folder)
  }

  private func check(
    _ folder: TemporaryFolder, _ name: String, allowsOutside: Bool = false, shard: Shard? = nil,
    key: SecretKey = .known
  ) throws -> (plan: JobPlan, units: [UnitSpec]) {
    let out = OutputFolder(folder.file("out"), allowsOutside: allowsOutside)
    let planner = try JobPlanner(
      path: folder.file(name), out: out, shard: shard, installation: Workspace.installation,
      plugins: .builtIn, key: key)
    let (plan, planned) = try planner.check()
    var units: [UnitSpec] = []
    try planned.forEachBatch { units += $0.map(\.spec) }
    return (plan, units)
  }

  /// Returns the request of a unit as a worker reads it.
  private func request(of unit: UnitSpec) throws -> RenderRequest {
    let order = RenderOrder(request: unit.payload, output: .bytes, inputs: OrderInputs())
    let line = Array(WorkerOrder.line(OrderID(1), order).utf8.dropLast())
    let read = try OrderedRequest(try #require(WorkerOrder.read(line)).request)
    return try #require(read).request.withContent()
  }

  /// The keys of a job, each with the values from which the test chooses.
  private static let values: [(key: String, values: [JSONValue])] = [
    ("devices", ["iphone15", "iphonese3"]), ("theme", ["fog", "dawn"]),
    ("color", ["navy", "#123"]),
    ("set", [["max-size": 30], ["max-size": "30", "min-size": 20]]),
    ("set", [["numbered-notes.max-size": 28]]),
    ("widgets", [true, false]), ("clock", ["large", "compact"]), ("overflow", ["fail", "more"]),
    ("direction", ["rtl"]), ("language", ["ja", "pt-BR"]), ("missing", ["box", "fail"]),
    ("color-space", ["display-p3"]), ("effort", ["small"]), ("show-areas", [true]),
    ("format", ["png", "webp"]), ("output", ["{id}", "{device}/{id}.{format}"]),
    ("now", ["2026-12-24", "2026-12-24T18:00"]), ("zone", ["Europe/Berlin", "UTC"]),
    ("priority", [7]), ("timeout", [2.5]), ("max-photo-bytes", [1_000_000_000]),
  ]

  /// Keys that specify notes and other content, either in the job itself or in files.
  private static let contents: [[String: JSONValue]] = [
    ["notes": "notes.json"], ["notes": ["Buy milk", ["text": "ü", "done": true]]],
    ["content": "mine.json"], ["content": ["notes": ["Call Ana"]]],
    ["notes": "notes.json", "content": "dates.json"],
    ["notes": ["Call Ana"], "content": "dates.json"],
    ["notes": "notes.json", "content": .object(JobFileTests.dates)],
  ]

  private static let dates: [String: JSONValue] = {
    var content = Content()
    content[.dates] = ContentExamples.entries(of: .dates)
    guard case .object(let members) = content.json else { return [:] }
    return members
  }()

  /// The request that a worker reads from a unit's payload equals the request of the job, whichever
  /// keys the job has.
  @Test(.tags(.seeded)) func theRequestOfAJobReachesTheWorker() throws {
    var random = SeededGenerator()
    let seed = random.seed
    let jobs = (0..<40).map { number in
      var job: [String: JSONValue] = ["id": .string("j\(number)"), "devices": "iphone15"]
      job.merge(Self.contents[number % Self.contents.count]) { $1 }
      for (key, values) in Self.values where Int.random(in: 0..<3, using: &random) == 0 {
        job[key] = values[Int.random(in: values.indices, using: &random)]
      }
      return JSONValue.object(job).text(pretty: false)
    }
    let (plan, units, folder) = try check(
      jobs.joined(separator: "\n"), name: "jobs.jsonl",
      files: [
        "mine.json": #"{"notes": ["From a file"]}"#,
        "dates.json": JSONValue.object(Self.dates).text(pretty: false),
      ])
    #expect(plan.mistakes == [], "seed \(seed)")
    try #require(units.count == jobs.count)
    let root = try #require(Files.resolved(folder.path))
    let reader = JobReader(
      file: "jobs.jsonl", files: FileScope(folder: root, isConfined: true), key: .known)
    var number = 0
    _ = try JobFile(path: folder.file("jobs.jsonl")).read(begin: { _ in }) { entry in
      defer { number += 1 }
      let job = reader.read(entry, number: number + 1).0
      let found = Result { try request(of: units[number]) }
      guard var expected = job?.request, let device = job?.devices.first,
        let read = try? found.get()
      else {
        Issue.record("seed \(seed): \(jobs[number]) \(found)")
        return
      }
      expected.device = device.id
      // If the layout shows the time, the unit's request contains the time at which the job file
      // was planned.
      if read.now != nil { (expected.now, expected.zone) = (read.now, read.zone) }
      #expect(read == expected, "seed \(seed): \(jobs[number])")
    }
  }

  /// Payloads from earlier versions can be read; they contain all keys of their jobs, including
  /// settings.
  @Test func aPayloadOfAnOlderVersionIsRead() throws {
    let payload = """
      {"confined":true,"device":"iphone15","folder":"/jobs","id":"a/iphone15","job":\
      {"allow-missing-glyphs":true,"devices":["iphone15","ipads"],"id":"a","notes":["Buy milk"],\
      "output":"{id}.webp","priority":3,"set":{"max-size":30,"title":"Today"},"timeout":2},\
      "output":"a.webp","settings":["min-size=20"],"timeout":2}
      """
    let unit = try #require(try RenderUnit(payload: payload))
    var expected = RenderRequest(device: "iphone15", notes: [Note("Buy milk")])
    expected.files = FileScope(folder: "/jobs", isConfined: true)
    expected.settings = [
      Setting(key: "max-size", value: 30 as JSONValue), Setting(key: "title", value: "Today"),
      Setting(key: "min-size", value: "20"),
    ]
    (expected.missing, expected.format) = (.box, .webp)
    #expect(unit.work == .picture(OrderedRequest(expected)))
    #expect(unit.id == "a/iphone15" && unit.output == "a.webp" && unit.timeout == 2)
    #expect(try RenderUnit(payload: unit.payload) == unit)
  }

  private static let job = #"{"id": "a", "devices": "iphone15", "notes": ["Buy milk"]}"#

  /// A unit contains the entries of its calendar instead of the file's name, because the entries
  /// depend on the day of the plan.
  @Test func aUnitHasTheEntriesOfItsCalendar() throws {
    let calendar = """
      BEGIN:VCALENDAR
      BEGIN:VTODO
      SUMMARY:Call Ana
      END:VTODO
      END:VCALENDAR

      """
    let (_, units, _) = try check(
      #"{"id": "a", "devices": "iphone15", "content": "mine.ics"}"#,
      files: ["mine.ics": calendar])
    let payload = try #require(units.first).payload
    #expect(payload.contains("Call Ana") && !payload.contains("mine.ics"))
  }

  // MARK: - The three forms

  @Test(arguments: [
    ("an object", "jobs.json", #"{"version": 1, "jobs": [\#(job)]}"#),
    ("a list", "jobs.json", "[\(job)]"),
    ("a list over lines", "jobs.json", "[\n\(job)\n]\n"),
    ("a line", "jobs.json", job),
    ("JSON Lines", "jobs.jsonl", "\(job)\n\n"),
    ("lines after blank ones", "jobs.json", "\n \n\(job)"),
    ("lines with CRLF", "jobs.jsonl", "\(job)\r\n\r\n"),
    ("a byte order mark", "jobs.json", "\u{FEFF}[\(job)]"),
    ("a byte order mark before lines", "jobs.jsonl", "\u{FEFF}\(job)\n"),
    ("comments and a last comma", "jobs.json", "// mine\n{\"jobs\": [\(job), /* end */]}"),
    ("jobs before defaults", "jobs.json", #"{"jobs": [\#(job)], "defaults": {"theme": "fog"}}"#),
  ])
  func everyFormIsRead(title: String, name: String, text: String) throws {
    let (plan, units, _) = try check(text, name: name)
    #expect(plan.mistakes == [])
    #expect(units.map(\.id) == ["a/iphone15"])
    #expect(units.map(\.output) == ["a/lock-iphone15.png"])
  }

  @Test func aJobWithManyDevicesIsAUnitForEach() throws {
    let (_, units, _) = try check(
      #"[{"id": "a", "devices": ["iphone15", "ipads"], "notes": "notes.json", "priority": 7}]"#)
    #expect(units.count == 1 + DeviceCatalog.known.devices.filter(\.isIPad).count)
    #expect(units[0].id == "a/iphone15")
    #expect(units.allSatisfy { $0.priority == 7 && $0.output.hasPrefix("a/lock-") })
    #expect(Set(units.map(\.output)).count == units.count)
  }

  @Test func defaultsStandInForWhatAJobDoesNotSay() throws {
    let (plan, units, folder) = try check(
      """
      {"defaults": {"devices": "iphone15", "notes": "notes.json", "photo": "none.jpg",
                    "set": {"max-size": 40, "min-size": 20}, "output": "{id}.{format}"},
       "jobs": [{"id": "a", "color": "navy", "set": {"max-size": 30}}]}
      """)
    #expect(plan.mistakes == [])
    let request = try request(of: units[0])
    // The job's color replaces the photo from the defaults.
    #expect(request.background == .color("navy"))
    #expect(
      Set(request.settings.map { "\($0.key)=\($0.text)" }) == ["max-size=30", "min-size=20"])
    #expect(units[0].output == "a.png")
    #expect(folder.names.contains("notes.json"))
  }

  @Test func everyKeyReachesTheRequest() throws {
    let file = try check(
      """
      [{"template": "lock", "devices": "iphone15", "theme": "fog", "notes": [{"text": "a", "done": true}],
        "color": "#102030", "widgets": false, "clock": "large", "overflow": "fail",
        "direction": "rtl", "language": "ar", "missing": "box", "allow-missing-glyphs": true, "format": "jpeg",
        "effort": "balanced", "quality": 80, "color-space": "display-p3",
        "max-photo-bytes": 1000, "max-photo-pixels": 2000, "max-photo-side": 30,
        "max-photo-memory": 4000, "max-photo-scans": 5,
        "show-areas": true, "strict": true,
        "timeout": 2.5, "priority": -3, "output": "{device}-{theme}.{format}"}]
      """)
    #expect(file.plan.mistakes == [])
    let unit = try #require(try RenderUnit(payload: file.units[0].payload))
    let request = try request(of: file.units[0])
    #expect(request.theme == "fog" && request.notes == [Note("a", done: true)])
    #expect(request.background == .color("#102030") && !request.widgets && request.clock == .large)
    #expect(request.overflow == .fail && request.direction == .rightToLeft)
    #expect(request.language == "ar" && request.missing == .box && request.format == .jpeg)
    #expect(request.effort == .balanced && request.quality == .level(80))
    #expect(request.colorSpace == .displayP3 && request.showsAreas && request.isStrict)
    #expect(
      request.photoLimits.bytes == 1000 && request.photoLimits.pixels == 2000
        && request.photoLimits.side == 30 && request.photoLimits.memory == 4000
        && request.photoLimits.scans == 5)
    #expect(unit.timeout == 2.5 && file.units[0].priority == -3)
    #expect(file.units[0].output == "iphone15-fog.jpg")
  }

  // MARK: - Ids

  @Test func anIdIsMadeFromTheContentAndNotFromItsForm() throws {
    let one = try check(#"[{"devices": "iphone15", "notes": ["a"], "theme": "fog"}]"#).units[0]
    let same = try check(
      #"{"defaults": {"theme": "fog"}, "jobs": [{"notes": ["a"], "devices": "iphone15", "priority": 4}]}"#
    ).units[0]
    let other = try check(#"[{"devices": "iphone15", "notes": ["b"], "theme": "fog"}]"#).units[0]
    #expect(one.id == same.id)
    #expect(one.id != other.id)
    #expect(one.id.hasSuffix("/iphone15") && one.id.count == 12 + 9)
  }

  @Test func theDigestFollowsWhatThePictureDependsOn() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      #"[{"id": "a", "devices": "iphone15", "notes": "n.json", "timeout": 3}]"#, to: "jobs.json")
    try folder.write(#"["one"]"#, to: "n.json")
    let first = try check(folder, "jobs.json").units[0].digest
    #expect(try check(folder, "jobs.json").units[0].digest == first)
    try folder.write(#"["two"]"#, to: "n.json")
    #expect(try check(folder, "jobs.json").units[0].digest != first)
    try folder.write(#"["one"]"#, to: "n.json")
    try folder.write(
      #"[{"id": "a", "devices": "iphone15", "notes": "n.json", "timeout": 9, "priority": 1}]"#,
      to: "jobs.json")
    #expect(try check(folder, "jobs.json").units[0].digest == first)
  }

  /// Generated ids appear in file names and listings, so they are keyed digests, from which notes
  /// cannot be guessed.
  @Test func anIdThatIsNotGivenIsMadeWithTheKey() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"[{"devices": "iphone15", "notes": ["PIN 4711"]}]"#, to: "jobs.json")
    let one = try check(folder, "jobs.json").units[0]
    #expect(try check(folder, "jobs.json").units[0].id == one.id)
    #expect(try check(folder, "jobs.json", key: .random()).units[0].id != one.id)
    #expect(try check(folder, "jobs.json", key: .random()).units[0].digest != one.digest)
    let content = #"{"devices":"iphone15","notes":["PIN 4711"]}"#
    #expect(!one.id.hasPrefix(FileDigest.sha256(of: Array(content.utf8)).prefix(12)))
  }

  /// Photos, templates and themes are identified by content, not by path or owner.
  @Test func aCopyOfAllFilesChangesNoDigestAndAnEditOnlyItsOwn() throws {
    let folder = try TemporaryFolder()
    var surface = try ImageSurface(size: PixelSize(width: 90, height: 90))
    try folder.write(try encodedPNG(surface), to: "in/p.png")
    try folder.write(try encodedPNG(surface), to: "in/q.png")
    let theme = #"""
      {"format": 1, "summary": "", "background":
        {"plugin": "photo", "parameters": {"file": "q.png"}}}
      """#
    try folder.write(theme, to: "in/mine.json")
    try folder.write(
      """
      {"id": "plain", "devices": "iphone15", "notes": ["a"]}
      {"id": "photo", "devices": "iphone15", "notes": ["a"], "photo": "p.png"}
      {"id": "theme", "devices": ["iphone15", "iphone8"], "notes": ["a"], "theme": "./mine.json"}
      {"id": "set", "devices": "iphone15", "notes": ["a"], "background": "photo", \
      "set": {"file": "q.png"}}
      """, to: "in/jobs.jsonl")
    let copied = Tool.run(
      "sh",
      [
        "-c",
        "cd '\(folder.path)' && cp -a in same && cp -r in copy && touch copy/* && chmod 600 copy/*",
      ])
    try #require(copied.status == 0)
    func digests(_ place: String) throws -> [String] {
      let (plan, units) = try check(folder, place + "/jobs.jsonl")
      #expect(plan.mistakes == [])
      return units.map(\.digest)
    }
    let before = try digests("in")
    #expect(try digests("same") == before && digests("copy") == before)
    func changed(_ place: String) throws -> [Int] {
      zip(try digests(place), before).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
    }
    surface.withMutablePixels { $0[3] = 255 }
    try folder.write(try encodedPNG(surface), to: "same/p.png")
    #expect(try changed("same") == [1])
    // Change a photo that is used only through a theme or a setting.
    try folder.write(try encodedPNG(surface), to: "copy/q.png")
    #expect(try changed("copy") == [2, 3, 4])
    try folder.write(theme.replacing("}}}", with: "}}} "), to: "in/mine.json")
    #expect(try changed("in") == [2, 3])
  }

  /// A new version of a template or theme changes only the digests of the units that use it.
  @Test func anUpgradeChangesTheDigestsOfWhatItDraws() throws {
    let folder = try TemporaryFolder()
    let copied = Tool.run(
      "sh",
      [
        "-c",
        """
        cd '\(folder.path)' && cp -r '\(Workspace.root)/Templates' . && \
        ln -s '\(Workspace.root)/Fonts' Fonts
        """,
      ])
    try #require(copied.status == 0, "\(copied.text)")
    try folder.write(
      """
      {"id": "paper", "devices": "iphone15", "notes": ["a"], "theme": "paper"}
      {"id": "fog", "devices": "iphone15", "notes": ["a"], "theme": "fog"}
      {"id": "home", "devices": "iphone15", "template": "home", "theme": "paper"}
      """, to: "jobs.jsonl")
    func digests() throws -> [String] {
      let planner = try JobPlanner(
        path: folder.file("jobs.jsonl"), out: OutputFolder(folder.file("out")), shard: nil,
        installation: Installation(root: folder.path), plugins: .builtIn, key: .known)
      let (plan, planned) = try planner.check()
      #expect(plan.mistakes == [])
      var found: [String] = []
      try planned.forEachBatch { found += $0.map(\.spec.digest) }
      return found
    }
    let before = try digests()
    func changed(_ file: String) throws -> [Int] {
      let old = try folder.text(file)
      try folder.write(old + "\n", to: file)
      defer { _ = try? folder.write(old, to: file) }
      return zip(try digests(), before).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
    }
    #expect(before.count == 3)
    #expect(try changed("Templates/themes/paper.json") == [0, 2])
    #expect(try changed("Templates/home/template.json") == [2])
    #expect(try digests() == before)
  }

  // MARK: - Mistakes

  struct Mistake: Sendable, CustomTestStringConvertible {
    let title: String
    let text: String
    let code: ErrorCode
    /// The line and column that the error must name.
    let place: String
    /// Text that the message must contain.
    let says: String
    var hint: String?

    init(
      _ title: String, _ text: String, _ code: ErrorCode, _ place: String, _ says: String,
      hint: String? = nil
    ) {
      (self.title, self.text, self.code, self.place, self.says) = (title, text, code, place, says)
      self.hint = hint
    }

    var testDescription: String { title }

    /// Returns a mistake in a list of one job whose keys start at line 2, column 1.
    static func job(
      _ title: String, _ keys: String, _ code: ErrorCode, _ place: String, _ says: String,
      hint: String? = nil
    ) -> Mistake {
      Mistake(title, "[{\n\(keys)\n}]", code, place, says, hint: hint)
    }
  }

  private static let rest = #""devices": "iphone15", "notes": ["a"]"#

  @Test(arguments: [
    Mistake("nothing", "", .invalidJob, "", "contains no jobs"),
    Mistake("only blanks", " \n\n", .invalidJob, "", "contains no jobs"),
    Mistake("no JSON", "jobs", .invalidJob, "", "neither an object nor a list"),
    Mistake("an empty list", "[]", .invalidJob, "", "contains no jobs"),
    Mistake("a list that is open", "[{\(rest)}", .invalidJSON, ":1:", "", hint: "]"),
    Mistake(
      "an object without jobs", "{\n\"version\": 1}", .invalidJob, "", "needs the key 'jobs'"),
    Mistake(
      "a later version", #"{"version": 2, "jobs": []}"#, .invalidValue, ":1:13", "cannot be 2"),
    Mistake(
      "an unknown key of the file", #"{"job": 1, "jobs": []}"#, .unknownKey, ":1:2", "'job'",
      hint: "jobs"),
    Mistake("a list of numbers", "[1]", .invalidJob, ":1:2", "job 1: a job must be an object"),
    Mistake(
      "jobs that are no list", #"{"jobs": {}}"#, .invalidValue, ":1:10",
      "'jobs' cannot be an object"),
    Mistake(
      "an id in defaults", #"{"defaults": {"id": "a"}, "jobs": [\#(job)]}"#, .invalidJob, ":1:15",
      "cannot have an id"),
    Mistake(
      "an unknown key in defaults", #"{"defaults": {"themes": "fog"}, "jobs": [\#(job)]}"#,
      .unknownKey,
      ":1:15", "'themes'", hint: "theme"),
    .job(
      "no device", #""id": "x", "notes": ["a"]"#, .unknownDevice, ":1:2",
      "job 'x': no device was given"),
    .job(
      "an unknown device", #""devices": ["iphone15", "iphone51"], "notes": ["a"]"#, .unknownDevice,
      ":2:12", "'iphone51'", hint: "'iphone15'"),
    .job(
      "a device that is a number", #""devices": [15], "notes": ["a"]"#, .invalidValue, ":2:12",
      "'devices' cannot be a list of other values"),
    .job(
      "no devices in a list", #""devices": [], "notes": ["a"]"#, .invalidValue, ":2:12", "'devices'"
    ),
    .job(
      "an unknown key", #""divices": "iphone15", \#(rest)"#, .unknownKey, ":2:1", "'divices'",
      hint: "'devices'"),
    .job(
      "an unknown theme", #"\#(rest), "theme": "papre""#, .unknownTheme, ":2:49", "'papre'",
      hint: "'paper'"),
    .job(
      "an unknown template", #"\#(rest), "template": "loco""#, .unknownTemplate, ":2:52", "'loco'",
      hint: "'lock'"),
    .job(
      "an unknown parameter", #"\#(rest), "set": {"max-sise": 40}"#, .unknownParameter, ":2:60",
      "'max-sise'", hint: "'max-size'"),
    .job(
      "a value out of range", #"\#(rest), "set": {"max-size": 4000}"#, .invalidParameter, ":2:60",
      "4000"),
    .job(
      "a wrong choice", #"\#(rest), "format": "gif""#, .invalidParameter, ":2:50",
      "'gif' is not one of png, jpeg, webp"),
    .job(
      "a flag that is a text", #"\#(rest), "widgets": "yes""#, .invalidValue, ":2:51",
      "'widgets' cannot be 'yes': expected true or false"),
    .job(
      "a quality out of range", #"\#(rest), "format": "jpeg", "quality": 200"#, .invalidParameter,
      ":2:69", "'200' is not a valid quality"),
    .job(
      "a priority that is a text", #"\#(rest), "priority": "high""#, .invalidValue, ":2:52",
      "'priority' cannot be 'high'"),
    .job(
      "a timeout of nothing", #"\#(rest), "timeout": 0"#, .invalidValue, ":2:51",
      "'timeout' cannot be 0"),
    .job(
      "an id with a slash", #"\#(rest), "id": "a/b""#, .invalidValue, ":2:46",
      "'id' cannot be 'a/b'"),
    .job(
      "an id with a dot in front", #"\#(rest), "id": ".wallfarm""#, .invalidValue, ":2:46", "'id'"),
    .job(
      "two backgrounds", #"\#(rest), "color": "red", "background": "none""#, .conflictingOptions,
      ":2:49", "cannot be used together"),
    .job(
      "a photo that is not there", #"\#(rest), "photo": "gone.jpg""#, .photoUnreadable, ":2:49",
      "gone.jpg"),
    .job(
      "a photo that is none", #"\#(rest), "photo": "notes.json""#, .photoFormat, ":2:49",
      "notes.json"),
    .job(
      "notes that are not there", #""devices": "iphone15", "notes": "gone.json""#, .fileUnreadable,
      ":2:33", "the file named in 'notes' cannot be read: no such file"),
    .job(
      "an empty note", #""devices": "iphone15", "notes": ["a", " "]"#, .invalidNotes, ":2:33",
      "note 2 is empty"),
    .job(
      "no notes for a template with notes", #""devices": "iphone15""#, .noNotes, ":1:2", "no note"),
    .job(
      "notes from standard input", #""devices": "iphone15", "notes": "-""#, .invalidValue, ":2:33",
      "'notes' cannot be '-'"),
    .job(
      "a transparent JPEG", #"\#(rest), "background": "none", "format": "jpeg""#,
      .conflictingOptions, ":2:72", "transparent"),
    .job(
      "an output upwards", #"\#(rest), "output": "../{id}.png""#, .pathOutside, ":2:50",
      "contains '..'"),
    .job(
      "an absolute output", #"\#(rest), "output": "/tmp/a.png""#, .pathOutside, ":2:50",
      "is an absolute path"),
    .job(
      "an output into the queue", #"\#(rest), "output": ".wallfarm/a.png""#, .outputPattern,
      ":2:50", "reserved for the queue"),
    .job(
      "an output without a name", #"\#(rest), "output": "a/..""#, .outputPattern, ":2:50",
      "is not a file path"),
    .job(
      "an unknown field in an output", #"\#(rest), "output": "{ID}.png""#, .outputPattern, ":2:50",
      "'{ID}'", hint: "'{id}'"),
    .job(
      "an ending that lies", #"\#(rest), "output": "a.jpg", "format": "png""#, .conflictingOptions,
      ":2:50", "ends in .jpg"),
    .job(
      "a photo outside", #"\#(rest), "photo": "/etc/passwd""#, .pathOutside, ":2:49", "is outside '"
    ),
    .job(
      "notes outside", #""devices": "iphone15", "notes": "../../etc/passwd""#, .pathOutside,
      ":2:33", "is outside the allowed folder"),
    .job(
      "a theme outside", #"\#(rest), "theme": "../mine.json""#, .pathOutside, ":2:49",
      "is outside '"),
    .job(
      "a template outside", #"\#(rest), "template": "/tmp/mine""#, .pathOutside, ":2:52",
      "is outside '"),
  ])
  func everyMistakeHasItsPlaceAndItsHint(_ mistake: Mistake) throws {
    let (plan, units, folder) = try check(mistake.text)
    let found = try #require(plan.mistakes.first, "no mistake was found")
    #expect(plan.mistakes.count == 1, "\(plan.mistakes)")
    #expect(found.code == mistake.code, "\(found)")
    #expect(mistake.says.isEmpty || found.description.contains(mistake.says), "\(found)")
    let origin = (found.origin?.description ?? "").replacing(folder.path + "/", with: "")
    #expect(mistake.place.isEmpty || origin.contains(mistake.place), "\(origin)")
    if mistake.place.hasPrefix(":") && !mistake.place.hasSuffix(":") {
      #expect(origin == "jobs.json" + mistake.place)
    }
    if let hint = mistake.hint {
      #expect(found.hint?.contains(hint) == true, "\(found.hint ?? "")")
    }
    // Units may exist only for jobs before the point where the file becomes invalid.
    #expect(units.isEmpty || plan.isBroken || mistake.title.hasSuffix("defaults"))
  }

  @Test func allMistakesAreListedAndTheOtherJobsAreSound() throws {
    let (plan, units, _) = try check(
      """
      {"jobs": [
        {"id": "good", "devices": "iphone15", "notes": ["a"]},
        {"id": "bad", "devices": "iphone51", "notes": ["a"], "theme": "papre", "clok": "large"},
        {"id": "good", "devices": "iphone15", "notes": ["b"]},
        {"id": "fine", "devices": "ipad10", "notes": ["c"]}
      ]}
      """)
    #expect(plan.jobs == 4 && plan.invalidJobs == 2)
    #expect(
      plan.mistakes.map(\.code) == [.unknownKey, .unknownDevice, .unknownTheme, .invalidJob])
    #expect(plan.mistakes[3].message.contains("two jobs have the id 'good'"))
    #expect(plan.mistakes[3].hint?.contains("jobs.json:2:3") == true)
    #expect(units.map(\.id) == ["good/iphone15", "fine/ipad10"])
  }

  @Test func brokenLinesDoNotHideTheOthers() throws {
    let (plan, units, _) = try check(
      """
      {"id": "a", "devices": "iphone15", "notes": ["a"]}
      {"id": "b", "devices": "iphone15", "notes": ["a"}
      {"id": "c", "devices": "iphone15", "notes": ["a"]}
      {"id": "d", "devices": "iphone51", "notes": ["a"]}
      """, name: "jobs.jsonl")
    #expect(plan.mistakes.map(\.code) == [.unknownDevice, .invalidJSON])
    #expect(plan.mistakes[0].origin?.description.hasSuffix("jobs.jsonl:4:24") == true)
    #expect(plan.mistakes[1].origin?.description.contains("jobs.jsonl:2:") == true)
    #expect(units.map(\.id) == ["a/iphone15", "c/iphone15"])
  }

  @Test func everyMistakeOfAJobIsFoundAtOnce() throws {
    let (plan, _, _) = try check(
      """
      [{"id": "a", "devices": "iphone15", "notes": ["a"], "theme": "papre", "color": "zz",
        "set": {"max-sise": 3, "min-size": 9000}, "quality": 500, "clok": "large"}]
      """)
    #expect(
      Set(plan.mistakes.map(\.code)) == [
        .unknownKey, .invalidParameter, .unknownTheme, .unknownParameter,
      ])
    #expect(plan.mistakes.count == 6, "\(plan.mistakes.map(\.message))")
  }

  @Test func sentencesNameTheLineOfTheFile() throws {
    let (plan, _, _) = try check(
      "{\"id\": \"a\", \"devices\": \"iphone15\", \"notes\": [\"a\"]}\n\n{\"id\": \"b\"",
      name: "jobs.jsonl")
    #expect(plan.mistakes.map(\.code) == [.invalidJSON])
    #expect(plan.mistakes[0].message.contains("opened at line 3"))
  }

  @Test func twoJobsForOneFileAreFoundBeforeAnythingRenders() throws {
    let (plan, _, _) = try check(
      """
      [{"id": "a", "devices": "iphone15", "notes": ["a"], "output": "x/{device}.png"},
       {"id": "b", "devices": ["ipad10", "iphone15"], "notes": ["b"], "output": "./x//{device}.png"}]
      """)
    #expect(plan.mistakes.map(\.code) == [.outputPattern])
    #expect(plan.mistakes[0].message.contains("another job also writes to 'x/iphone15.png'"))
    #expect(plan.mistakes[0].hint?.contains("jobs.json:1:2") == true)
  }

  @Test func aFileThatIsReadIsNotWrittenOver() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"["a"]"#, to: "out/n.json")
    try folder.write(
      #"[{"id": "a", "devices": "iphone15", "notes": "out/n.json", "output": "n.json"}]"#,
      to: "jobs.json")
    let (plan, _) = try check(folder, "jobs.json")
    #expect(plan.mistakes.map(\.code) == [.outputPattern])
    #expect(plan.mistakes[0].message.contains("'n.json' would overwrite an input file"))
  }

  // MARK: - Folders

  @Test func linksThatLeadOutAreRefused() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"["a"]"#, to: "jobs/inside.json")
    try folder.write(#"["a"]"#, to: "secret.json")
    try folder.write("", to: "jobs/out/keep")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("jobs/link.json"), withDestinationPath: folder.file("secret.json"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("jobs/out/away"), withDestinationPath: folder.path)
    try folder.write(
      """
      {"id": "a", "devices": "iphone15", "notes": "link.json"}
      {"id": "b", "devices": "iphone15", "notes": "inside.json", "output": "away/x.png"}
      {"id": "c", "devices": "iphone15", "notes": "inside.json", "output": "away.png"}
      """, to: "jobs/jobs.jsonl")
    let out = OutputFolder(folder.file("jobs/out"))
    let planner = try JobPlanner(
      path: folder.file("jobs/jobs.jsonl"), out: out, shard: nil,
      installation: Workspace.installation, plugins: .builtIn, key: .known)
    let (plan, units) = try planner.check()
    #expect(plan.mistakes.map(\.code) == [.pathOutside, .pathOutside])
    #expect(units.count == 1)
  }

  @Test func outsideIsAllowedOnDemand() throws {
    let (plan, units, folder) = try check(
      #"[{"id": "a", "devices": "iphone15", "notes": ["a"], "output": "../there/{id}.png"}]"#,
      allowsOutside: true)
    #expect(plan.mistakes == [])
    #expect(units.map(\.output) == ["../there/a.png"])
    _ = folder
  }

  // MARK: - Shards

  @Test(arguments: [1, 2, 3, 7])
  func everyUnitIsOfExactlyOneShare(_ count: Int) throws {
    let ids = (0..<2000).map { "job-\($0)/iphone15" }
    var sizes: [Int] = []
    var seen: Set<String> = []
    for index in 1...count {
      let shard = try Shard(parsing: "\(index)/\(count)")
      let own = ids.filter(shard.has)
      #expect(seen.isDisjoint(with: own))
      seen.formUnion(own)
      sizes.append(own.count)
    }
    #expect(seen.count == ids.count)
    #expect(sizes.allSatisfy { abs($0 - 2000 / count) < 200 / count + 60 }, "\(sizes)")
  }

  /// Machines may have different keys, but all machines divide the jobs into the same shares.
  @Test func sharesDoNotDependOnTheKey() throws {
    let folder = try TemporaryFolder()
    let notes = (0..<40).map { "n\($0)" }
    try folder.write(
      notes.map { #"{"devices": "iphone15", "notes": ["\#($0)"]}"# }.joined(separator: "\n"),
      to: "jobs.jsonl")
    var found: [String] = []
    for index in 1...3 {
      let (plan, units) = try check(
        folder, "jobs.jsonl", shard: try Shard(parsing: "\(index)/3"), key: .random())
      #expect(plan.mistakes == [])
      found += units.compactMap { unit in
        notes.first { unit.payload.contains("\"\($0)\"") }
      }
    }
    #expect(found.sorted() == notes.sorted())
  }

  @Test func aShareStillSeesTwoJobsForOneFile() throws {
    let text = """
      {"id": "a", "devices": "iphone15", "notes": ["a"], "output": "x.png"}
      {"id": "b", "devices": "iphone15", "notes": ["b"], "output": "x.png"}
      """
    for index in 1...2 {
      let (plan, _, _) = try check(
        text, name: "jobs.jsonl", shard: try Shard(parsing: "\(index)/2"))
      #expect(plan.mistakes.map(\.code) == [.outputPattern])
    }
  }

  @Test(arguments: ["0/2", "3/2", "2", "a/b", "1/0", "1/2/3", "-1/2", ""])
  func whatIsNoShareIsRefused(_ text: String) {
    #expect(throws: RenderError.self) { try Shard(parsing: text) }
  }

  // MARK: - Size

  @Test func jobLinesAreReadAsAStream() throws {
    let folder = try TemporaryFolder()
    let line = #"{"id": "j%", "devices": "iphone15", "notes": "notes.json"}"#
    let count = 3000
    try folder.write(#"["a"]"#, to: "notes.json")
    try folder.write(
      (0..<count).map { line.replacing("%", with: "\($0)") }.joined(separator: "\n"),
      to: "jobs.jsonl")
    let (plan, units) = try check(folder, "jobs.jsonl")
    #expect(plan.mistakes == [] && plan.jobs == count)
    #expect(units.map(\.id) == (0..<count).map { "j\($0)/iphone15" })
  }
}
