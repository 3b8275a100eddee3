internal import CICU
public import WallfarmPluginKit

/// Formats dates and numbers with ICU and its CLDR data.
public struct ICUWords: LanguageWords {
  /// The language as a BCP 47 tag.
  private let language: String

  /// Creates a formatter for a language; nil means English.
  ///
  /// The language is a BCP 47 tag.
  public init(_ language: String?) { self.language = language ?? "en" }

  /// The version of ICU, such as `72.1`.
  public static let version = String(cString: wallfarm_icu_version())

  /// Formats a number of days, including the unit.
  public func days(_ count: Int) throws(RenderError) -> CountedWords {
    var number = [CChar](repeating: 0, count: 64)
    var unit = [CChar](repeating: 0, count: 128)
    try check(wallfarm_icu_days(language, Int64(count), &number, &unit))
    return CountedWords(
      number: text(number), unit: NewerWords.day(language, count) ?? text(unit))
  }

  /// Formats a day.
  public func day(_ day: Day, _ form: DayForm) throws(RenderError) -> String {
    try moment(seconds(day), skeleton(form))
  }

  /// Formats a day with a time.
  public func day(
    _ day: Day, at time: ClockTime, _ form: DayForm
  ) throws(RenderError) -> String {
    try moment(seconds(day) + time.seconds, skeleton(form) + ICUWords.clock)
  }

  /// Formats a range of days.
  public func days(_ first: Day, through last: Day) throws(RenderError) -> String {
    guard first != last else { return try day(first, .dayMonthYear) }
    var found = [CChar](repeating: 0, count: 256)
    let skeleton = skeleton(.dayMonthYear)
    try check(
      wallfarm_icu_interval(
        language, skeleton, Int64(seconds(first)), Int64(seconds(last)), &found))
    return text(found)
  }

  /// Formats a time of day.
  public func time(_ time: ClockTime) throws(RenderError) -> String {
    try moment(time.seconds, ICUWords.clock)
  }

  /// Formats a number.
  public func number(_ value: Double, _ form: NumberForm) throws(RenderError) -> String {
    let precision =
      form.decimals == 0
      ? "precision-integer" : "." + String(repeating: "#", count: form.decimals)
    let style =
      switch form {
      case .plain: "sign-negative"
      case .change: "sign-except-zero"
      case .percent: "sign-negative percent scale/100"
      case .compact: "sign-negative compact-short"
      case .compactChange: "sign-except-zero compact-short"
      }
    let skeleton = "\(precision) rounding-mode-half-up \(style)"
    return try WordMemory.words(language, skeleton, value) { () throws(RenderError) in
      var found = [CChar](repeating: 0, count: 128)
      try check(wallfarm_icu_number(language, skeleton, value, &found))
      // CLDR uses the ASCII hyphen as a minus sign, but the hyphen is shorter and lower than a plus
      // sign.
      return text(found).replacing("-", with: "\u{2212}")
    }
  }

  /// The ICU skeleton for hours and minutes in the language's 12-hour or 24-hour format.
  private static let clock = "jmm"

  private func skeleton(_ form: DayForm) -> String {
    switch form {
    case .weekdayDayMonth: "EEEEdMMMM"
    case .dayMonthYear: "dMMMMy"
    case .short: "dMMM"
    // In some languages, month and weekday names have a different form when they stand alone (L and
    // c).
    case .monthYear: "LLLLy"
    case .month: "LLLL"
    case .year: "y"
    case .weekday: "cccc"
    case .narrowWeekday: "ccccc"
    }
  }

  private func seconds(_ day: Day) -> Int { day.number * 86_400 }

  private func moment(_ seconds: Int, _ skeleton: String) throws(RenderError) -> String {
    try WordMemory.words(language, skeleton, Double(seconds)) { () throws(RenderError) in
      var found = [CChar](repeating: 0, count: 256)
      try check(wallfarm_icu_moment(language, skeleton, Int64(seconds), &found))
      return text(found)
    }
  }

  /// Formats a day relative to today.
  public func relativeDay(_ days: Int) throws(RenderError) -> String {
    try WordMemory.words(language, "relative", Double(days)) { () throws(RenderError) in
      var found = [CChar](repeating: 0, count: 128)
      try check(wallfarm_icu_relative_day(language, Int32(clamping: days), &found))
      return text(found)
    }
  }

  /// The first day of the week, 1 (Monday) to 7 (Sunday).
  public func firstWeekday() throws(RenderError) -> Int {
    let day = wallfarm_icu_first_weekday(language)
    if day < 0 { try check(day) }
    return Int(day)
  }

  /// Whether the language is written from right to left.
  public func isRightToLeft() throws(RenderError) -> Bool {
    let answer = wallfarm_icu_right_to_left(language)
    if answer < 0 { try check(answer) }
    return answer == 1
  }

  /// Finds the month or year that contains a day, or a later one, in the calendar of the language.
  ///
  /// The parameter `ahead` is the number of months or years by which the result is later than the
  /// month or year that contains the day.
  public func span(
    _ unit: CalendarUnit, of day: Day, ahead: Int
  ) throws(RenderError) -> CalendarSpan? {
    guard abs(ahead) < 200_000 else { return nil }
    var (first, count) = (Int64(0), Int32(0))
    let status = wallfarm_icu_span(
      language, Int32(unit == .month ? wallfarm_icu_month : wallfarm_icu_year),
      Int64(day.number), Int32(ahead), &first, &count)
    // Astronomical calendars are not defined for every year.
    if status == Int32(wallfarm_icu_failed) { return nil }
    if status < 0 { try check(status) }
    if status == 0 { return CalendarSpan(unit, of: day, ahead: ahead) }
    return Day(number: Int(first)).map { CalendarSpan(first: $0, count: Int(count)) }
  }

  private func text(_ characters: [CChar]) -> String {
    String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private func check(_ status: Int32) throws(RenderError) {
    guard status != 0 else { return }
    let isMissing = status == Int32(wallfarm_icu_missing)
    throw RenderError(
      .languageFailed,
      isMissing
        ? "ICU, which is required for language support, cannot be loaded"
        : "ICU has no translations for the language '\(language)'", origin: .option("language"),
      hint: isMissing
        ? "install libicu72, or the ICU version that wallfarm was built with"
        : "choose another language")
  }
}
