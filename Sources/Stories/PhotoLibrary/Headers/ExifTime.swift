import WallfarmPluginKit

/// A time as EXIF tells it, in three tags: day and time, what is behind the second, and the zone.
struct ExifTime {
  var text: [UInt8]?
  var fraction: [UInt8]?
  var offset: [UInt8]?

  /// More than any time, fraction or zone has.
  static let longest = 40

  /// The date that the tags give; nil where they give none.
  ///
  /// Many phones tell only the zone of the time when the file was written. It counts for this one where both are
  /// the same time, so that an edit elsewhere does not move the photo.
  func date(_ source: TakenDate.Source, sharing written: ExifTime) -> TakenDate? {
    guard let text, let read = DateText(text) else { return nil }
    var zone = offset.flatMap(DateText.offset)
    if zone == nil, written.text == nil || written.text == text {
      zone = written.offset.flatMap(DateText.offset)
    }
    return TakenDate(
      day: read.day, time: read.time,
      milliseconds: fraction.flatMap(DateText.milliseconds) ?? read.milliseconds,
      offset: zone ?? read.offset, source: source)
  }
}
