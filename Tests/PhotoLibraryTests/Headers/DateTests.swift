import PhotoLibrary
import Testing
import WallfarmPluginKit

/// Dates, times and zones in all forms that cameras write; invalid values are rejected.
@Suite struct DateTests {
  /// The input, and the expected `day time.milliseconds offset`.
  @Test(arguments: [
    ("2024:03:15 14:22:33", "2024-03-15 14:22:33.0 nil"),
    ("2024-03-15T14:22:33Z", "2024-03-15 14:22:33.0 0"),
    ("2024-03-15T14:22:33.5+05:45", "2024-03-15 14:22:33.500 345"),
    ("2024/03/15 14:22:33", "2024-03-15 14:22:33.0 nil"),
    ("2024.03.15 14.22.33", "2024-03-15 14:22:33.0 nil"),
    ("2024:03:15 14:22", "2024-03-15 14:22:00.0 nil"),
    ("2024:03:15", "2024-03-15 nil.0 nil"), ("2024:03:15         ", "2024-03-15 nil.0 nil"),
    ("2024: 3: 5  4: 2: 3", "2024-03-05 04:02:03.0 nil"),
    ("2024:02:29 23:59:59", "2024-02-29 23:59:59.0 nil"),
    ("2000:02:29 00:00:00-03:30", "2000-02-29 00:00:00.0 -210"),
    ("2024:03:15 14:22:33.1239", "2024-03-15 14:22:33.123 nil"),
    (" 2024:03:15 14:22:33 ", "2024-03-15 14:22:33.0 nil"),
    ("2024:03:15 14:22:33 rubbish", "2024-03-15 14:22:33.0 nil"),
  ])
  func aTimeIsRead(text: String, expected: String) throws {
    let read = try #require(DateText(Array(text.utf8)))
    let time = read.time.map { "\($0)" } ?? "nil"
    #expect(
      "\(read.day) \(time).\(read.milliseconds) \(read.offset.map { "\($0)" } ?? "nil")" == expected
    )
  }

  @Test(arguments: [
    "", " ", "    :  :     :  :  ", "0000:00:00 00:00:00", "2023:02:29 10:00:00",
    "1900:02:29 10:00:00", "2024:13:01 10:00:00", "2024:00:01 10:00:00", "2024:04:31 10:00:00",
    "2024:03:00 10:00:00", "2024:03:15 24:00:00", "2024:03:15 10:60:00", "2024:03:15 10:00:60",
    "2024:03:15X10:00:00", "20240315 10:00:00", "24:03:15 10:00:00", "15:03:2024 10:00:00",
    "2024:03:15 1", "２０２４:03:15 10:00:00", "2024:03:15 -1:00:00",
  ])
  func anythingElseIsNone(_ text: String) { #expect(DateText(Array(text.utf8)) == nil) }

  @Test(arguments: [
    ("+00:00", 0), ("-00:00", 0), ("Z", 0), ("+01:00", 60), ("-12:00", -720), ("+14:00", 840),
    ("+05:45", 345), ("-03:30", -210), ("+0545", 345), ("+09", 540), (" +09:00 ", 540),
    ("", nil), ("   :  ", nil), ("09:00", nil), ("+14:01", nil), ("-12:30", nil), ("+05:60", nil),
    ("+5:45", nil), ("+05:4", nil), ("+05:45x", nil), ("ZZ", nil), ("+", nil), ("+-5:00", nil),
  ])
  func aZoneIsRead(text: String, minutes: Int?) {
    #expect(DateText.offset(Array(text.utf8)) == minutes)
  }

  @Test(arguments: [
    ("0", 0), ("5", 500), ("05", 50), ("123", 123), ("1239", 123), ("000001", 0), ("12 ", 120),
    ("", nil), (" ", nil), ("x", nil), ("1x", nil), ("-1", nil),
  ])
  func aFractionIsThousandths(text: String, milliseconds: Int?) {
    #expect(DateText.milliseconds(Array(text.utf8)) == milliseconds)
  }

  // MARK: - The rules of the library

  private static func date(
    _ source: TakenDate.Source, clock: TakenDate.Clock = .local, offset: Int? = nil
  ) -> TakenDate? {
    Day("2024-03-15").flatMap {
      TakenDate(
        day: $0, time: ClockTime("14:22:33"), clock: clock, offset: offset, source: source)
    }
  }

  @Test func theBestSourceCounts() throws {
    var header = PhotoHeader(format: .jpeg)
    let modified = Moment("2025-01-01T00:00Z")
    func best(_ name: String = "a.jpg") -> TakenDate.Source? {
      TakenDate.best(header, fileName: name, modified: modified)?.source
    }
    #expect(best() == .modified)
    header.saved = Self.date(.saved)
    #expect(best() == .saved)
    #expect(best("IMG_20240315_142233.jpg") == .fileName)
    header.taken = Self.date(.gps, clock: .utc)
    #expect(best("IMG_20240315_142233.jpg") == .gps)
    #expect(TakenDate.best(PhotoHeader(), fileName: "", modified: nil) == nil)
  }

  /// A date in the file name takes precedence over a placeholder date, such as 1970-01-01, but not
  /// over a real date.
  @Test(arguments: [
    ("2002-12-08", "12:00:00", true), ("2002-12-08", "12:00:01", false),
    ("1970-01-01", "00:00:00", true), ("1969-12-31", "19:00:00", true),
    ("1980-01-01", "00:00:00", true), ("1980-01-01", "03:12:40", true),
    ("2000-01-01", "00:00:00", true), ("2000-01-02", "00:00:00", false),
    ("1904-01-01", "00:00:00", true), ("2013-07-12", "00:00:00", false),
  ])
  func aPlaceholderCountsBehindTheName(_ day: String, _ time: String, _ isOne: Bool) throws {
    var header = PhotoHeader(format: .jpeg)
    let taken = TakenDate(
      day: try #require(Day(day)), time: ClockTime(time), source: .original)
    header.taken = taken
    header.saved = Self.date(.saved)
    let named = TakenDate.best(header, fileName: "IMG_20130712_165427.jpg", modified: nil)
    #expect(named?.source == (isOne ? .fileName : .original))
    #expect(TakenDate.best(header, fileName: "a.jpg", modified: nil) == taken)
  }

  @Test func aRealDateCountsBeforeAPlaceholder() throws {
    let day = try #require(Day("1980-01-01"))
    let placeholder = try #require(TakenDate(day: day, time: .midnight, source: .original))
    let real = try #require(Self.date(.description))
    #expect([placeholder, real].preferred == real)
    #expect([real, placeholder].preferred == real)
    #expect([placeholder].preferred == placeholder)
    #expect([TakenDate]().preferred == nil)
  }

  @Test(arguments: [
    ("xmp:CreateDate=\"2013-09-23T10:11:12+02:00\"", "2013-09-23"),
    ("<xap:CreateDate>2013-09-23T10:11:12Z</xap:CreateDate>", "2013-09-23"),
    ("<exif:DateTimeDigitized>\n 2013-09-23\n</exif:DateTimeDigitized>", "2013-09-23"),
    ("xmp:CreateDate='2014-01-01' photoshop:DateCreated='2013-09-23'", "2013-09-23"),
    ("xmp:CreateDate='2013-09-23' photoshop:DateCreated='1980-01-01'", "2013-09-23"),
    ("xmp:ModifyDate='2014-01-01' xmp:MetadataDate='2015-01-01'", nil),
  ])
  func aDescriptionHasADate(_ packet: String, _ day: String?) {
    let date = XMPDate.read(Array(packet.utf8))
    #expect(date?.day == day.flatMap { Day($0) })
    #expect(date.map { $0.source == .description } ?? true)
  }

  /// The date in IPTC data from Photoshop resources is read, but truncated data and invalid days
  /// are ignored.
  @Test func iptcHasADate() throws {
    func set(_ number: UInt8, _ text: String) -> [UInt8] {
      [0x1C, 2, number, 0, UInt8(text.utf8.count)] + text.utf8
    }
    func date(_ sets: [UInt8]...) -> String? {
      IPTCDate.read(sets.flatMap(\.self)).map {
        "\($0.day) \($0.time.map(\.description) ?? "-") \($0.offset.map(String.init) ?? "-")"
      }
    }
    #expect(date(set(55, "20130923")) == "2013-09-23 - -")
    #expect(
      date(set(5, "x"), set(55, "20130923"), set(60, "142233+0200")) == "2013-09-23 14:22:33 120")
    #expect(date(set(62, "20130923"), set(63, "142233")) == "2013-09-23 14:22:33 -")
    #expect(date(set(62, "20140101"), set(55, "20130923")) == "2013-09-23 - -")
    for bad in ["00000000", "20130230", "2013092", "2013-09-23"] {
      #expect(date(set(55, bad)) == nil)
    }
    #expect(IPTCDate.read(Array(set(55, "20130923").dropLast())) == nil)

    let data = set(55, "20130923")
    let other = Array("8BIM".utf8) + [4, 0x25, 3, 65, 66, 67, 0, 0, 0, 1, 9, 0]
    let own = Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, UInt8(data.count)] + data
    #expect(IPTCDate.data(in: other + own) == data)
    #expect(IPTCDate.data(in: other) == nil && IPTCDate.data(in: Array(own.dropLast())) == nil)
    let segment = PhotoBuilder.segment(0xED, Array("Photoshop 3.0\0".utf8) + other + own)
    let header = try PhotoBuilder.read(PhotoBuilder.jpeg(segment))
    #expect(header.taken?.day == Day("2013-09-23") && header.taken?.source == .description)
  }

  @Test func aMomentNeedsATimeAndAZone() throws {
    #expect(Self.date(.original)?.moment == nil)
    #expect(Self.date(.original, offset: 345)?.moment == Moment("2024-03-15T08:37:33Z"))
    #expect(Self.date(.gps, clock: .utc)?.moment == Moment("2024-03-15T14:22:33Z"))
    let day = TakenDate(
      day: try #require(Day("2024-03-15")), time: nil, offset: 60, source: .fileName)
    #expect(day?.moment == nil)
  }

  @Test func aZoneThatIsFoundLaterMovesOnlyClocksInUTC() throws {
    let evening = try #require(Moment("2024-03-15T20:00:00Z"))
    let utc = try #require(TakenDate(utc: evening, milliseconds: 5, source: .gps))
    let moved = utc.with(offset: 330)
    #expect("\(moved.day) \(moved.time.map { "\($0)" } ?? "")" == "2024-03-16 01:30:00")
    #expect(moved.offset == 330 && moved.clock == .local && moved.milliseconds == 5)
    #expect(moved.moment == utc.moment)
    let local = try #require(Self.date(.original))
    #expect(local.with(offset: -60).time == local.time && local.with(offset: -60).offset == -60)
    #expect(Self.date(.original, offset: 60)?.with(offset: -60).offset == 60)
  }

  @Test(arguments: [(1825, false), (1826, true), (2100, true), (2101, false), (1, false)])
  func onlyYearsOfPhotosCount(year: Int, isOne: Bool) throws {
    let day = try #require(Day(year: year, month: 6, day: 1))
    #expect((TakenDate(day: day, time: nil, source: .original) != nil) == isOne)
  }

  @Test func aMomentBefore1970IsOnItsDay() {
    let date = TakenDate(utc: Moment(seconds: -1), source: .modified)
    #expect(date?.day == Day("1969-12-31") && date?.time == ClockTime("23:59:59"))
  }
}
