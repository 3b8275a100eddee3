internal import CJPEG
import PNG
import WallfarmPluginKit

/// A band of a picture that libjpeg-turbo has encoded, split into headers and scan data.
struct JPEGBand: Sendable {
  /// The scan structure of a file.
  enum Layout {
    /// One scan with a restart marker between bands of rows.
    case bands(rows: Int)
    /// Progressive scans.
    case progressive
  }

  /// The bytes from the first marker through the header of the first scan.
  private let head: [UInt8]
  /// The scan data without the end marker.
  let data: [UInt8]

  /// The size of the band in bytes.
  var byteCount: Int { head.count + data.count }

  /// Returns the headers with the height of the band replaced by the height of the whole picture.
  func head(height: Int) -> [UInt8] {
    var head = head
    // In a baseline or progressive frame header, the height follows the marker, two bytes of length
    // and the precision (ITU-T T.81, B.2.2).
    for segment in JPEGBand.segments(of: head) where [0xC0, 0xC2].contains(segment.marker) {
      head[segment.start + 5] = UInt8(height >> 8)
      head[segment.start + 6] = UInt8(height & 0xFF)
    }
    return head
  }

  /// Encodes opaque rows.
  ///
  /// - Returns: The encoded band, or a `raster-failed` error if encoding fails.
  static func encode(
    _ pixels: borrowing PixelRows, _ rows: Range<Int>, _ quality: Int, _ layout: Layout
  ) -> Result<JPEGBand, RenderError> {
    let width = pixels.size.width
    var settings = wallfarm_jpeg_settings()
    settings.quality = Int32(quality)
    switch layout {
    case .bands(let rows): settings.restart_interval = UInt32((width + 7) / 8 * (rows / 8))
    case .progressive: settings.is_progressive = 1
    }
    var failure = [CChar](repeating: 0, count: 200)
    var status: Int32 = 0
    let file = [UInt8](
      unsafeUninitializedCapacity: wallfarm_jpeg_bound(UInt32(width), UInt32(rows.count))
    ) { target, count in
      count = target.count
      status = wallfarm_jpeg_encode(
        pixels.bytes(of: rows.lowerBound, from: 0), pixels.bytesPerRow, UInt32(width),
        UInt32(rows.count), settings, target.baseAddress, &count, &failure, failure.count)
      if status != 0 { count = 0 }
    }
    guard status == 0, let scan = segments(of: file).last, scan.marker == 0xDA else {
      let end = failure.firstIndex(of: 0) ?? failure.endIndex
      let reason = String(decoding: failure[..<end].map(UInt8.init(bitPattern:)), as: UTF8.self)
      return .failure(.encodingFailed("JPEG", reason))
    }
    return .success(
      JPEGBand(head: Array(file[..<scan.end]), data: Array(file[scan.end...].dropLast(2))))
  }

  /// Returns the segments after the first marker, up to and including the first scan header.
  ///
  /// The function works only for files that this encoder wrote.
  static func segments(of file: [UInt8]) -> [(marker: UInt8, start: Int, end: Int)] {
    var found: [(marker: UInt8, start: Int, end: Int)] = []
    var start = 2
    while start + 4 <= file.count, file[start] == 0xFF, found.last?.marker != 0xDA {
      let end = start + 2 + (Int(file[start + 2]) << 8 | Int(file[start + 3]))
      guard end <= file.count else { break }
      found.append((file[start + 1], start, end))
      start = end
    }
    return found
  }
}
