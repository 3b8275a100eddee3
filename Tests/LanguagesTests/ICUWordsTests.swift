import Languages
import Testing
import WallfarmPluginKit

/// Words as the Unicode CLDR has them.
@Suite struct ICUWordsTests {
  @Test(arguments: [
    ("en", 1, "1", "day"), ("en", 12, "12", "days"), ("en", 1234, "1,234", "days"),
    ("de", 1, "1", "Tag"), ("de", 1234, "1.234", "Tage"), ("ja", 12, "12", "日"),
    ("ar", 0, "٠", "يوم"), ("ar", 2, "", "يومان"), ("ar", 3, "٣", "أيام"), ("ar", 12, "١٢", "يومًا"),
    ("ru", 1, "1", "день"), ("ru", 3, "3", "дня"), ("ru", 12, "12", "дней"),
  ])
  func aNumberOfDays(_ language: String, _ count: Int, _ number: String, _ unit: String) throws {
    #expect(try ICUWords(language).days(count) == CountedWords(number: number, unit: unit))
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

  /// Days are in the calendar that content has them in, unless another one is asked for.
  @Test func theCalendarIsGregorian() throws {
    let day = try #require(Day("2026-12-24"))
    #expect(try ICUWords("th").day(day, .dayMonthYear).contains("2026"))
    #expect(try ICUWords("fa").day(day, .dayMonthYear).contains("۲۰۲۶"))
    #expect(try ICUWords("fa-u-ca-persian").day(day, .dayMonthYear).contains("۱۴۰۵"))
  }

  /// A tag that fills the memory for it is no name, and nothing is read beyond.
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
