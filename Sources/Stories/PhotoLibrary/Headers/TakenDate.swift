package import WallfarmPluginKit

/// The capture time of a photo, with its precision and source.
package struct TakenDate: Hashable, Sendable {
  /// The source of a date, from most to least trusted.
  package enum Source: String, Hashable, Sendable, CaseIterable {
    /// EXIF `DateTimeOriginal`.
    case original
    /// EXIF `DateTimeDigitized`.
    case digitized
    /// GPS date and time in EXIF.
    case gps
    /// XMP (`exif:DateTimeOriginal`, `photoshop:DateCreated`, `xmp:CreateDate`), or IPTC.
    case description
    case fileName = "file-name"
    /// The time of the last change of the picture: EXIF `DateTime`, PNG `tIME`.
    case saved
    /// The file's modification time, which copying often changes.
    case modified
  }

  /// The clock that a date's day and time refer to.
  package enum Clock: String, Hashable, Sendable {
    /// Local time at the location of capture.
    case local
    /// UTC; the local time and day at the location of capture may differ.
    case utc
  }

  package let day: Day
  /// The time of day, to the second; nil if only the day is known.
  package let time: ClockTime?
  /// The milliseconds to add to `time`, 0…999.
  package let milliseconds: Int
  package let clock: Clock
  /// UTC offset of the local clock in minutes, −720…840; nil if unknown.
  package let offset: Int?
  package let source: Source

  /// Creates a date; nil if the year is implausible, such as 0000 from a clock that was never set.
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

  /// Accepted years, starting with the oldest surviving photo (Niépce, 1826 or 1827).
  package static let years = 1826...2100
  /// UTC offsets in minutes, from Baker Island to Kiritimati.
  package static let offsets = -12 * 60...14 * 60
}

extension TakenDate {
  /// Chooses the date of a photo from several sources.
  ///
  /// The sources, in order of precedence, are the metadata, the file name, the last change of the
  /// picture and the file's modification time. If the date in the metadata is a placeholder
  /// (``isPlaceholder``), the date in the file name takes precedence over it.
  ///
  /// - Parameters:
  ///   - header: the head of the photo.
  ///   - fileName: the name of the file, without folders.
  ///   - modified: the file's modification time.
  /// - Returns: the date; nil if no source has one.
  package static func best(
    _ header: PhotoHeader, fileName: String, modified: Moment?
  ) -> TakenDate? {
    let taken = header.taken
    if let taken, !taken.isPlaceholder { return taken }
    return FileNameDate.read(fileName) ?? taken ?? header.saved
      ?? modified.flatMap { TakenDate(utc: $0, source: .modified) }
  }

  /// Whether the date is the default date of a clock, or a date that faulty software is known to
  /// write.
  package var isPlaceholder: Bool {
    if source == .fileName || source == .modified { return false }
    if TakenDate.firstDays.contains(day) { return true }
    // The camera apps of some phones from 2013 write this date and time to every photo.
    return day == TakenDate.faultyDay && time?.seconds == 12 * 3600
  }

  /// The epochs of POSIX (1969-12-31 in time zones west of Greenwich), FAT, GPS, classic Mac OS and
  /// OLE, and default dates of camera clocks.
  private static let firstDays = Set(
    [
      "1970-01-01", "1969-12-31", "1980-01-01", "1980-01-06", "1904-01-01", "1899-12-30",
      "1900-01-01", "2000-01-01",
    ].compactMap { Day($0) })
  private static let faultyDay = Day("2002-12-08")

  /// Creates a date in UTC; nil if the year is not in ``years``.
  package init?(utc moment: Moment, milliseconds: Int = 0, source: Source) {
    let days = (Double(moment.seconds) / 86_400).rounded(.down)
    guard let day = Day(number: Int(days)) else { return nil }
    self.init(
      day: day, time: ClockTime(seconds: moment.seconds - Int(days) * 86_400),
      milliseconds: milliseconds, clock: .utc, source: source)
  }

  /// The point in time; nil if the time of day or the UTC offset is unknown.
  package var moment: Moment? {
    guard let time else { return nil }
    let seconds = day.number * 86_400 + time.seconds
    switch clock {
    case .utc: return Moment(seconds: seconds)
    case .local: return offset.map { Moment(seconds: seconds - $0 * 60) }
    }
  }

  /// Converts the date to local time with the given UTC offset in minutes.
  ///
  /// If the photo has its own UTC offset, that offset is used instead.
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
