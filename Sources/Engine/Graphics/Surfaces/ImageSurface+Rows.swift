internal import PNG
import WallfarmPluginKit

extension ImageSurface {
  /// Lends the rows of a surface that has any.
  ///
  /// None writes to it meanwhile: this borrows it, and all that writes needs it exclusively. The one
  /// exception are ``ArrivingPixels``, whose readers wait for each row.
  borrowing func withRows<Result>(_ body: (borrowing PixelRows) -> Result) -> Result {
    withPixels { bytes in
      guard let base = bytes.baseAddress else { preconditionFailure("a surface without memory") }
      return body(PixelRows(base, stride: stride, size: size))
    }
  }

  /// Whether no pixel lets anything through.
  public var isOpaque: Bool {
    withRows { $0.isOpaque(in: 0..<$0.size.height) }
  }
}
