internal import Glibc
package import WallfarmPluginKit

/// Reads the bytes of a photo with bounds checks.
///
/// A read returns nil if its range is not completely inside the file. The bytes of a ``ByteSource``
/// are read through a window of a few kilobytes, so that a header takes only a few system calls.
package final class PhotoBytes {
  package let size: Int
  /// The source of the bytes; nil if the window contains all of them.
  private let source: (any ByteSource)?
  /// The part of the file that is in memory, starting at the offset `start`.
  ///
  /// Only the first `filled` bytes are valid.
  private var window: [UInt8]
  private var start = 0
  private var filled: Int

  /// The error that the source reported; after an error, all reads return nil.
  package private(set) var failure: RenderError?

  /// The minimum number of bytes per read: a page for contents, or fewer bytes while parts are
  /// skipped.
  package var pieceBytes = PhotoBytes.page
  package static let page = 4096
  /// The number of bytes per read while parts are skipped: enough for a header and a few bytes
  /// after it.
  package static let hop = 64

  /// The number of segments, chunks, boxes and list entries that have been read.
  private var partCount = 0
  private let mostParts: Int
  /// The maximum number of parts that can be read from a source.
  ///
  /// libpng splits a PNG of 64 MiB into about 8,000 chunks, and a HEIF file of 200 megapixels has
  /// about 1,500 boxes and entries. Without a limit, scanning a file that contains only headers
  /// would take minutes.
  package static let mostParts = 10_000

  /// Reads from a source through a window.
  package init(_ source: any ByteSource) {
    self.source = source
    size = max(0, source.size)
    window = [UInt8](repeating: 0, count: PhotoBytes.page)
    filled = 0
    mostParts = PhotoBytes.mostParts
  }

  /// Reads from memory without copying the bytes.
  package init(_ bytes: [UInt8], mostParts: Int = .max) {
    source = nil
    (window, filled, size) = (bytes, bytes.count, bytes.count)
    self.mostParts = mostParts
  }

  // MARK: - Parts

  /// Counts a part that was read.
  ///
  /// - Throws: a flaw if the maximum number of parts is exceeded.
  func takePart() throws(PhotoFlaw) {
    partCount += 1
    guard partCount <= mostParts else { throw .tooManyParts(mostParts) }
  }

  /// Counts a marker without data, such as a restart marker in a JPEG scan.
  ///
  /// Markers are counted only if the bytes come from a source.
  func takeMarker() throws(PhotoFlaw) {
    if isWindowed { try takePart() }
  }

  /// Whether the bytes are read from a source instead of from memory.
  var isWindowed: Bool { source != nil }

  // MARK: - Reading

  /// Reads an unsigned integer of up to 8 bytes; nil if it is outside the file or greater than
  /// `Int.max`.
  package func number(at offset: Int, _ count: Int, isLittle: Bool = false) -> Int? {
    guard count <= 8, let first = place(of: offset, count) else { return nil }
    var number: UInt64 = 0
    for index in 0..<count {
      number = number << 8 | UInt64(window[isLittle ? first + count - 1 - index : first + index])
    }
    return Int(exactly: number)
  }

  /// Returns the byte at an offset; nil if the offset is outside the file.
  package func byte(at offset: Int) -> UInt8? { place(of: offset, 1).map { window[$0] } }

  /// Returns the four-character code at an offset; nil if the code is not completely inside the
  /// file.
  package func name(at offset: Int) -> FourCC? {
    number(at: offset, 4).map { FourCC(UInt32(truncatingIfNeeded: $0)) }
  }

  /// Whether the bytes at an offset equal a string.
  package func has(_ text: StaticString, at offset: Int) -> Bool {
    guard let first = place(of: offset, text.utf8CodeUnitCount) else { return false }
    return text.withUTF8Buffer { window[first..<first + $0.count].elementsEqual($0) }
  }

  /// Copies a range of bytes; the caller must limit the length of the range.
  package func copy(_ range: Range<Int>) -> [UInt8]? {
    guard let first = place(of: range.lowerBound, range.count) else { return nil }
    return Array(window[first..<first + range.count])
  }

  /// The bytes in a range; empty if the range is outside the file.
  ///
  /// Bytes in memory are not copied.
  package subscript(range: Range<Int>) -> ArraySlice<UInt8> {
    place(of: range.lowerBound, range.count).map { window[$0..<$0 + range.count] } ?? []
  }

  /// Returns the first offset in a range at which a byte has a given value.
  func firstOffset(of byte: UInt8, in range: Range<Int>) -> Int? {
    var offset = range.lowerBound
    while offset < range.upperBound, let first = place(of: offset, 1) {
      let count = min(range.upperBound - offset, filled - first)
      let found: Int? = window.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return nil }
        return memchr(base + first, Int32(byte), count).map { UnsafeRawPointer($0) - base }
      }
      if let found { return start + found }
      offset += count
    }
    return nil
  }

  /// Returns the index in the window at which a byte range begins; reads a new window if necessary.
  private func place(of offset: Int, _ count: Int) -> Int? {
    if offset >= start, count >= 0, offset - start <= filled - count { return offset - start }
    guard offset >= 0, count >= 0, count <= size, offset <= size - count else { return nil }
    return fill(offset, max(count, min(pieceBytes, size - offset))) >= count ? 0 : nil
  }

  /// Reads a new window and returns its size in bytes.
  private func fill(_ offset: Int, _ count: Int) -> Int {
    guard let source else { return 0 }
    filled = 0
    guard failure == nil else { return 0 }
    if window.count < count { window = [UInt8](repeating: 0, count: count) }
    start = offset
    do throws(RenderError) {
      filled = try window.withUnsafeMutableBufferPointer { (buffer) throws(RenderError) in
        let piece = UnsafeMutableBufferPointer(rebasing: buffer[..<count])
        return try source.read(at: offset, into: UnsafeMutableRawBufferPointer(piece))
      }
    } catch {
      failure = error
    }
    // The source returns fewer bytes than requested if the file was truncated in the meantime.
    filled = min(max(0, filled), count)
    return filled
  }
}
