internal import PNG
import WallfarmPluginKit

extension ImageSurface {
  /// Lends the rows of a nonempty surface to a closure.
  ///
  /// The compiler prevents writes while the rows are borrowed, because a write requires exclusive
  /// access. The only exception is ``ArrivingPixels``: a thread may fill rows that are already
  /// borrowed, and readers wait for each row.
  borrowing func withRows<Result>(_ body: (borrowing PixelRows) -> Result) -> Result {
    withPixels { bytes in
      guard let base = bytes.baseAddress else { preconditionFailure("the surface has no memory") }
      return body(PixelRows(base, stride: stride, size: size, digests: digests))
    }
  }

  /// Whether every pixel is opaque.
  public var isOpaque: Bool {
    withRows { $0.isOpaque(in: 0..<$0.size.height) }
  }
}
