import PhotoFormats
import WallfarmPluginKit

/// What the GPS directory of EXIF says (Exif 2.32, 4.6.6): a place, and the time of the satellites.
struct GPSFacts {
  private var latitude = Angle()
  private var longitude = Angle()
  private var altitude: Double?
  private var isBelow = false
  private var day: Day?
  private var time: ClockTime?
  private var milliseconds = 0

  /// Degrees without a sign, and the letter that gives it.
  private struct Angle {
    var degrees: Double?
    var reference: UInt8?

    /// Which half of Earth it is on has to be said: the wrong one is worse than none.
    func signed(_ positive: UInt8, _ negative: UInt8) -> Double? {
      guard let degrees, let reference else { return nil }
      // In capitals.
      switch reference & 0xDF {
      case positive: return degrees
      case negative: return -degrees
      default: return nil
      }
    }
  }

  /// Takes an entry.
  mutating func read(_ entry: TIFFReader.Entry, _ values: TIFFReader) {
    switch entry.tag {
    case 1: latitude.reference = values.text(entry, most: 2)?.first
    case 2: latitude.degrees = GPSFacts.degrees(values, entry)
    case 3: longitude.reference = values.text(entry, most: 2)?.first
    case 4: longitude.degrees = GPSFacts.degrees(values, entry)
    // Exif 2.32 has 0 and 1; Exif 3.0 adds 2 and 3 for another surface, and odd ones are below as well.
    case 5: isBelow = values.integer(entry).map { $0 & 1 == 1 } ?? false
    case 6: altitude = values.rational(entry)?.value
    case 7: readTime(entry, values)
    case 0x1D: day = values.text(entry, most: ExifTime.longest).flatMap(DateText.init)?.day
    default: break
    }
  }

  /// Where it is; nil where a part of it is missing or cannot be.
  var place: PhotoHeader.Place? {
    guard let north = latitude.signed(UInt8(ascii: "N"), UInt8(ascii: "S")),
      let east = longitude.signed(UInt8(ascii: "E"), UInt8(ascii: "W"))
    else { return nil }
    return PhotoHeader.Place(
      latitude: north, longitude: east, altitude: altitude.map { isBelow ? -$0 : $0 })
  }

  /// When that was, in UTC; the day alone is not enough.
  var date: TakenDate? {
    guard let day, let time else { return nil }
    return TakenDate(
      day: day, time: time, milliseconds: milliseconds, clock: .utc, source: .gps)
  }

  /// Degrees, minutes and seconds, of which any may have a fraction and the later ones may be missing.
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
    // 33.1 s has to be 33,100 ms, whatever the fraction makes of it.
    let moment = Int(((hour * 60 + minute) * 60_000 + second * 1000 + 1e-6).rounded(.down))
    time = ClockTime(seconds: moment / 1000)
    milliseconds = moment % 1000
  }
}
