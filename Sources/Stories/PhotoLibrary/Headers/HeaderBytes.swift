import WallfarmPluginKit

/// The one way in which bytes of a photo are read: nothing outside of the file is ever touched.
///
/// Each read gives nil where the bytes are not there, whatever the place and the count are. What is read lies
/// in a window of some kilobytes, so that a head costs a few calls of the system.
final class HeaderBytes {
  let size: Int
  private let source: any HeaderSource
  /// Bytes of the file from `start` on, as many as are `filled`.
  private var window = [UInt8](repeating: 0, count: HeaderBytes.page)
  private var start = 0
  private var filled = 0

  /// What went wrong with the source; from then on there are no more bytes.
  private(set) var failure: RenderError?

  /// How much is read at a time: a page while something is read, and less while parts are skipped.
  var pieceBytes = HeaderBytes.page
  static let page = 4096
  /// For going from part to part: a header and what follows it at once.
  static let hop = 64

  /// How many more parts are looked at.
  private var partsLeft = HeaderBytes.mostParts
  /// Segments, chunks, boxes and entries of lists.
  ///
  /// A PNG of 64 MiB has some 8,000 chunks, as libpng cuts it, and a HEIF file of 200 megapixels about 1,500
  /// boxes and entries; a file made of nothing but headers would keep a scan busy for minutes.
  static let mostParts = 10_000

  init(_ source: any HeaderSource) {
    self.source = source
    size = max(0, source.size)
  }

  /// Takes one of the parts that may be looked at; false when there were too many.
  func takePart() -> Bool {
    partsLeft -= 1
    return partsLeft >= 0
  }

  /// Whether there were more parts than may be looked at.
  var hasTooManyParts: Bool { partsLeft < 0 }

  // MARK: - Reading

  /// A whole number of up to eight bytes; nil where they are not there, or it is beyond all sizes.
  func number(at offset: Int, _ count: Int, isLittle: Bool = false) -> Int? {
    guard count <= 8, let first = place(of: offset, count) else { return nil }
    var number: UInt64 = 0
    for index in 0..<count {
      number = number << 8 | UInt64(window[isLittle ? first + count - 1 - index : first + index])
    }
    return Int(exactly: number)
  }

  /// One byte.
  func byte(at offset: Int) -> UInt8? { place(of: offset, 1).map { window[$0] } }

  /// Whether a text stands at a place.
  func has(_ text: StaticString, at offset: Int) -> Bool {
    guard let first = place(of: offset, text.utf8CodeUnitCount) else { return false }
    return text.withUTF8Buffer { window[first..<first + $0.count].elementsEqual($0) }
  }

  /// A copy of some bytes; what it is for bounds their count.
  func copy(_ range: Range<Int>) -> [UInt8]? {
    guard let first = place(of: range.lowerBound, range.count) else { return nil }
    return Array(window[first..<first + range.count])
  }

  /// Where a part of the file is in the window, which is read if need be.
  private func place(of offset: Int, _ count: Int) -> Int? {
    if offset >= start, count >= 0, offset - start <= filled - count { return offset - start }
    guard offset >= 0, count >= 0, count <= size, offset <= size - count else { return nil }
    return fill(offset, max(count, min(pieceBytes, size - offset))) >= count ? 0 : nil
  }

  /// Reads a new window; returns how many bytes it has.
  private func fill(_ offset: Int, _ count: Int) -> Int {
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

/// Reads numbers one after another out of a part of a file, and nothing outside of it.
struct HeaderCursor {
  let bytes: HeaderBytes
  private(set) var offset: Int
  let end: Int

  init(_ bytes: HeaderBytes, _ range: Range<Int>) {
    (self.bytes, offset, end) = (bytes, range.lowerBound, range.upperBound)
  }

  /// The next number of up to eight bytes, big-endian; 0 for none.
  mutating func next(_ count: Int) -> Int? {
    if count == 0 { return 0 }
    guard count <= end - offset, let number = bytes.number(at: offset, count) else { return nil }
    offset += count
    return number
  }

  /// Leaves some bytes out; false where there are fewer.
  mutating func skip(_ count: Int) -> Bool {
    guard count >= 0, count <= end - offset else { return false }
    offset += count
    return true
  }
}
