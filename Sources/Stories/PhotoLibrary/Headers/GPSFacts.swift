import PhotoFormats
import WallfarmPluginKit

/// Position and time from the GPS directory of EXIF (Exif 2.32, 4.6.6).
struct GPSFacts {
  private var latitude = Angle()
  private var longitude = Angle()
  private var altitude: Double?
  private var isBelow = false
  private var day: Day?
  private var time: ClockTime?
  private var milliseconds = 0

  /// Unsigned degrees and the hemisphere letter.
  private struct Angle {
    var degrees: Double?
    var reference: UInt8?

    /// The signed angle; nil without a hemisphere, because a wrong hemisphere is worse than no
    /// position.
    func signed(_ positive: UInt8, _ negative: UInt8) -> Double? {
      guard let degrees, let reference else { return nil }
      // Convert the letter to uppercase.
      switch reference & 0xDF {
      case positive: return degrees
      case negative: return -degrees
      default: return nil
      }
    }
  }

  /// Reads an entry by its tag.
  mutating func read(_ entry: TIFFReader.Entry, _ values: TIFFReader) {
    switch entry.tag {
    case 1: latitude.reference = values.text(entry, most: 2)?.first
    case 2: latitude.degrees = GPSFacts.degrees(values, entry)
    case 3: longitude.reference = values.text(entry, most: 2)?.first
    case 4: longitude.degrees = GPSFacts.degrees(values, entry)
    // Exif 2.32 defines 0 and 1; Exif 3.0 adds 2 and 3 for another reference surface. Odd values
    // mean that the altitude is below the surface.
    case 5: isBelow = values.integer(entry).map { $0 & 1 == 1 } ?? false
    case 6: altitude = values.rational(entry)?.value
    case 7: readTime(entry, values)
    case 0x1D: day = values.text(entry, most: ExifTime.longest).flatMap(DateText.init)?.day
    default: break
    }
  }

  /// The position; nil if it is incomplete or invalid.
  var place: PhotoHeader.Place? {
    guard let north = latitude.signed(UInt8(ascii: "N"), UInt8(ascii: "S")),
      let east = longitude.signed(UInt8(ascii: "E"), UInt8(ascii: "W"))
    else { return nil }
    return PhotoHeader.Place(
      latitude: north, longitude: east, altitude: altitude.map { isBelow ? -$0 : $0 })
  }

  /// The GPS time in UTC; nil without a time of day.
  var date: TakenDate? {
    guard let day, let time else { return nil }
    return TakenDate(
      day: day, time: time, milliseconds: milliseconds, clock: .utc, source: .gps)
  }

  /// Converts one to three fractions (degrees, minutes, seconds) to degrees; any of the values may
  /// have decimal places.
  private static func degrees(_ values: TIFFReader, _ entry: TIFFReader.Entry) -> Double? {
    guard let first = values.rational(entry)?.value, first >= 0 else { return nil }
    var degrees = first
    for (index, share) in [(1, 60.0), (2, 3600.0)] where index < entry.count {
      guard let part = values.rational(entry, index) else { return nil }
      if part.isUnknown { continue }
      guard let value = part.value, value >= 0 else { return nil }
      degrees += value / share
    }
    return degrees
  }

  private mutating func readTime(_ entry: TIFFReader.Entry, _ values: TIFFReader) {
    guard entry.count == 3, let hour = values.rational(entry, 0)?.value,
      let minute = values.rational(entry, 1)?.value,
      let second = values.rational(entry, 2)?.value,
      (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second)
    else { return }
    // Round such that 33.1 s becomes 33,100 ms despite floating-point errors.
    let moment = Int(((hour * 60 + minute) * 60_000 + second * 1000 + 1e-6).rounded(.down))
    time = ClockTime(seconds: moment / 1000)
    milliseconds = moment % 1000
  }
}
