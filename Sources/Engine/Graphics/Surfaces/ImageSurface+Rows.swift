internal import PNG
import WallfarmPluginKit

extension ImageSurface {
  /// Lends the rows of a nonempty surface to a closure.
  ///
  /// While rows are borrowed, the compiler excludes writers, because they need exclusive access.
  /// The only exception is ``ArrivingPixels``, whose readers wait for each row.
  borrowing func withRows<Result>(_ body: (borrowing PixelRows) -> Result) -> Result {
    withPixels { bytes in
      guard let base = bytes.baseAddress else { preconditionFailure("a surface without memory") }
      return body(PixelRows(base, stride: stride, size: size, digests: digests))
    }
  }

  /// Whether every pixel is opaque.
  public var isOpaque: Bool {
    withRows { $0.isOpaque(in: 0..<$0.size.height) }
  }
}
