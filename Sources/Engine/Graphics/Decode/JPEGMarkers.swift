import PhotoFormats

/// The metadata in the segments before the first scan: orientation, ICC profile, CMYK inversion and
/// comment.
struct JPEGMarkers {
  private(set) var orientation = Orientation.upright
  private(set) var profile: [UInt8]?
  /// Whether the file has an Adobe segment, which means that its CMYK values are inverted, as Adobe
  /// programs store them.
  private(set) var hasAdobeSegment = false
  private(set) var comment: String?
  private var hasExif = false

  init(_ bytes: [UInt8]) {
    var chunks: [Int: ArraySlice<UInt8>] = [:]
    let bytes = PhotoBytes(bytes)
    var segments = JPEGSegments(bytes)
    // Only segments before the first SOS marker are relevant.
    while let segment = try? segments.next(), segment.marker != 0xDA {
      read(segment, bytes, &chunks)
    }
    // The chunks of a profile are numbered from 1 (ICC.1, annex B.4).
    let parts = (1...max(1, chunks.count)).map { chunks[$0] }
    if !chunks.isEmpty, parts.allSatisfy({ $0 != nil }) { profile = parts.flatMap { $0 ?? [] } }
  }

  private mutating func read(
    _ segment: JPEGSegments.Segment, _ bytes: PhotoBytes,
    _ chunks: inout [Int: ArraySlice<UInt8>]
  ) {
    let data = bytes[segment.data]
    switch segment.marker {
    // Only the first EXIF segment is used, because continuation segments have no TIFF header.
    case 0xE1 where !hasExif:
      let exif = ExifBlock(bytes, segment.data)
      hasExif = exif.isMarked && TIFFReader(exif.withoutMark) != nil
      if hasExif { orientation = ExifReader.orientation(in: exif) }
    case 0xE2 where data.starts(with: Array("ICC_PROFILE\0".utf8)) && data.count > 14:
      chunks[Int(data[data.startIndex + 12])] = data.dropFirst(14)
    case 0xFE: comment = String(decoding: data, as: UTF8.self)
    case 0xEE where data.starts(with: Array("Adobe".utf8)): hasAdobeSegment = true
    default: break
    }
  }
}
