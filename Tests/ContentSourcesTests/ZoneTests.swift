import ContentSources
import Foundation
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Compares time zones with Python's zoneinfo, an independent parser of the same files.
@Suite struct ZoneTests {
  /// Every name in the time zone database.
  private static let names: [String] = {
    let table = (try? String(contentsOfFile: ZoneFile.folder + "/tzdata.zi", encoding: .utf8)) ?? ""
    return table.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count > 2, ["Z", "L"].contains(words[0]) else { return nil }
      return String(words[0] == "Z" ? words[1] : words[2])
    }.filter { $0.contains("/") && !$0.hasPrefix("Etc/") }
  }()

  private static func zone(_ name: String) throws -> Zone {
    try ZoneFile.zone(name, origin: .option("zone"))
  }

  @Test func offsetsAreThoseOfAnotherReader() throws {
    #expect(Self.names.count > 400)
    var random = SeededGenerator()
    // Test times from 1901 to 2099. This range extends beyond the last transition that a file
    // lists.
    let seconds = (0..<60).map { _ in Int.random(in: -2_170_000_000...4_090_000_000, using: &random)
    }
    let script = """
      import sys, zoneinfo, datetime
      utc = datetime.timezone.utc
      moments = [int(word) for word in sys.argv[1].split()]
      for name in sys.stdin.read().split():
          zone = zoneinfo.ZoneInfo(name)
          print(name, *[int((datetime.datetime.fromtimestamp(0, utc) + datetime.timedelta(seconds=at))
              .astimezone(zone).utcoffset().total_seconds()) for at in moments])
      """
    let folder = try TemporaryFolder()
    let list = try folder.write(Self.names.joined(separator: "\n"), to: "names")
    let said = Tool.run(
      "bash",
      [
        "-c", #"python3 -c "$1" "$2" < "$3""#, "-", script,
        seconds.map(String.init).joined(separator: " "), list,
      ])
    let lines = said.text.split(separator: "\n")
    #expect(lines.count == Self.names.count)
    for line in lines {
      let words = line.split(separator: " ").map(String.init)
      let zone = try Self.zone(words[0])
      let offsets = seconds.map { "\(zone.offset(at: Moment(seconds: $0)))" }
      #expect(offsets == Array(words.dropFirst()), "\(words[0])")
    }
  }

  /// A local time in the gap of a clock change is moved forward by the gap, and a repeated local
  /// time means its first occurrence.
  ///
  /// See RFC 5545, section 3.3.5.
  @Test(arguments: [
    ("Europe/Berlin", "2025-03-30T02:30", "2025-03-30 03:30:00", "2025-03-30T01:30:00Z"),
    ("Europe/Berlin", "2025-03-30T02:00", "2025-03-30 03:00:00", "2025-03-30T01:00:00Z"),
    ("Europe/Berlin", "2025-03-30T03:00", "2025-03-30 03:00:00", "2025-03-30T01:00:00Z"),
    ("Europe/Berlin", "2025-10-26T02:30", "2025-10-26 02:30:00", "2025-10-26T00:30:00Z"),
    ("America/New_York", "2025-03-09T02:30", "2025-03-09 03:30:00", "2025-03-09T07:30:00Z"),
    ("Australia/Lord_Howe", "2025-10-05T02:10", "2025-10-05 02:40:00", "2025-10-04T15:40:00Z"),
    ("America/Sao_Paulo", "2018-11-04T00:00", "2018-11-04 01:00:00", "2018-11-04T03:00:00Z"),
    ("Asia/Beirut", "2022-03-27T00:30", "2022-03-27 01:30:00", "2022-03-26T22:30:00Z"),
    // A time on the day that Samoa skipped.
    ("Pacific/Apia", "2011-12-30T10:00", "2011-12-31 10:00:00", "2011-12-30T20:00:00Z"),
    ("Asia/Kathmandu", "2025-03-30T02:30", "2025-03-30 02:30:00", "2025-03-29T20:45:00Z"),
    ("UTC", "2025-03-29T24:00", "2025-03-30 00:00:00", "2025-03-30T00:00:00Z"),
    ("America/Sao_Paulo", "2018-11-03T24:00", "2018-11-04 01:00:00", "2018-11-04T03:00:00Z"),
  ])
  func aTimeThatNoClockShowsIsLater(
    _ zone: String, _ text: String, _ shown: String, _ moment: String
  ) throws {
    let now = Now(Moment(seconds: 0), in: try Self.zone(zone))
    let when = try #require(When(text))
    let time = try #require(now.time(of: when))
    #expect("\(now.day(of: when)) \(time)" == shown)
    #expect(now.moment(of: when) == Moment(moment))
  }

  /// An event that ends at the start of a day is not on that day.
  @Test(arguments: [
    ("UTC", "2026-05-12T00:00", "2026-05-11"), ("UTC", "2026-05-12T00:01", "2026-05-12"),
    ("UTC", "2026-05-11T24:00", "2026-05-11"), ("UTC", "2026-05-12", "2026-05-12"),
    ("America/Sao_Paulo", "2018-11-04T00:00", "2018-11-03"),
    ("America/Sao_Paulo", "2018-11-04T01:30", "2018-11-04"),
  ])
  func theLastDay(_ zone: String, _ end: String, _ day: String) throws {
    let now = Now(Moment(seconds: 0), in: try Self.zone(zone))
    #expect(now.lastDay(until: try #require(When(end))) == Day(day))
  }

  @Test(arguments: [
    ("EST5EDT,M3.2.0,M11.1.0", -18_000), ("JST-9", 32_400), ("+05:30", 19_800), ("-09:30", -34_200),
    ("+00:00", 0), ("UTC", 0), ("Asia/Kathmandu", 20_700),
  ])
  func offsetsAndNamesAreZones(_ name: String, _ offset: Int) throws {
    #expect(try Self.zone(name).offset(at: Moment(seconds: 1_800_000_000)) == offset)
  }

  @Test(arguments: [
    ("Europe/Berln", "'Europe/Berlin'"), ("berlin", "'Europe/Berlin'"),
    ("../../etc/passwd", nil), ("/etc/localtime", nil), ("", nil), ("+25:00", nil), ("Europe", nil),
    ("tzdata.zi", nil), ("+1", nil),
  ])
  func anythingElseIsNone(_ name: String, _ hint: String?) throws {
    let error = try #require(throws: RenderError.self) { try Self.zone(name) }
    #expect(error.code == .unknownZone)
    if let hint { #expect(error.hint?.contains(hint) == true) }
  }

  @Test func aDamagedFileIsNoZoneAndNoCrash() throws {
    var random = SeededGenerator()
    let whole = try Array(
      Data(contentsOf: URL(fileURLWithPath: ZoneFile.folder + "/Europe/Berlin")))
    #expect(ZoneFile.parse(whole, id: "x") != nil)
    for length in 0..<whole.count {
      #expect(ZoneFile.parse(Array(whole.prefix(length)), id: "x") == nil, "\(length)")
    }
    for _ in 0..<3000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      // Every parsed zone can be queried.
      if let zone = ZoneFile.parse(bytes, id: "x") {
        _ = zone.local(Moment(seconds: .random(in: -1 << 40...1 << 40, using: &random)))
        _ = zone.start(of: try #require(Day("2026-03-29")))
      }
    }
  }

  /// A local time is converted to an instant when clocks show that time, if there is one.
  @Test func localTimesComeBack() throws {
    var random = SeededGenerator()
    for name in ["Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Africa/Casablanca"] {
      let zone = try Self.zone(name)
      for _ in 0..<500 {
        let moment = Moment(seconds: .random(in: 0...4_000_000_000, using: &random))
        let (day, time) = zone.local(moment)
        let found = zone.moment(day, time)
        // If two instants have the same local time, the first is used.
        #expect(found <= moment && zone.local(found) == (day, time), "\(name) \(moment)")
      }
    }
  }

  @Test(arguments: [
    // A local time in the gap of a clock change is converted with the offset from before the
    // change.
    ("Europe/Berlin", "2026-03-29T02:30", "2026-03-29T01:30:00Z"),
    // For a repeated local time, the first instant is used.
    ("Europe/Berlin", "2026-10-25T02:30", "2026-10-25T00:30:00Z"),
    ("America/St_Johns", "2026-07-01T12:00", "2026-07-01T14:30:00Z"),
    // A time on the day that Samoa skipped.
    ("Pacific/Apia", "2011-12-30T12:00", "2011-12-30T22:00:00Z"),
  ])
  func changesOfClocks(_ name: String, _ local: String, _ moment: String) throws {
    let zone = try Self.zone(name)
    guard case .local(let day, let time)? = When(local) else { throw Problem() }
    #expect(zone.moment(day, time) == Moment(moment))
  }

  /// Clocks in Beirut and Santiago move forward at midnight, so the day starts at 01:00.
  @Test(arguments: [
    ("Asia/Beirut", "2026-03-29", "01:00:00"), ("America/Santiago", "2026-09-06", "01:00:00"),
    ("Europe/Berlin", "2026-03-29", "00:00:00"),
  ])
  func aDayBeginsAtItsFirstMoment(_ name: String, _ day: String, _ time: String) throws {
    let zone = try Self.zone(name)
    let day = try #require(Day(day))
    let start = zone.start(of: day)
    #expect(zone.local(start).day == day && zone.local(start).time.description == time)
    #expect(zone.day(at: start.adding(-1)) < day)
  }

  /// Clock changes are never this close together in a real time zone, but they may be in a file.
  @Test func timeNeverRunsBackwards() {
    var random = SeededGenerator()
    for _ in 0..<300 {
      func offset() -> Int { Int.random(in: -93_599...93_599, using: &random) }
      let places = Set((0..<4).map { _ in Int.random(in: -200_000...200_000, using: &random) })
      let zone = Zone(
        id: "any", firstOffset: offset(),
        changes: places.sorted().map { Zone.Change(at: $0, offset: offset()) })
      for _ in 0..<20 {
        let now = Now(Moment(seconds: Int.random(in: -300_000...300_000, using: &random)), in: zone)
        for precision in TimePrecision.allCases {
          #expect(now.cut(to: precision).moment <= now.moment, "\(zone) \(now)")
          #expect(now.next(precision) > now.moment, "\(zone) \(now)")
        }
      }
    }
  }

  /// Clocks in Newfoundland used to be set back at one minute past midnight, so one day of the year
  /// began twice.
  @Test func aDayThatBeginsTwiceExpiresAfterNow() throws {
    let zone = try Self.zone("America/St_Johns")
    for text in ["2010-11-07T02:00:00Z", "2010-11-07T02:30:30Z", "2010-11-07T03:00:00Z"] {
      let moment = try #require(Moment(text))
      let next = Now(moment, in: zone).next(.day)
      #expect(next > moment && zone.day(at: next) > zone.day(at: next.adding(-1)), "\(text)")
      #expect(zone.day(at: next.adding(-1)) == zone.day(at: moment), "\(text)")
    }
  }

  /// Consecutive time intervals leave no gap: each starts where the previous interval ends.
  @Test(arguments: TimePrecision.allCases)
  func partsOfTimeFollowOneAnother(_ precision: TimePrecision) throws {
    var random = SeededGenerator()
    for name in ["Europe/Berlin", "Australia/Lord_Howe", "America/Santiago", "Asia/Kathmandu"] {
      let zone = try Self.zone(name)
      var moments = (0..<60).map { _ in Int.random(in: 0...4_000_000_000, using: &random) }
      // Also test moments near clock changes.
      var change = Moment(seconds: 1_700_000_000)
      while moments.count < 160, let next = zone.change(after: change) {
        moments += [-3601, -1800, -1, 0, 1, 1800, 3599, 3601].map { next.seconds + $0 }
        change = next
      }
      for seconds in moments {
        let now = Now(Moment(seconds: seconds), in: zone)
        let (cut, next) = (now.cut(to: precision), now.next(precision))
        #expect(cut.moment <= now.moment && now.moment < next, "\(name) \(seconds)")
        #expect(cut.cut(to: precision) == cut, "\(name) \(seconds)")
        #expect(Now(next.adding(-1), in: zone).cut(to: precision) == cut, "\(name) \(seconds)")
        #expect(Now(next, in: zone).cut(to: precision) != cut, "\(name) \(seconds)")
      }
    }
  }

  private struct Problem: Error {}
}
