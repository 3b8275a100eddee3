internal import CQREncode
public import WallfarmPluginKit

/// A QR code (ISO/IEC 18004), encoded by libqrencode.
public struct QRCode: Sendable, Hashable {
  /// The width and height of the code in modules, 21…177.
  public let size: Int
  /// The modules in row order; `true` means dark.
  private let squares: [Bool]

  /// The width, in modules, of the light border that scanners require.
  public static let quietZone = CodeSquares.quietZone

  /// Encodes text as the smallest code with error correction level M, which recovers from 15%
  /// damage.
  ///
  /// - Throws: `invalid-parameter` for empty text or text of more than 2,331 bytes.
  public init(_ text: String) throws(RenderError) {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty,
      let code = QRcode_encodeData(Int32(clamping: bytes.count), bytes, 0, QR_ECLEVEL_M)
    else {
      throw RenderError(
        .invalidParameter,
        bytes.isEmpty
          ? "the text of the QR code is empty"
          : "the text is \(bytes.count) bytes long, which is too long for a QR code",
        hint: bytes.isEmpty ? "write a text" : "shorten it to at most 2331 bytes")
    }
    defer { QRcode_free(code) }
    let width = Int(code.pointee.width)
    size = width
    // The lowest bit of each byte is set for a dark module.
    squares = (0..<width * width).map { code.pointee.data[$0] & 1 == 1 }
  }

  /// Whether the module at column `x` and row `y` is dark.
  public subscript(x: Int, y: Int) -> Bool { squares[y * size + x] }

  /// The code in the form that plugins receive: a few long runs instead of many modules.
  public var asSquares: CodeSquares { CodeSquares(size: size, runs: runs) }

  /// The horizontal runs of dark modules, row by row.
  public var runs: [CodeSquares.Run] {
    var runs: [CodeSquares.Run] = []
    for y in 0..<size {
      var x = 0
      while x < size {
        guard self[x, y] else {
          x += 1
          continue
        }
        let start = x
        while x < size, self[x, y] { x += 1 }
        runs.append(CodeSquares.Run(x: start, y: y, length: x - start))
      }
    }
    return runs
  }
}

/// Encodes QR codes for plugins.
public struct QRCodes: CodeMaker {
  /// Creates an encoder, which has no state.
  public init() {}

  /// Encodes text as a QR code; see ``CodeMaker/code(for:)``.
  public func code(for text: String) throws(RenderError) -> CodeSquares {
    try QRCode(text).asSquares
  }
}
