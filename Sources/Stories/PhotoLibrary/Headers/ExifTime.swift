import WallfarmPluginKit

/// An EXIF time, which is stored in three tags: date and time, fraction of a second, and UTC
/// offset.
struct ExifTime {
  var text: [UInt8]?
  var fraction: [UInt8]?
  var offset: [UInt8]?

  /// The maximum tag length in bytes.
  static let longest = 40

  /// The combined date; nil if the tags contain no valid date.
  ///
  /// Many phones write the UTC offset only for the modification time. That offset is used only if
  /// the modification time equals this time or is missing, so that an edit in another time zone
  /// does not change the time of the photo.
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
