import WallfarmPluginKit

/// The pixels of a surface for as long as they are lent, to be read on any thread.
///
/// Unchecked, because none writes to a surface while its rows are lent: `withRows` borrows it, and
/// all that writes needs it exclusively. Not copyable, so that rows cannot be kept for longer. The one
/// exception are ``ArrivingPixels``, whose readers wait for each row.
struct PixelRows: ~Copyable, @unchecked Sendable {
  private let base: UnsafeRawPointer
  private let stride: Int
  let size: PixelSize

  fileprivate init(_ base: UnsafeRawPointer, stride: Int, size: PixelSize) {
    (self.base, self.stride, self.size) = (base, stride, size)
  }

  /// The pixels of one row.
  subscript(y: Int) -> UnsafeBufferPointer<UInt32> {
    UnsafeBufferPointer(
      start: (base + y * stride).assumingMemoryBound(to: UInt32.self), count: size.width)
  }

  /// The memory of a row from a pixel on.
  func bytes(of y: Int, from x: Int) -> UnsafePointer<UInt8> {
    (base + y * stride + x * 4).assumingMemoryBound(to: UInt8.self)
  }

  /// The memory of some rows.
  func bytes(of rows: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: base + rows.lowerBound * stride, count: rows.count * stride)
  }
}

extension ImageSurface {
  /// Lends the rows of a surface that has any.
  borrowing func withRows<Result>(_ body: (borrowing PixelRows) -> Result) -> Result {
    withPixels { bytes in
      guard let base = bytes.baseAddress else { preconditionFailure("a surface without memory") }
      return body(PixelRows(base, stride: stride, size: size))
    }
  }
}
