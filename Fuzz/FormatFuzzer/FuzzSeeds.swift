import Files
import FilmJobs
import Films
import Processes
import RenderFarm
import RenderPool
import Requests
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// Seeds for formats that only wallfarm writes.
enum FuzzSeeds {
  static var all: [(FuzzTarget, [[UInt8]])] {
    [
      (.jobs, jobs.map { Array($0.utf8) }),
      (.segments, SegmentSeeds.all),
      (.orders, ([order] + parts).map { message(WorkerOrder.line(id, $0)) }),
      (
        .broker, [unit, film].map { Array($0.payload.utf8) } + requests.map { Array($0.text.utf8) }
      ),
      (.results, results.map { message($0.line) }),
      (.journal, [journal]),
      (.repro, [Array(repro.utf8)]),
      (.cache, [CacheEntry.bytes]),
      (.text, texts.map { [0, 30, 3, 2, 0, 0, 0, 4] + Array($0.utf8) }),
      (.connection, RawRequestSeeds.all),
      (.head, HTTPSeeds.heads.map { Array($0.utf8) }),
      (.multipart, HTTPSeeds.forms.map { Array($0.utf8) }),
      (.preferences, HTTPSeeds.preferences.map { Array($0.utf8) }),
      (.overhttp, HTTPSeeds.requests.map { Array($0.utf8) }),
      (.addresses, AddressSeeds.all.map { Array($0.utf8) }),
      (.health, healthSeeds),
      (.library, PhotoHeadSeeds.all),
      (.tables, tables.map { Array($0.utf8) }),
      (.markdown, lists.map { Array($0.utf8) }),
      (.calendars, calendars.map { Array($0.utf8) }),
      (.feeds, SourceSeeds.feeds.map { Array($0.utf8) }),
      (.maps, SourceSeeds.maps.map { Array($0.utf8) }),
      (
        .zones,
        ["Europe/Berlin", "America/Santiago", "Asia/Kathmandu"].compactMap {
          try? Files.read("/usr/share/zoneinfo/" + $0)
        }
      ),
      (.content, ContentKind.allCases.map(content)),
      (.notes, texts.map { Array($0.utf8) } + [Array(#"[{"text":"a","done":true},"b"]"#.utf8)]),
    ]
  }

  private static let tables = [
    "label;value;unit\n\"a\"\"b\";1,5;km\n", "name,day\nSwim,2026-11-03\nSwim,2026-11-04\n",
    "title,start,end,all day,place\nx,2026-12-01,2026-12-02,yes,\n",
  ]

  private static let lists = [
    "# Home\n- [x] a due:2026-12-01\n1. b\n<!-- c -->\n---\n",
    "* **a** _b_ `c` [d](https://e.example \"f\") <https://g.example>\n  continued\n\n> quote\n",
    "Title\n=====\n+ &amp; \\* ***h*** ![i](j)\n```\n- code\n```\n- [ ] k 📅 2026-12-24\n",
  ]

  private static let calendars = [
    "DTSTART;TZID=Europe/Berlin:20261123T100000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=6\n"
      + "EXDATE;TZID=Europe/Berlin:20261124T100000\nRDATE;VALUE=PERIOD:20261125T000000Z/PT1H\n",
    "DTSTART;VALUE=DATE:19800229\nDTEND;VALUE=DATE:19800302\nRRULE:FREQ=YEARLY;BYDAY=-1SU\n",
    "RECURRENCE-ID;RANGE=THISANDFUTURE:20261126T090000Z\nDTSTART:20261126T100000Z\nSTATUS:CANCELLED\n",
    "DTSTART;TZID=Tokyo Standard Time:20261126T090000\nSUMMARY:a\\, b\n c\nLOCATION:d\n",
  ].map { lines in
    "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\n\(lines)END:VEVENT\nEND:VCALENDAR\n"
  }

  private static func content(_ kind: ContentKind) -> [UInt8] {
    var content = Content(notes: [Note("a", due: When("2026-12-01T09:40Z"), heading: "b")])
    if kind != .notes { content[kind] = ContentExamples.entries(of: kind) }
    return Array(content.json.text(pretty: true).utf8)
  }

  /// Returns the message in a line without its checksum, because the fuzz targets prepend a
  /// checksum.
  private static func message(_ line: String) -> [UInt8] {
    MessageLine.message(in: Array(line.utf8.dropLast())) ?? []
  }

  private static let id = OrderID(3)
  private static let order = RenderOrder(request)
  private static let filmOrder: FilmOrder = {
    var order = FilmOrder(
      device: "iphone15", film: FilmFields(motion: "hook"),
      files: FileScope(folder: ".", isConfined: true))
    let shape = FilmShape(
      digest: "d", motion: "m", format: .mp4, frames: 10..<75, segmentLength: 30, encoder: "e",
      inputs: ["/a/beach.jpg": "9f"])
    order.shape = shape.json
    return order
  }()
  private static let film = RenderUnit(
    id: "a/iphone15", work: .film(filmOrder), output: "a.mp4", timeout: 2.5)
  private static var parts: [RenderOrder] {
    guard let film = try? FilmParts(filmOrder) else { return [] }
    return [
      film.request(for: 1),
      film.request(joining: ["a/segment-0", "a/segment-1", "a/segment-2"]),
    ].map { RenderOrder(request: $0, output: .bytes, inputs: OrderInputs(filmOrder)) }
  }
  private static let requests: [BrokerRequest] = [
    .input(id, path: ScratchFolder.path + "/a.png"), .input(id, path: "/etc/passwd"),
    .output(id), .commit(id), .refused(call: 41),
  ]
  private static let request: OrderedRequest = {
    var request = RenderRequest(
      device: "iphone15", notes: [Note("Buy milk"), Note("Call Ana", done: true)], theme: "dawn")
    request.settings = [Setting(key: "max-size", value: 30 as JSONValue)]
    request.files = FileScope(folder: ".", isConfined: true)
    return OrderedRequest(request)
  }()
  private static let unit = RenderUnit(
    id: "a/iphone15", work: .picture(request), output: "a.png", timeout: 2.5)

  private static let jobs = [
    #"""
    {"version": 1, "defaults": {"theme": "dawn", "set": {"max-size": 40}},
     "jobs": [{"id": "a", "devices": ["iphone15", "iphones"], "notes": ["Buy milk"],
     "output": "{id}/{device}.{format}", "priority": 3, "timeout": 1.5}]}
    """#,
    #"{"devices":"iphone8","notes":[{"text":"a","done":true}],"color":"navy"}"# + "\n"
      + #"{"devices":"ipad10","notes":"notes.txt","photo":"a.jpg","format":"jpeg","quality":80}"#,
    #"[{"devices":"iphone8","background":"gradient","set":{"kind":"radial"},"notes":["ü"]}]"#,
  ]

  private static var results: [WorkerMessage] {
    var figures = WorkerFigures()
    figures.milliseconds = 12.5
    figures.stages = ["draw": 3.25]
    figures.hits = ["bands": 2]
    figures.misses = ["texts": 1]
    let error = RenderError(
      .photoUnreadable, "'a.jpg' is damaged", origin: .file("a.jpg"), hint: "export it again")
    return [
      .ready(WorkerFence.Report(standing: [.files, .calls], missing: [.lengths])), .alive,
      .unable(error), .begun(id), .stage(id, "encode"),
      .done(id, receipt: FarmFormats.receipt, figures), .failed(id, error, figures),
    ]
  }

  private static var journal: [UInt8] {
    let path = ScratchFolder.path + "/seed.jsonl"
    guard let journal = try? ReceiptJournal(path) else { return [] }
    journal.add(FarmFormats.delivered, receipt: FarmFormats.receipt, milliseconds: 12)
    guard var lines = try? FileLines(path) else { return [] }
    return (try? lines.rest(limit: 1 << 20, hint: "")) ?? []
  }

  private static var repro: String {
    #"{"format":1,"wallfarm":"0","libraries":{"cairo":"1"},"missing":["a.jpg"],"unit":"#
      + unit.payload
      + #","error":{"code":"photo-unreadable","message":"it is damaged"}}"#
  }

  /// Text in scripts that need different kinds of shaping: joining, reordering, stacking, and
  /// right-to-left layout.
  private static let texts = [
    "Buy milk\n- [x] Call Ana", "اتصل بأمي غداً 12:30", "שלום, world", "牛乳を買う、電話する",
    "क्षत्रिय श्री", "👩‍👩‍👧‍👦 🏳️‍🌈 1️⃣", "e\u{301}\u{323}\u{302} a\u{200B}b\u{AD}c",
    "\u{202E}abc\u{202C} \u{2066}def\u{2069}", "ไปซื้อนมที่ตลาด", "한국어 메모",
  ]
}
