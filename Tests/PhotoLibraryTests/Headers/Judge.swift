import Foundation
import PhotoLibrary
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Compares the program's reader with exiftool.
struct Judge {
  /// The tag names of `exiftool -G1`.
  typealias Tags = [String: Any]
  let photos: [(path: String, tags: Tags)]

  /// Runs exiftool on all files of some folders.
  init(_ folders: [String]) throws {
    let run = Tool.run(
      "exiftool",
      [
        "-json", "-n", "-G1", "-r", "-q", "-c", "%.9f", "-ext", "jpg", "-ext", "jpeg",
        "-ext", "png", "-ext", "webp", "-ext", "heic", "-ext", "heif", "-ext", "avif",
      ] + folders)
    let all = try JSONSerialization.jsonObject(with: Data(run.text.utf8)) as? [Tags] ?? []
    photos = all.compactMap { tags in (tags["SourceFile"] as? String).map { ($0, tags) } }
  }

  /// Returns all differences as text, or an empty array if the results agree.
  static func differences(_ header: PhotoHeader, _ tags: Tags) -> [String] {
    let said = Said(tags, header.format)
    var found: [String] = []
    func compare<Value: Equatable>(_ what: String, _ ours: Value, _ theirs: Value) {
      if ours != theirs { found.append("\(what): \(ours), exiftool: \(theirs)") }
    }
    compare("pixels", header.pixels, said.pixels)
    compare("orientation", header.orientation, said.orientation)
    compare("make", header.make, said.text("IFD0:Make"))
    compare("model", header.model, said.text("IFD0:Model"))
    if let date = said.date { compare("date", header.taken, date) }
    compare("place", header.place == nil, said.place == nil)
    if let ours = header.place, let theirs = said.place {
      if abs(ours.latitude - theirs.latitude) > 1e-6
        || abs(ours.longitude - theirs.longitude) > 1e-6
        || abs((ours.altitude ?? 0) - (theirs.altitude ?? 0)) > 1e-3
      {
        found.append("place: \(ours), exiftool: \(theirs)")
      }
    }
    return found
  }
}

/// The values that the library should read, derived from exiftool's tags according to the rules of
/// the library.
private struct Said {
  let tags: Judge.Tags
  let format: PhotoHeader.Format?

  init(_ tags: Judge.Tags, _ format: PhotoHeader.Format?) {
    (self.tags, self.format) = (tags, format)
  }

  func raw(_ name: String) -> String? { tags[name].map { "\($0)" } }

  func text(_ name: String) -> String? {
    let text = raw(name)?.trimmingCharacters(in: .whitespaces)
    return text?.isEmpty == false ? text.map { String($0.prefix(64)) } : nil
  }

  func number(_ name: String) -> Double? { raw(name).flatMap(Double.init) }

  var pixels: PixelSize? {
    if let both = raw("QuickTime:ImageSpatialExtent")?.split(separator: " ").compactMap({ Int($0) }
    ),
      both.count == 2
    {
      return PixelSize(width: both[0], height: both[1])
    }
    for group in ["File", "PNG", "RIFF"] {
      if let width = number("\(group):ImageWidth"), let height = number("\(group):ImageHeight") {
        return PixelSize(width: Int(width), height: Int(height))
      }
    }
    return nil
  }

  /// In HEIF files, only the boxes rotate a picture; EXIF does not.
  var orientation: Int {
    guard format == .heif || format == .avif else {
      let told = number("IFD0:Orientation").map { Int($0) } ?? 1
      return (1...8).contains(told) ? told : 1
    }
    if let angle = number("QuickTime:Rotation") { return [1, 8, 3, 6][Int(angle) / 90 % 4] }
    return number("QuickTime:Mirroring").map { $0 == 0 ? 4 : 2 } ?? 1
  }

  var place: PhotoHeader.Place? {
    guard let north = number("Composite:GPSLatitude"), let east = number("Composite:GPSLongitude")
    else { return nil }
    return PhotoHeader.Place(
      latitude: north, longitude: east, altitude: number("Composite:GPSAltitude"))
  }

  /// The date in the library's order of precedence, or `nil` if exiftool shows no plain date.
  var date: TakenDate?? {
    for (name, fraction, zone, source) in [
      ("DateTimeOriginal", "SubSecTimeOriginal", "OffsetTimeOriginal", TakenDate.Source.original),
      ("CreateDate", "SubSecTimeDigitized", "OffsetTimeDigitized", .digitized),
    ] {
      guard let text = raw("ExifIFD:\(name)") ?? raw("IFD0:\(name)") else { continue }
      guard let (day, time) = Self.parts(text) else {
        if text.hasPrefix("0000") || text.allSatisfy({ " :".contains($0) }) { continue }
        return nil
      }
      var offset = raw("ExifIFD:\(zone)").flatMap(Self.offset)
      let written = raw("IFD0:ModifyDate")
      if offset == nil, written == nil || written == text {
        offset = raw("ExifIFD:OffsetTime").flatMap(Self.offset)
      }
      if !TakenDate.years.contains(day.year) { continue }
      let digits = raw("ExifIFD:\(fraction)")?.trimmingCharacters(in: .whitespaces) ?? "0"
      guard digits.allSatisfy({ "0123456789".contains($0) }) else { return nil }
      let milliseconds = Int((digits + "000").prefix(3)) ?? 0
      return TakenDate(
        day: day, time: time, milliseconds: milliseconds, offset: offset, source: source)
    }
    if let text = raw("GPS:GPSDateStamp"), let time = raw("GPS:GPSTimeStamp") {
      guard let (day, clock) = Self.parts("\(text) \(time.prefix(8))") else { return nil }
      let fraction = time.dropFirst(9)
      return TakenDate(
        day: day, time: clock, milliseconds: Int((fraction + "000").prefix(3)) ?? 0, clock: .utc,
        source: .gps)
    }
    for name in [
      "XMP-exif:DateTimeOriginal", "XMP-photoshop:DateCreated", "XMP-exif:DateTimeDigitized",
      "XMP-xmp:CreateDate",
    ] {
      guard let text = raw(name) else { continue }
      guard let (day, time) = Self.parts(String(text.prefix(19))) else { return nil }
      let rest = text.dropFirst(19)
      let fraction = rest.first == "." ? rest.dropFirst().prefix { $0.isNumber } : ""
      return TakenDate(
        day: day, time: time, milliseconds: Int((fraction + "000").prefix(3)) ?? 0,
        offset: Self.offset(String(rest.drop { !"+-Z".contains($0) })), source: .description)
    }
    for (day, time) in [
      ("DateCreated", "TimeCreated"), ("DigitalCreationDate", "DigitalCreationTime"),
    ] {
      guard let date = raw("IPTC:\(day)").flatMap({ Day($0.replacing(":", with: "-")) }) else {
        continue
      }
      let clock = raw("IPTC:\(time)")
      return TakenDate(
        day: date, time: clock.flatMap { ClockTime(String($0.prefix(8))) },
        offset: clock.flatMap { Self.offset(String($0.dropFirst(8))) }, source: .description)
    }
    return .some(nil)
  }

  private static func parts(_ text: String) -> (Day, ClockTime)? {
    guard let match = text.wholeMatch(of: /(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)/),
      let day = Day("\(match.1)-\(match.2)-\(match.3)"), let time = ClockTime(String(match.4))
    else { return nil }
    return (day, time)
  }

  private static func offset(_ text: String) -> Int? {
    if text == "Z" { return 0 }
    guard let match = text.wholeMatch(of: /([+-])(\d\d):(\d\d)/), let hours = Int(match.2),
      let minutes = Int(match.3)
    else { return nil }
    return (match.1 == "-" ? -1 : 1) * (hours * 60 + minutes)
  }
}
