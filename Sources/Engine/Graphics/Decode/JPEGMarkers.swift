import PhotoFormats

/// What the segments before the picture of a JPEG file say: orientation, colour profile, inks,
/// and a comment.
struct JPEGMarkers {
  private(set) var orientation = Orientation.upright
  private(set) var profile: [UInt8]?
  /// Adobe programs store the four inks of CMYK upside down, and say so by their own segment.
  private(set) var hasAdobeSegment = false
  private(set) var comment: String?
  private var hasExif = false

  init(_ bytes: [UInt8]) {
    var chunks: [Int: ArraySlice<UInt8>] = [:]
    let bytes = PhotoBytes(bytes)
    var segments = JPEGSegments(bytes)
    // When the scan begins, no more segments matter.
    while let segment = try? segments.next(), segment.marker != 0xDA {
      read(segment, bytes, &chunks)
    }
    // ICC.1, annex B.4: the parts are numbered from 1.
    let parts = (1...max(1, chunks.count)).map { chunks[$0] }
    if !chunks.isEmpty, parts.allSatisfy({ $0 != nil }) { profile = parts.flatMap { $0 ?? [] } }
  }

  private mutating func read(
    _ segment: JPEGSegments.Segment, _ bytes: PhotoBytes,
    _ chunks: inout [Int: ArraySlice<UInt8>]
  ) {
    let data = bytes[segment.data]
    switch segment.marker {
    // The first one counts. A second part of data that one segment cannot hold has no header of its own.
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
