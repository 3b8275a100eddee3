import ContentSources
import Testing
import WallfarmPluginKit

/// Tests the recognition of the time zone names that various programs write.
@Suite struct ZoneNameTests {
  /// March 11, 2025, when America has daylight saving time but Europe does not.
  private static let now = Moment(seconds: 1_741_680_000)
  private let names = ZoneNames(around: now)

  @Test(arguments: [
    // Windows names, with "Standard", "Daylight" or neither.
    ("W. Europe Standard Time", "Europe/Berlin"), ("Eastern Standard Time", "America/New_York"),
    ("Eastern Daylight Time", "America/New_York"), ("Eastern Time", "America/New_York"),
    ("Eastern", "America/New_York"), ("eastern standard time", "America/New_York"),
    ("India Standard Time", "Asia/Kolkata"), ("AUS Eastern Standard Time", "Australia/Sydney"),
    // Outlook and Exchange.
    ("(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna", "Europe/Berlin"),
    ("(GMT+01:00) Amsterdam, Berlin, Bern, Rom, Stockholm, Wien", "Europe/Berlin"),
    ("(GMT+01.00) Sarajevo, Skopje, Warsaw, Zagreb", "Europe/Warsaw"),
    ("Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna", "Europe/Berlin"),
    ("(UTC-05:00) Eastern Time (US & Canada)", "America/New_York"),
    ("(UTC-05:00) Eastern Time (US and Canada)", "America/New_York"),
    ("(UTC-08:00) Pacific Time (US & Canada)", "America/Los_Angeles"),
    ("(UTC) Dublin, Edinburgh, Lisbon, London", "Europe/London"),
    ("(GMT) Greenwich Mean Time : Dublin, Edinburgh, Lisbon, London", "Europe/London"),
    ("(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi", "Asia/Kolkata"),
    ("(UTC+10:00) Canberra, Melbourne, Sydney", "Australia/Sydney"),
    ("(UTC-07:00) Chihuahua, La Paz, Mazatlan", "America/Mazatlan"),
    ("(UTC-06:00) Guadalajara, Mexico City, Monterrey", "America/Mexico_City"),
    ("(UTC+12:00) Auckland, Wellington", "Pacific/Auckland"),
    ("(UTC-03:30) Newfoundland", "America/St_Johns"),
    ("(UTC-05:00) Haiti", "America/Port-au-Prince"),
    ("(UTC+01:00) W. Europe Standard Time", "Europe/Berlin"),
    // Mozilla, Evolution, libical.
    ("/mozilla.org/20050126_1/Europe/Berlin", "Europe/Berlin"),
    ("/freeassociation.sourceforge.net/Tzfile/Europe/Berlin", "Europe/Berlin"),
    (
      "/freeassociation.sourceforge.net/Tzfile/America/Argentina/Buenos_Aires",
      "America/Argentina/Buenos_Aires"
    ),
    ("/citadel.org/20070227_1/Europe/London", "Europe/London"),
    // Different case and punctuation.
    ("europe/berlin", "Europe/Berlin"), ("EUROPE/BERLIN", "Europe/Berlin"),
    ("America/New York", "America/New_York"), ("America-New_York", "America/New_York"),
    ("US-Eastern", "America/New_York"), ("Europe\\Berlin", "Europe/Berlin"),
    ("Berlin", "Europe/Berlin"), (" Europe/Berlin ", "Europe/Berlin"),
    ("tzone://Microsoft/Utc", "UTC"), ("GMT", "UTC"), ("utc", "UTC"),
  ])
  func aNameIsThatOfAZone(_ name: String, _ zone: String) throws {
    let expected = try ZoneFile.zone(zone, origin: .option("zone"))
    let found = try #require(names.zone(for: name))
    #expect(!found.isGuess)
    // Compare the zones' offsets instead of their names, because a zone may be a link, which is
    // another name for the same rules.
    for month in 0..<12 {
      let moment = Self.now.adding(month * 2_629_746)
      #expect(found.zone.offset(at: moment) == expected.offset(at: moment), "\(found.zone.id)")
    }
  }

  @Test(arguments: [
    ("UTC+01:00", 3600), ("UTC+1", 3600), ("GMT-0500", -18_000), ("GMT -5:30", -19_800),
    ("+05:45", 20_700), ("(UTC+01:00)", 3600), ("utc-11", -39_600), ("UTC−03:00", -10_800),
    ("GMT+01:00", 3600),
  ])
  func anOffsetIsAZone(_ name: String, _ seconds: Int) throws {
    let found = try #require(names.zone(for: name))
    #expect(found.zone.offset(at: Self.now) == seconds && !found.isGuess)
  }

  @Test func anOffsetWithUnknownWordsIsAGuess() throws {
    let found = try #require(names.zone(for: "(UTC+03:00) Atlantis"))
    #expect(found.isGuess && found.zone.offset(at: Self.now) == 10_800)
  }

  @Test func theFirstOfTwoOffsetsIsAGuess() throws {
    let found = try #require(names.zone(for: "GMT-05.00/-04.00"))
    #expect(found.isGuess && found.zone.offset(at: Self.now) == -18_000)
  }

  @Test(arguments: [
    "Nowhere", "Customized Time Zone 1", "tzone://Microsoft/Custom", "1", "", "UTC+99",
  ])
  func anotherNameIsNone(_ name: String) { #expect(names.zone(for: name) == nil) }

  @Test func theDefinitionOfTheFileComesBeforeAGuess() throws {
    func zone(_ name: String) -> String {
      "BEGIN:VTIMEZONE\nTZID:\(name)\nBEGIN:STANDARD\nDTSTART:19700101T000000\n"
        + "TZOFFSETFROM:+0900\nTZOFFSETTO:+0900\nEND:STANDARD\nEND:VTIMEZONE\n"
    }
    let names = [
      "Eastern Standard Time", "UTC+01:00", " 1", "(UTC+01:00) Berlin", "/x.org/Europe/Berlin",
    ]
    for name in names {
      let file =
        "BEGIN:VCALENDAR\n\(zone(name))BEGIN:VEVENT\nDTSTART;TZID=\(name):20250311T100000\n"
        + "END:VEVENT\nEND:VCALENDAR\n"
      let read = try ContentReader.parse(
        Array(file.utf8), file: "t.ics",
        at: CalendarNow(now: When("2025-03-11T08:00"), zone: "Europe/Berlin"))
      #expect(
        read.content[.events]?.first?.when("start") == When("2025-03-11T01:00:00Z"), "\(name)")
    }
  }

  /// A zone definition from Thunderbird contains the zone's full history, and can be read.
  @Test func aZoneOfManyPartsIsRead() throws {
    let parts = (0..<400).map { number in
      let day = Day(number: number * 50)?.description.replacing("-", with: "") ?? ""
      return "BEGIN:STANDARD\nDTSTART:\(day)T020000\nRDATE:\(day)T020000\nTZOFFSETFROM:+0100\n"
        + "TZOFFSETTO:+0200\nEND:STANDARD\n"
    }
    let file =
      "BEGIN:VCALENDAR\nBEGIN:VTIMEZONE\nTZID:Ours\n\(parts.joined())END:VTIMEZONE\n"
      + "BEGIN:VEVENT\nDTSTART;TZID=Ours:20250311T100000\nEND:VEVENT\nEND:VCALENDAR\n"
    let read = try ContentReader.parse(
      Array(file.utf8), file: "t.ics",
      at: CalendarNow(now: When("2025-03-11T08:00"), zone: "Europe/Berlin"))
    #expect(read.content[.events]?.first?.when("start") == When("2025-03-11T08:00:00Z"))
    #expect(read.content.warnings.isEmpty)
  }
}
