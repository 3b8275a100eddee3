import PhotoFormats
import WallfarmPluginKit

/// The relevant values of EXIF data, from its first directory, the EXIF directory and the GPS
/// directory.
struct ExifFacts {
  private(set) var orientation: Int?
  private(set) var make: String?
  private(set) var model: String?
  private(set) var isScreenshot = false
  private(set) var gps = GPSFacts()
  /// XMP and IPTC packets of a TIFF file.
  private(set) var xmp: [UInt8]?
  private(set) var iptc: [UInt8]?
  private var original = ExifTime()
  private var digitized = ExifTime()
  private var written = ExifTime()
  private var exifDirectory: Int?
  private var gpsDirectory: Int?

  /// The maximum length of a camera name in bytes.
  private static let longestName = 64

  /// Reads the first directory and the EXIF directory, and the GPS directory only if `readsPlaces`
  /// is true.
  init(_ reader: TIFFReader, readsPlaces: Bool) {
    var reader = reader
    var values = reader
    reader.forEachEntry(at: reader.first) { read($0, values) }
    if let exifDirectory {
      values = reader
      reader.forEachEntry(at: exifDirectory) { read($0, values) }
    }
    if readsPlaces, let gpsDirectory {
      values = reader
      reader.forEachEntry(at: gpsDirectory) { gps.read($0, values) }
    }
  }

  /// Reads an entry by its tag (Exif 2.32, 4.6.4 to 4.6.6); the maker note, 0x927C, is skipped.
  ///
  /// TIFF/EP stores dates in the first directory, so each tag is accepted in both the first
  /// directory and the EXIF directory. If a tag occurs more than once, the last occurrence counts.
  private mutating func read(_ entry: TIFFReader.Entry, _ values: TIFFReader) {
    switch entry.tag {
    case 0x010F: make = ExifFacts.name(values, entry) ?? make
    case 0x0110: model = ExifFacts.name(values, entry) ?? model
    case 0x0112: orientation = values.integer(entry).flatMap { (1...8).contains($0) ? $0 : nil }
    case 0x0132: written.text = values.text(entry, most: ExifTime.longest)
    case 0x9003: original.text = values.text(entry, most: ExifTime.longest)
    case 0x9004: digitized.text = values.text(entry, most: ExifTime.longest)
    case 0x9010: written.offset = values.text(entry, most: ExifTime.longest)
    case 0x9011: original.offset = values.text(entry, most: ExifTime.longest)
    case 0x9012: digitized.offset = values.text(entry, most: ExifTime.longest)
    case 0x9290: written.fraction = values.text(entry, most: ExifTime.longest)
    case 0x9291: original.fraction = values.text(entry, most: ExifTime.longest)
    case 0x9292: digitized.fraction = values.text(entry, most: ExifTime.longest)
    case 0x9286: isScreenshot = ExifFacts.isScreenshot(values, entry)
    case 0x02BC: xmp = values.copy(entry, most: XMPDate.mostBytes)
    case 0x83BB: iptc = values.copy(entry, most: IPTCDate.mostBytes)
    case 0x8769: exifDirectory = values.integer(entry)
    case 0x8825: gpsDirectory = values.integer(entry)
    default: break
    }
  }

  /// Candidates for the capture date, from most to least trusted.
  var taken: [TakenDate] {
    [
      original.date(.original, sharing: written), digitized.date(.digitized, sharing: written),
      gps.date,
    ].compactMap(\.self)
  }

  /// The date of the last change.
  var saved: TakenDate? { written.date(.saved, sharing: written) }

  private static func name(_ values: TIFFReader, _ entry: TIFFReader.Entry) -> String? {
    guard let bytes = values.text(entry, most: longestName) else { return nil }
    let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars.filter {
      $0.properties.generalCategory != .control && $0 != "\u{FFFD}"
    }
    let blank: Unicode.Scalar = " "
    let name = scalars.drop { $0 == blank }.reversed().drop { $0 == blank }.reversed()
    return name.isEmpty ? nil : String(String.UnicodeScalarView(name))
  }

  /// Whether the user comment marks an iOS screenshot: an 8-byte character code followed by
  /// "Screenshot".
  private static func isScreenshot(_ values: TIFFReader, _ entry: TIFFReader.Entry) -> Bool {
    guard let bytes = values.copy(entry, most: 18) else { return false }
    return bytes.dropFirst(8).elementsEqual("Screenshot".utf8)
  }
}
