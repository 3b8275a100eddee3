import WallfarmPluginKit

/// Parses the date in a file name that was assigned by a camera or an app.
///
/// Recognized names contain a day with the year first, optionally followed by a time:
/// `IMG_20240315_142233.jpg`, `Screenshot 2024-03-15 at 14.22.33.png`, `IMG-20240315-WA0007.jpg`.
/// Names with the day or month first are ambiguous and are not read. Unix times in milliseconds or
/// seconds are also recognized: `FB_IMG_1497235121791.jpg`, `RPReplay_Final1646388672.png`.
package enum FileNameDate {
  /// Returns the date in a file name without folders, or nil if the name contains no date.
  package static func read(_ name: String) -> TakenDate? {
    let text = Array(name.utf8.prefix(longest))
    // Pixel cameras use UTC in file names. Google does not document this, but developers of other
    // photo tools discovered it (simulot/immich-go, internal/cameras/names/pixel.go).
    let clock: TakenDate.Clock = text.starts(with: "PXL_".utf8) ? .utc : .local
    // Facebook IDs can contain digits that look like a day.
    let isNumbered = text.starts(with: "received_".utf8) && run(text, 9) > 13
    var place = isNumbered ? 9 + run(text, 9) : 0
    while place < text.count {
      let digits = run(text, place)
      if digits > 0, let (day, rest) = day(text, place, digits), years.contains(day.year) {
        let time = time(text, rest)
        return TakenDate(
          day: day, time: time?.time, milliseconds: time?.milliseconds ?? 0,
          clock: time == nil ? .local : clock, source: .fileName)
      }
      if let counted = counted(text, place, digits) { return counted }
      place += max(1, digits)
    }
    return nil
  }

  /// Parses a Unix time: 13 digits are milliseconds, and 10 digits are seconds.
  ///
  /// 10 digits are accepted only if they are the whole name or if the name is that of a screen
  /// recording.
  private static func counted(_ text: [UInt8], _ place: Int, _ digits: Int) -> TakenDate? {
    let isBare = place == 0 && text.dropFirst(digits).first.map { $0 == UInt8(ascii: ".") } ?? true
    let isRecording = text[..<place].elementsEqual("RPReplay_Final".utf8)
    guard digits == 13 || (digits == 10 && (isBare || isRecording)) else { return nil }
    let count = number(text, place, digits)
    let seconds = digits == 13 ? count / 1000 : count
    guard counts.contains(seconds) else { return nil }
    return TakenDate(
      utc: Moment(seconds: seconds), milliseconds: digits == 13 ? count % 1000 : 0,
      source: .fileName)
  }

  /// The maximum length of a file name on common file systems, in bytes.
  private static let longest = 255
  /// Accepted years: digital cameras were first sold after 1990, and a number such as 18501231 is
  /// not a date.
  private static let years = 1990...2100

  /// Accepted Unix times in seconds: ten digits, from September 2001 to January 2038.
  private static let counts = 1_000_000_000...2_147_483_647

  /// The number of consecutive digits at an index.
  private static func run(_ text: [UInt8], _ place: Int) -> Int {
    guard place < text.count else { return 0 }
    return text[place...].prefix { (0x30...0x39).contains($0) }.count
  }

  private static func number(_ text: [UInt8], _ place: Int, _ count: Int) -> Int {
    text[place..<place + count].reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// Parses a day, and returns it with the index after the day.
  ///
  /// The day is written as one run of digits, which a time may follow, or as three runs of digits.
  private static func day(_ text: [UInt8], _ place: Int, _ digits: Int) -> (Day, Int)? {
    if [8, 12, 14, 17].contains(digits) {
      return Day(
        year: number(text, place, 4), month: number(text, place + 4, 2),
        day: number(text, place + 6, 2)
      ).map { ($0, place + 8) }
    }
    guard digits == 4, place + 5 <= text.count, "-_.".utf8.contains(text[place + 4]),
      run(text, place + 5) == 2, place + 8 <= text.count, text[place + 7] == text[place + 4]
    else { return nil }
    let last = run(text, place + 8)
    guard last == 2 else { return nil }
    return Day(
      year: number(text, place, 4), month: number(text, place + 5, 2),
      day: number(text, place + 8, 2)
    ).map { ($0, place + 10) }
  }

  /// Parses the time that follows a day; nil if there is no valid time.
  private static func time(
    _ text: [UInt8], _ start: Int
  ) -> (time: ClockTime, milliseconds: Int)? {
    var place = start
    if run(text, place) == 0 {
      guard let behind = behindSeparator(text, place) else { return nil }
      place = behind
    }
    let digits = run(text, place)
    if [4, 6, 9].contains(digits) {
      let second = digits > 4 ? number(text, place + 4, 2) : 0
      let milliseconds = digits == 9 ? number(text, place + 6, 3) : 0
      // Four digits after a separator may be a counter.
      guard digits > 4 || place == start else { return nil }
      return clockTime(number(text, place, 2), number(text, place + 2, 2), second)
        .map { ($0, milliseconds) }
    }
    return separated(text, place)
  }

  /// Parses a time with separators: `14.22.33`, `14-22-33`, `2.22.33 PM`.
  private static func separated(
    _ text: [UInt8], _ start: Int
  ) -> (time: ClockTime, milliseconds: Int)? {
    var (numbers, place): ([Int], Int) = ([], start)
    for index in 0..<3 {
      let digits = run(text, place)
      guard digits == 2 || digits == 1 && index == 0 else { return nil }
      numbers.append(number(text, place, digits))
      place += digits
      guard index < 2 else { break }
      guard place < text.count, "-_.:".utf8.contains(text[place]),
        index == 0 || text[place] == text[place - 3]
      else { return nil }
      place += 1
    }
    guard let hour = hour(numbers[0], text, place) else { return nil }
    return clockTime(hour, numbers[1], numbers[2]).map { ($0, 0) }
  }

  /// Converts an hour from the 12-hour clock if `AM` or `PM` follows, optionally after a blank or a
  /// narrow no-break space (U+202F).
  private static func hour(_ hour: Int, _ text: [UInt8], _ place: Int) -> Int? {
    let rest = text[min(place, text.count)...]
    for blank in [" ", "\u{202F}", ""] where rest.starts(with: blank.utf8) {
      let half = rest.dropFirst(blank.utf8.count).prefix(2).map { $0 & 0xDF }
      guard half.elementsEqual("AM".utf8) || half.elementsEqual("PM".utf8) else { continue }
      guard (1...12).contains(hour) else { return nil }
      return hour % 12 + (half[0] == UInt8(ascii: "P") ? 12 : 0)
    }
    return hour
  }

  /// The index after a separator between day and time.
  private static func behindSeparator(_ text: [UInt8], _ place: Int) -> Int? {
    let rest = text[min(place, text.count)...]
    for separator in [" at ", "_", "-", " ", "T", ".", ", "]
    where rest.starts(with: separator.utf8) {
      if run(text, place + separator.utf8.count) > 0 { return place + separator.utf8.count }
    }
    return nil
  }

  private static func clockTime(_ hour: Int, _ minute: Int, _ second: Int) -> ClockTime? {
    guard hour < 24, minute < 60, second < 60 else { return nil }
    return ClockTime(seconds: hour * 3600 + minute * 60 + second)
  }
}
