internal import Glibc
package import WallfarmPluginKit

/// The bytes of a photo: nothing outside of the file is ever touched.
///
/// Each read gives nil where the bytes are not there, whatever the offset and the count are. The bytes of a
/// ``ByteSource`` are read in a window of some kilobytes, so that a head costs a few calls of the system.
package final class PhotoBytes {
  package let size: Int
  /// Nil where the window holds all bytes.
  private let source: (any ByteSource)?
  /// Bytes of the file from `start` on, as many as are `filled`.
  private var window: [UInt8]
  private var start = 0
  private var filled: Int

  /// The failure of the source; from then on there are no more bytes.
  package private(set) var failure: RenderError?

  /// How much is read at a time: a page while something is read, and less while parts are skipped.
  package var pieceBytes = PhotoBytes.page
  package static let page = 4096
  /// For going from part to part: a header and what follows it at once.
  package static let hop = 64

  /// Segments, chunks and boxes that were looked at, and entries of lists in a source.
  package private(set) var partCount = 0
  private let mostParts: Int
  /// Maximum number of parts of a source.
  ///
  /// A PNG of 64 MiB has some 8,000 chunks, as libpng cuts it, and a HEIF file of 200 megapixels about 1,500
  /// boxes and entries; a file made of nothing but headers would keep a scan busy for minutes.
  package static let mostParts = 10_000

  /// Reads a source piece by piece.
  package init(_ source: any ByteSource) {
    self.source = source
    size = max(0, source.size)
    window = [UInt8](repeating: 0, count: PhotoBytes.page)
    filled = 0
    mostParts = PhotoBytes.mostParts
  }

  /// Reads memory, without copying it.
  package init(_ bytes: [UInt8], mostParts: Int = .max) {
    source = nil
    (window, filled, size) = (bytes, bytes.count, bytes.count)
    self.mostParts = mostParts
  }

  // MARK: - Parts

  /// Counts one part more.
  ///
  /// - Throws: where there are too many.
  func takePart() throws(PhotoFlaw) {
    partCount += 1
    guard partCount <= mostParts else { throw .tooManyParts(mostParts) }
  }

  /// Counts an entry of a list; those of memory are not limited.
  func takeEntry() throws(PhotoFlaw) {
    if limitsEntries { try takePart() }
  }

  /// Whether entries of lists count as parts.
  var limitsEntries: Bool { source != nil }

  // MARK: - Reading

  /// A whole number of up to eight bytes; nil where they are not there, or it is greater than `Int.max`.
  package func number(at offset: Int, _ count: Int, isLittle: Bool = false) -> Int? {
    guard count <= 8, let first = place(of: offset, count) else { return nil }
    var number: UInt64 = 0
    for index in 0..<count {
      number = number << 8 | UInt64(window[isLittle ? first + count - 1 - index : first + index])
    }
    return Int(exactly: number)
  }

  /// One byte.
  package func byte(at offset: Int) -> UInt8? { place(of: offset, 1).map { window[$0] } }

  /// The name of a part.
  package func name(at offset: Int) -> FourCC? {
    number(at: offset, 4).map { FourCC(UInt32(truncatingIfNeeded: $0)) }
  }

  /// Whether a text stands at an offset.
  package func has(_ text: StaticString, at offset: Int) -> Bool {
    guard let first = place(of: offset, text.utf8CodeUnitCount) else { return false }
    return text.withUTF8Buffer { window[first..<first + $0.count].elementsEqual($0) }
  }

  /// A copy of some bytes; the caller bounds their count.
  package func copy(_ range: Range<Int>) -> [UInt8]? {
    guard let first = place(of: range.lowerBound, range.count) else { return nil }
    return Array(window[first..<first + range.count])
  }

  /// The bytes of a range, without a copy where they are in memory; none where they are not all there.
  package subscript(range: Range<Int>) -> ArraySlice<UInt8> {
    place(of: range.lowerBound, range.count).map { window[$0..<$0 + range.count] } ?? []
  }

  /// The first offset in a range that has a byte.
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

  /// Where a part of the file is in the window, which is read if need be.
  private func place(of offset: Int, _ count: Int) -> Int? {
    if offset >= start, count >= 0, offset - start <= filled - count { return offset - start }
    guard offset >= 0, count >= 0, count <= size, offset <= size - count else { return nil }
    return fill(offset, max(count, min(pieceBytes, size - offset))) >= count ? 0 : nil
  }

  /// Reads a new window; returns how many bytes it has.
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
    // Fewer than there should be: the file has become shorter meanwhile.
    filled = min(max(0, filled), count)
    return filled
  }
}
