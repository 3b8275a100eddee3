import Authoring
import BuiltInPlugins
import ContentSources
import Designs
import PluginHost
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// Fuzzes themes, templates and preset maps as the `check` command reads them.
func fuzzFile(_ bytes: [UInt8]) {
  let checker = FileChecker(
    installation: Installation(root: "."), plugins: .builtIn, fontFamilies: ["Inter"])
  _ = checker.check(bytes, named: "fuzz.json")
  if let node = try? JSONNode(parsing: bytes) { _ = PresetMap.read(node, file: "fuzz.json") }
}

/// Fuzzes notes in both formats, `.txt` and `.json`, and prepares them for typesetting.
func fuzzNotes(_ bytes: [UInt8]) {
  for name in ["fuzz.txt", "fuzz.json"] {
    guard let notes = try? NotesReader.parse(bytes, file: name) else { continue }
    let cleaned = CleanText.clean(Content(notes: notes)).content
    guard cleaned.notes?.count == notes.count else { fatalError("cleaning lost a note") }
    guard CleanText.clean(cleaned).content == cleaned else {
      fatalError("clean notes are cleaned again")
    }
  }
}

/// Fuzzes content of every kind; the parsed content must survive a round trip.
func fuzzContent(_ bytes: [UInt8]) {
  guard let (content, problems) = try? ContentReader.parse(bytes, file: "fuzz.json"),
    problems.isEmpty
  else { return }
  guard
    let again = try? ContentReader.parse(Array(content.json.text(pretty: false).utf8), file: "f"),
    again.problems.isEmpty, again.content == content
  else { fatalError("content cannot be decoded after encoding") }
  let cleaned = CleanText.clean(content).content
  guard cleaned.kinds == content.kinds else { fatalError("cleaning lost a kind") }
}

/// Fuzzes a table in CSV; its content must survive a round trip through JSON.
func fuzzTable(_ bytes: [UInt8]) {
  if let (content, problems) = try? ContentReader.parse(bytes, file: "fuzz.csv"), problems.isEmpty {
    fuzzContent(Array(content.json.text(pretty: false).utf8))
  }
}

/// Fuzzes a to-do list; its notes must survive a round trip through JSON.
func fuzzMarkdown(_ bytes: [UInt8]) {
  guard let read = try? ContentReader.parse(bytes, file: "fuzz.md"), read.problems.isEmpty else {
    return
  }
  fuzzContent(Array(read.content.json.text(pretty: false).utf8))
}

/// Fuzzes a calendar; its entries must be valid content within the limits.
func fuzzCalendar(_ bytes: [UInt8]) {
  let time = CalendarNow(now: When("2026-11-23T09:00"), zone: "Europe/Berlin")
  guard let read = try? ContentReader.parse(bytes, file: "fuzz.ics", at: time),
    read.problems.isEmpty
  else { return }
  let json = Array(read.content.json.text(pretty: false).utf8)
  guard let again = try? ContentReader.parse(json, file: "fuzz.json"), again.problems.isEmpty else {
    fatalError("a calendar produced invalid content")
  }
}

/// Fuzzes a time zone by converting several times and finding the limits of the days, hours and
/// minutes that contain them.
func fuzzZone(_ bytes: [UInt8]) {
  guard let zone = ZoneFile.parse(bytes, id: "fuzz") else { return }
  for seconds in [Moment.range.lowerBound, -1, 0, 1_800_000_000, Moment.range.upperBound] {
    let now = Now(Moment(seconds: seconds), in: zone)
    for precision in TimePrecision.allCases {
      let (cut, next) = (now.cut(to: precision), now.next(precision))
      guard cut.moment <= now.moment, now.moment <= next else {
        fatalError("time runs backward")
      }
    }
    _ = zone.moment(now.day, now.time)
  }
}

/// Fuzzes a `plugin.json` file in its own folder; the plugin's code does not run.
func fuzzManifest(_ bytes: [UInt8]) {
  ScratchFolder.put(bytes, "plugin.json")
  let found = ManifestReader.read(folder: ScratchFolder.path)
  guard (found.manifest == nil) == !found.problems.isEmpty else {
    fatalError("a manifest was rejected without an error")
  }
}
