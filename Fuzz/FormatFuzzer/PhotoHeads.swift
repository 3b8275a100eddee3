import PhotoFormats
import PhotoLibrary
import WallfarmPluginKit

/// Fuzzes the beginning and end of photo files in every format, and file names.
///
/// The first byte selects the target: 255 selects a file name; any other value selects a photo,
/// which is parsed both complete and truncated. Parsing must terminate, stay within the bytes, and
/// return plausible values.
func fuzzPhotoHead(_ bytes: [UInt8]) {
  guard let first = bytes.first else { return }
  if first == 255 {
    let name = String(decoding: bytes.dropFirst(), as: UTF8.self)
    if let date = FileNameDate.read(name) { check(date) }
  } else {
    fuzzPhoto(Array(bytes.dropFirst()), cut: Int(first))
  }
}

private func fuzzPhoto(_ bytes: [UInt8], cut: Int) {
  let whole = read(bytes)
  let without = read(bytes, readsPlaces: false)
  check(
    without.place == nil && without.taken?.source != .gps,
    "a place was read although places are excluded")
  check(
    without.make == whole.make && without.pixels == whole.pixels,
    "reading places changes other fields")
  // Reading truncated input must not access bytes beyond its end.
  _ = read(Array(bytes.prefix(bytes.count * cut / 255)))
}

private func read(_ bytes: [UInt8], readsPlaces: Bool = true) -> PhotoHeader {
  let source = MemorySource(bytes)
  do throws(RenderError) {
    let header = try PhotoHeader.read(from: source, readsPlaces: readsPlaces)
    let tail = try PhotoTail.damage(of: source, header)
    check(header.damage == nil || tail == header.damage, "damage in the head is not reported")
    check(header)
    return header
  } catch {
    fatalError("memory cannot be read: \(error)")
  }
}

private func check(_ header: PhotoHeader) {
  check((1...8).contains(header.orientation), "an invalid orientation")
  check((header.make?.count ?? 0) <= 64 && (header.model?.count ?? 0) <= 64, "a name is too long")
  check(header.format != nil || header.damage != nil, "an unknown format without an error")
  if let pixels = header.pixels { check(pixels.width > 0 && pixels.height > 0, "no pixels") }
  if let place = header.place {
    check(
      abs(place.latitude) <= 90 && abs(place.longitude) <= 180,
      "a place outside the valid coordinates")
    check(place.altitude?.isFinite ?? true, "an infinite altitude")
  }
  if let date = header.taken { check(date) }
  if let date = header.saved { check(date) }
}

private func check(_ date: TakenDate) {
  check(TakenDate.years.contains(date.day.year), "an implausible year")
  check((0..<1000).contains(date.milliseconds), "invalid milliseconds")
  check(date.offset.map(TakenDate.offsets.contains) ?? true, "an invalid UTC offset")
  check(date.with(offset: 840).clock == .local || date.time == nil, "a UTC offset has no effect")
}
