import Testing
import WallfarmPluginKit

@testable import PhotoLibrary

/// Days, times and zones are read in all forms that cameras write, and what is none is none.
@Suite struct DateTests {
  /// The forms, and `day time.milliseconds offset` of each.
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
