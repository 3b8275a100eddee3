import Languages
import Testing
import WallfarmPluginKit

/// Texts and calendars according to the Unicode CLDR.
@Suite struct ICUWordsTests {
  @Test(arguments: [
    ("en", 1, "1", "day"), ("en", 12, "12", "days"), ("en", 1234, "1,234", "days"),
    ("de", 1, "1", "Tag"), ("de", 1234, "1.234", "Tage"), ("ja", 12, "12", "日"),
    ("ar", 0, "٠", "يوم"), ("ar", 2, "", "يومان"), ("ar", 3, "٣", "أيام"), ("ar", 12, "١٢", "يومًا"),
    ("ru", 1, "1", "день"), ("ru", 3, "3", "дня"), ("ru", 12, "12", "дней"),
    ("pl", 1, "1", "dzień"), ("pl", 2, "2", "dni"), ("pl-PL", 5, "5", "dni"),
    ("pl", 22, "22", "dni"), ("pl", 0, "0", "dni"), ("uk", 5, "5", "днів"), ("cs", 5, "5", "dnů"),
    ("kn", 1, "1", "ದಿನ"), ("kn", 2, "2", "ದಿನಗಳು"), ("eo", 1, "1", "tago"), ("tt", 3, "3", "көн"),
  ])
  func aNumberOfDays(_ language: String, _ count: Int, _ number: String, _ unit: String) throws {
    #expect(try ICUWords(language).days(count) == CountedWords(number: number, unit: unit))
  }

  /// Leap months, short months and leap years have their correct lengths.
  @Test(arguments: [
    ("zh-u-ca-chinese", CalendarUnit.month, "2025-07-30", 0, "2025-07-25", 29),
    ("zh-u-ca-chinese", .month, "2025-06-26", 1, "2025-07-25", 29),
    ("zh-u-ca-chinese", .year, "2025-03-11", 0, "2025-01-29", 384),
    ("he-u-ca-hebrew", .month, "2024-03-11", -1, "2024-02-10", 30),
    ("he-u-ca-hebrew", .year, "2024-03-11", 0, "2023-09-16", 383),
    ("fa-u-ca-persian", .year, "2025-03-11", 0, "2024-03-20", 366),
    ("fa-u-ca-persian", .month, "1960-01-01", 0, "1959-12-23", 30),
    ("ar-u-ca-coptic", .month, "2023-09-08", 0, "2023-09-06", 6),
    ("en", .month, "2024-02-29", 12, "2025-02-01", 28),
    ("en", .year, "2024-02-29", 0, "2024-01-01", 366),
  ])
  func aSpan(
    _ language: String, _ unit: CalendarUnit, _ day: String, _ ahead: Int, _ first: String,
    _ count: Int
  ) throws {
    let span = try ICUWords(language).span(unit, of: try #require(Day(day)), ahead: ahead)
    #expect(span == CalendarSpan(first: try #require(Day(first)), count: count))
  }

  @Test(arguments: ["en", "fa-u-ca-persian", "zh-u-ca-chinese", "ja-u-ca-japanese"])
  func aSpanEndsWithTheYears(_ language: String) throws {
    let words = ICUWords(language)
    for day in ["0001-01-01", "9999-12-31", "1582-10-15"].compactMap({ Day($0) }) {
      for ahead in [-200_000, -1200, 0, 1200, 200_000] {
        // Every month has at least five days.
        if let span = try words.span(.month, of: day, ahead: ahead) { #expect(span.count > 4) }
      }
    }
    #expect(try words.firstWeekday() > 0)
    #expect(try ICUWords("en-u-ca-iso8601").firstWeekday() == 1)
  }

  @Test(arguments: [
    ("en", "Thursday, December 24", "December 24, 2026", "today", 7),
    ("en-GB", "Thursday, 24 December", "24 December 2026", "today", 1),
    ("de", "Donnerstag, 24. Dezember", "24. Dezember 2026", "heute", 1),
    ("ja", "12月24日木曜日", "2026年12月24日", "今日", 7),
    ("ar", "الخميس، ٢٤ ديسمبر", "٢٤ ديسمبر ٢٠٢٦", "اليوم", 6),
  ])
  func aDay(
    _ language: String, _ long: String, _ year: String, _ today: String, _ first: Int
  ) throws {
    let words = ICUWords(language)
    let day = try #require(Day("2026-12-24"))
    #expect(try words.day(day, .weekdayDayMonth) == long)
    #expect(try words.day(day, .dayMonthYear) == year)
    #expect(try words.relativeDay(0) == today)
    #expect(try words.firstWeekday() == first)
  }

  /// English uses a narrow no-break space before AM and PM.
  @Test(arguments: [
    ("en", "6:05\u{202F}PM", "Thursday, December 24 at 6:05\u{202F}PM"),
    ("en-GB", "18:05", "Thursday, 24 December at 18:05"),
    ("en-u-hc-h23", "18:05", "Thursday, December 24 at 18:05"),
    ("de", "18:05", "Donnerstag, 24. Dezember um 18:05"),
    ("ja", "18:05", "12月24日木曜日 18:05"),
    ("ar", "٦:٠٥ م", "الخميس، ٢٤ ديسمبر في ٦:٠٥ م"),
  ])
  func aTime(_ language: String, _ text: String, _ withDay: String) throws {
    let words = ICUWords(language)
    let time = try #require(ClockTime("18:05:59"))
    let day = try #require(Day("2026-12-24"))
    #expect(try words.time(time) == text)
    #expect(try words.day(day, at: time, .weekdayDayMonth) == withDay)
  }

  @Test(arguments: [
    ("en", "1,234,567.13", "+3", "−0.5", "12.5%", "1,000,000,000,000,000"),
    ("de", "1.234.567,13", "+3", "−0,5", "12,5\u{A0}%", "1.000.000.000.000.000"),
    ("ja", "1,234,567.13", "+3", "−0.5", "12.5%", "1,000,000,000,000,000"),
    ("ar", "١٬٢٣٤٬٥٦٧٫١٣", "؜+٣", "؜−٠٫٥", "١٢٫٥٪؜", "١٬٠٠٠٬٠٠٠٬٠٠٠٬٠٠٠٬٠٠٠"),
  ])
  func aNumber(
    _ language: String, _ plain: String, _ more: String, _ less: String, _ part: String,
    _ large: String
  ) throws {
    let words = ICUWords(language)
    #expect(try words.number(1_234_567.125, .plain(decimals: 2)) == plain)
    #expect(try words.number(3.001, .change(decimals: 1)) == more)
    #expect(try words.number(-0.5, .change(decimals: 3)) == less)
    #expect(try words.number(0.125, .percent(decimals: 1)) == part)
    #expect(try words.number(1e15, .plain(decimals: 0)) == large)
  }

  /// A value that rounds to zero has no sign, and halves are rounded away from zero.
  @Test(arguments: [
    (-0.001, NumberForm.plain(decimals: 2), "0"), (0.001, .change(decimals: 2), "0"),
    (-0.001, .change(decimals: 2), "0"), (-0.001, .percent(decimals: 0), "0%"),
    (0.5, .plain(decimals: 0), "1"), (1.5, .plain(decimals: -1), "2"),
    (-2.5, .plain(decimals: 0), "−3"), (0.0625, .plain(decimals: 9), "0.063"),
  ])
  func numbersAreRounded(_ value: Double, _ form: NumberForm, _ text: String) throws {
    #expect(try ICUWords("en").number(value, form) == text)
    #expect(PlainWords().number(value, form) == text)
  }

  /// Short numbers use the abbreviations in CLDR; German has no abbreviation for thousands.
  @Test(arguments: [
    ("en", "123.5M", "−1.2M", "98.8K", "950"),
    ("de", "123,5\u{A0}Mio.", "−1,2\u{A0}Mio.", "98.765", "950"),
    ("ja", "1.2億", "−123.5万", "9.9万", "950"),
  ])
  func aShortNumber(
    _ language: String, _ millions: String, _ change: String, _ thousands: String, _ small: String
  ) throws {
    let words = ICUWords(language)
    #expect(try words.number(123_456_789.5, .compact(decimals: 1)) == millions)
    #expect(try words.number(-1_234_567.89, .compactChange(decimals: 1)) == change)
    #expect(try words.number(98_765, .compact(decimals: 1)) == thousands)
    #expect(try words.number(950, .compact(decimals: 1)) == small)
  }

  @Test func aShortNumberWithoutALanguageLibrary() {
    let words = PlainWords()
    #expect(words.number(123_456_789.5, .compact(decimals: 1)) == "123.5M")
    #expect(words.number(-1234, .compactChange(decimals: 1)) == "−1.2K")
    #expect(words.number(1234, .compactChange(decimals: 1)) == "+1.2K")
    #expect(words.number(12.34, .compact(decimals: 1)) == "12.3")
  }

  /// All numbers that content allows can be formatted; any other number causes an error, not a
  /// crash.
  @Test(arguments: [1e15, -1e15, 123.456, 1e308, -.infinity, .nan, .leastNonzeroMagnitude])
  func anyNumberIsTextOrAnError(_ value: Double) {
    for language in ["en", "ar", "ja"] {
      for form in [
        NumberForm.plain(decimals: 3), .change(decimals: 3), .percent(decimals: 3),
        .compact(decimals: 3), .compactChange(decimals: 3),
      ] {
        let text = try? ICUWords(language).number(value, form)
        #expect(abs(value) > 1e15 || value.isNaN || text?.isEmpty == false)
      }
    }
    #expect(!PlainWords().number(value, .percent(decimals: 0)).isEmpty)
  }

  /// Dates are formatted in the Gregorian calendar, which content uses, unless the language tag
  /// requests another calendar.
  @Test func theCalendarIsGregorian() throws {
    let day = try #require(Day("2026-12-24"))
    #expect(try ICUWords("th").day(day, .dayMonthYear).contains("2026"))
    #expect(try ICUWords("fa").day(day, .dayMonthYear).contains("۲۰۲۶"))
    #expect(try ICUWords("fa-u-ca-persian").day(day, .dayMonthYear).contains("۱۴۰۵"))
  }

  /// A tag that exactly fills its buffer is read correctly.
  @Test(arguments: 80...140)
  func aTagOfAnyLengthIsRead(_ length: Int) throws {
    var tag = "en-x-" + String(repeating: "aaaaaaaa-", count: 20).prefix(length - 5)
    if tag.hasSuffix("-") { tag = tag.dropLast() + "a" }
    #expect(try ICUWords(tag).days(2) == CountedWords(number: "2", unit: "days"))
  }

  @Test func whatNobodySpeaksIsEnglish() throws {
    #expect(try ICUWords("tlh").days(12).unit == "days")
    #expect(try ICUWords("xx-nonsense").days(2).unit == "days")
    #expect(try ICUWords(nil).relativeDay(1) == "tomorrow")
  }
}
