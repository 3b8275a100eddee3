internal import CQREncode
public import WallfarmPluginKit

/// A text as squares that cameras read (ISO/IEC 18004), made by libqrencode.
public struct QRCode: Sendable, Hashable {
  /// Squares on each side, 21…177.
  public let size: Int
  /// Row by row; true is dark.
  private let squares: [Bool]

  /// Light squares that readers need on every side.
  public static let quietZone = CodeSquares.quietZone

  /// Makes the smallest code for a text; a sixth of it may be damaged and it is still read.
  ///
  /// - Throws: `invalid-parameter` for a text that no code can hold: more than 2,331 bytes.
  public init(_ text: String) throws(RenderError) {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty,
      let code = QRcode_encodeData(Int32(clamping: bytes.count), bytes, 0, QR_ECLEVEL_M)
    else {
      throw RenderError(
        .invalidParameter,
        bytes.isEmpty
          ? "a QR code needs some text" : "a text of \(bytes.count) bytes fits no QR code",
        hint: "a code of this kind holds up to 2331 bytes")
    }
    defer { QRcode_free(code) }
    let width = Int(code.pointee.width)
    size = width
    // Only the lowest bit says whether a square is dark.
    squares = (0..<width * width).map { code.pointee.data[$0] & 1 == 1 }
  }

  /// Whether a square is dark.
  public subscript(x: Int, y: Int) -> Bool { squares[y * size + x] }

  /// The code as plugins see it: few long shapes instead of many squares.
  public var asSquares: CodeSquares { CodeSquares(size: size, runs: runs) }

  /// Stretches of dark squares, row by row.
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

/// The QR codes that plugins ask for.
public struct QRCodes: CodeMaker {
  /// Makes a maker; it keeps nothing.
  public init() {}

  /// See ``CodeMaker/code(for:)``.
  public func code(for text: String) throws(RenderError) -> CodeSquares {
    try QRCode(text).asSquares
  }
}
