package import WallfarmPluginKit

/// Borrowed pixels of a surface, which can be read on any thread.
///
/// A pixel is a native-endian ARGB word with premultiplied alpha. The type is `@unchecked Sendable`
/// because the surface prevents writes while its pixels are borrowed. The type is noncopyable, so
/// that the rows cannot outlive the borrow.
package struct PixelRows: ~Copyable, @unchecked Sendable {
  private let base: UnsafeRawPointer
  private let stride: Int
  private let digests: RowDigests
  /// The width and height in pixels.
  package let size: PixelSize

  /// Borrows memory with 4 bytes per pixel and `stride` bytes per row.
  ///
  /// The parameter `digests` caches the digests of the bands.
  package init(
    _ base: UnsafeRawPointer, stride: Int, size: PixelSize, digests: RowDigests
  ) {
    (self.base, self.stride, self.size, self.digests) = (base, stride, size, digests)
  }

  /// The digest of the pixels in a range of rows.
  package func digest(of rows: Range<Int>) -> BandDigest {
    digests.digest(of: rows) { BandDigest(of: bytes(of: rows)) }
  }

  /// The pixels of one row.
  package subscript(y: Int) -> UnsafeBufferPointer<UInt32> {
    UnsafeBufferPointer(
      start: (base + y * stride).assumingMemoryBound(to: UInt32.self), count: size.width)
  }

  /// The stride in bytes.
  package var bytesPerRow: Int { stride }

  /// Returns a pointer to the bytes of a row, starting at the pixel `x`.
  package func bytes(of y: Int, from x: Int) -> UnsafePointer<UInt8> {
    (base + y * stride + x * 4).assumingMemoryBound(to: UInt8.self)
  }

  /// Whether all pixels in a range of rows are opaque.
  package func isOpaque(in rows: Range<Int>) -> Bool {
    rows.allSatisfy { y in self[y].reduce(UInt32.max, &) >> 24 == 255 }
  }

  /// The bytes in a range of rows.
  package func bytes(of rows: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: base + rows.lowerBound * stride, count: rows.count * stride)
  }
}
