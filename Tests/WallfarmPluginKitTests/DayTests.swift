import Foundation
import Testing
import WallfarmPluginKit

/// Days and moments, compared with Foundation's calendar.
@Suite struct DayTests {
  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
    return calendar
  }()

  /// Tests every day of four centuries, after which the calendar repeats.
  @Test func everyDayIsTheOneOfTheCalendar() throws {
    let first = try #require(Day("1799-12-31")).number
    for number in stride(from: first, to: first + 146_100, by: 1) {
      let day = try #require(Day(number: number))
      #expect(day.number == number)
      #expect(Day(day.description) == day)
      guard number % 7 == 0 || day.month == 1 && day.day < 8 || day.month == 12 && day.day > 24
      else { continue }
      let date = Date(timeIntervalSince1970: Double(number) * 86_400)
      let parts = Self.calendar.dateComponents(
        [.year, .month, .day, .weekday, .weekOfYear, .yearForWeekOfYear], from: date)
      #expect([parts.year, parts.month, parts.day] == [day.year, day.month, day.day])
      // Sunday is 1 in Foundation; ISO 8601 counts from Monday.
      #expect(parts.weekday.map { ($0 + 5) % 7 + 1 } == day.weekday)
      #expect(parts.weekOfYear == day.week.number && parts.yearForWeekOfYear == day.week.year)
    }
  }

  @Test(arguments: [
    "2026-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "0000-01-01", "26-1-1", "2026-1-01",
    "+026-01-01", "2026-01-01 ", "٢٠٢٦-٠١-٠١", "", "2026-01-0١",
  ])
  func whatNoCalendarHasIsNoDay(_ text: String) { #expect(Day(text) == nil) }

  @Test func leapDays() {
    #expect(Day("2000-02-29") != nil && Day("1900-02-29") == nil && Day("2028-02-29") != nil)
    #expect(Day("2028-02-29")?.adding(366)?.description == "2029-03-01")
    #expect(Day("9999-12-31")?.adding(1) == nil && Day("0001-01-01")?.adding(-1) == nil)
  }

  @Test func momentsAreThoseOfFoundation() throws {
    let formatter = ISO8601DateFormatter()
    for text in [
      "2026-11-23T09:40:00+01:00", "1969-12-31T23:59:59Z", "1583-01-01T00:00:00Z",
      "2028-02-29T12:00:00-09:30", "9999-12-31T23:59:59Z",
    ] {
      let date = try #require(formatter.date(from: text))
      let moment = try #require(Moment(text))
      #expect(Double(moment.seconds) == date.timeIntervalSince1970, "\(text)")
      #expect(Moment(moment.description) == moment)
    }
  }

  /// RFC 3339 supports offsets only in whole minutes, so a time with any other offset is written in
  /// UTC.
  @Test func anOffsetWithSecondsIsWrittenInUTC() throws {
    let moment = try #require(Moment("1890-01-01T00:00:00Z"))
    #expect(moment.written(offset: 3208) == "1890-01-01T00:00:00Z")
    #expect(moment.written(offset: 3180) == "1890-01-01T00:53:00+00:53")
  }

  @Test(arguments: [
    ("2026-12-24", "2026-12-24"), ("2026-12-24T18:00", "2026-12-24T18:00:00"),
    ("2026-12-24 18:00:30", "2026-12-24T18:00:30"),
    ("2026-12-24T18:00+01:00", "2026-12-24T17:00:00Z"),
    ("2026-12-24t18:00z", "2026-12-24T18:00:00Z"),
    ("2026-12-31T24:00", "2027-01-01T00:00:00"), ("2026-12-24T24:00:00", "2026-12-25T00:00:00"),
    ("2026-12-24T24:00+01:00", "2026-12-24T23:00:00Z"),
  ])
  func threeFormsOfWhenAreRead(_ text: String, _ written: String) throws {
    let when = try #require(When(text))
    #expect(when.description == written)
    #expect(When(written) == when)
  }

  @Test(arguments: [
    "2026-12-24T", "2026-12-24T24:01", "9999-12-31T24:00", "2026-12-24T18", "2026-12-24T18:60",
    "2026-12-24T18:00+1",
    "2026-12-24T18:00+01:00Z", "2026-12-24X18:00", "18:00", "2026-12-24T18:00:00.5",
  ])
  func anythingElseIsNot(_ text: String) { #expect(When(text) == nil) }
}
