package import WallfarmPluginKit

/// When a photo was taken, as exactly as it is known, and how it is known.
package struct TakenDate: Hashable, Sendable {
  /// What says so, the most trusted first.
  package enum Source: String, Hashable, Sendable, CaseIterable {
    /// `DateTimeOriginal` of EXIF.
    case original
    /// `DateTimeDigitized` of EXIF.
    case digitized
    /// Date and time of the satellites, in EXIF.
    case gps
    /// XMP (`exif:DateTimeOriginal`, `photoshop:DateCreated`, `xmp:CreateDate`), or IPTC.
    case description
    case fileName = "file-name"
    /// When the picture was last written: `DateTime` of EXIF, `tIME` of PNG.
    case saved
    /// When the file was last written, which copying often changes.
    case modified
  }

  /// Which clock day and time are read from.
  package enum Clock: String, Hashable, Sendable {
    /// The one on the wall where the photo was taken.
    case local
    /// One in UTC; where the photo was taken it was another time, and perhaps another day.
    case utc
  }

  package let day: Day
  /// To the second; nil where only the day is known.
  package let time: ClockTime?
  /// 0…999, behind the second.
  package let milliseconds: Int
  package let clock: Clock
  /// Minutes that the local clock was ahead of UTC, −720…840; nil where that is not told.
  package let offset: Int?
  package let source: Source

  /// Makes a date; nil for a year in which nobody took photos, such as 0000 of a camera whose clock was not set.
  package init?(
    day: Day, time: ClockTime?, milliseconds: Int = 0, clock: Clock = .local, offset: Int? = nil,
    source: Source
  ) {
    guard TakenDate.years.contains(day.year) else { return nil }
    (self.day, self.time, self.clock, self.source) = (day, time, clock, source)
    self.milliseconds = time != nil && (0..<1000).contains(milliseconds) ? milliseconds : 0
    self.offset =
      clock == .local ? offset.flatMap { TakenDate.offsets.contains($0) ? $0 : nil } : nil
  }

  /// From the oldest photo that there is (Niépce, 1826 or 1827) on.
  package static let years = 1826...2100
  /// In minutes, from Baker Island to Kiritimati.
  package static let offsets = -12 * 60...14 * 60
}

extension TakenDate {
  /// The date of a photo by the first of these that has one: what its head says, its name, when its picture
  /// was written, when its file was.
  ///
  /// The file name takes precedence over a placeholder (``isPlaceholder``).
  ///
  /// - Parameters:
  ///   - header: what the head says.
  ///   - fileName: without folders.
  ///   - modified: when the file was last written.
  /// - Returns: nil where none has a date.
  package static func best(
    _ header: PhotoHeader, fileName: String, modified: Moment?
  ) -> TakenDate? {
    let taken = header.taken
    if let taken, !taken.isPlaceholder { return taken }
    return FileNameDate.read(fileName) ?? taken ?? header.saved
      ?? modified.flatMap { TakenDate(utc: $0, source: .modified) }
  }

  /// Whether it is the default date of a clock, or one that a faulty program is known to write.
  package var isPlaceholder: Bool {
    if source == .fileName || source == .modified { return false }
    if TakenDate.firstDays.contains(day) { return true }
    // Camera programs of some phones of 2013 write it into each photo.
    return day == TakenDate.faultyDay && time?.seconds == 12 * 3600
  }

  /// First days of POSIX time (also west of Greenwich), FAT, GPS, classic Mac OS, OLE, and camera clocks.
  private static let firstDays = Set(
    [
      "1970-01-01", "1969-12-31", "1980-01-01", "1980-01-06", "1904-01-01", "1899-12-30",
      "1900-01-01", "2000-01-01",
    ].compactMap { Day($0) })
  private static let faultyDay = Day("2002-12-08")

  /// A moment, on a clock in UTC; nil outside of the years of photos.
  package init?(utc moment: Moment, milliseconds: Int = 0, source: Source) {
    let days = (Double(moment.seconds) / 86_400).rounded(.down)
    guard let day = Day(number: Int(days)) else { return nil }
    self.init(
      day: day, time: ClockTime(seconds: moment.seconds - Int(days) * 86_400),
      milliseconds: milliseconds, clock: .utc, source: source)
  }

  /// The moment; nil where only the day is known, or not how far the local clock was ahead.
  package var moment: Moment? {
    guard let time else { return nil }
    let seconds = day.number * 86_400 + time.seconds
    switch clock {
    case .utc: return Moment(seconds: seconds)
    case .local: return offset.map { Moment(seconds: seconds - $0 * 60) }
    }
  }

  /// The same, once a time zone is known for it: on a local clock that is ahead of UTC by some minutes.
  ///
  /// An offset that the photo itself tells stays.
  package func with(offset minutes: Int) -> TakenDate {
    let date: TakenDate?
    switch clock {
    case .local:
      date = TakenDate(
        day: day, time: time, milliseconds: milliseconds, offset: offset ?? minutes, source: source)
    case .utc:
      date = moment.flatMap {
        TakenDate(utc: $0.adding(minutes * 60), milliseconds: milliseconds, source: source)
      }.flatMap {
        TakenDate(
          day: $0.day, time: $0.time, milliseconds: milliseconds, offset: minutes, source: source)
      }
    }
    return date ?? self
  }
}
