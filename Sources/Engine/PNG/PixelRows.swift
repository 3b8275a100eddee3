package import WallfarmPluginKit

/// The pixels of a surface for as long as they are lent, to be read on any thread.
///
/// A pixel is alpha, red, green and blue from the highest byte of a word to the lowest, the colours
/// multiplied with alpha. Unchecked, because the lender lets none write meanwhile. Not copyable, so that
/// rows cannot be kept for longer.
package struct PixelRows: ~Copyable, @unchecked Sendable {
  private let base: UnsafeRawPointer
  private let stride: Int
  /// Pixels of a row, and rows.
  package let size: PixelSize

  /// Lends memory with a pixel of four bytes behind the other, rows `stride` bytes apart.
  package init(_ base: UnsafeRawPointer, stride: Int, size: PixelSize) {
    (self.base, self.stride, self.size) = (base, stride, size)
  }

  /// The pixels of one row.
  package subscript(y: Int) -> UnsafeBufferPointer<UInt32> {
    UnsafeBufferPointer(
      start: (base + y * stride).assumingMemoryBound(to: UInt32.self), count: size.width)
  }

  /// From one row to the next, in bytes.
  package var bytesPerRow: Int { stride }

  /// The memory of a row from a pixel on.
  package func bytes(of y: Int, from x: Int) -> UnsafePointer<UInt8> {
    (base + y * stride + x * 4).assumingMemoryBound(to: UInt8.self)
  }

  /// Whether no pixel of some rows lets anything through.
  package func isOpaque(in rows: Range<Int>) -> Bool {
    rows.allSatisfy { y in self[y].reduce(UInt32.max, &) >> 24 == 255 }
  }

  /// The memory of some rows.
  package func bytes(of rows: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: base + rows.lowerBound * stride, count: rows.count * stride)
  }
}
