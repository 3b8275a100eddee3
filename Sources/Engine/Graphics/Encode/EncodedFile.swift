/// An encoded file as a list of pieces, which avoids copying the bytes into one array.
public struct EncodedFile: Sendable, Hashable {
  /// The pieces in file order.
  public let pieces: [[UInt8]]

  /// Creates a file from its pieces.
  public init(_ pieces: [[UInt8]]) { self.pieces = pieces }

  /// The size of the file in bytes.
  public var byteCount: Int { pieces.reduce(0) { $0 + $1.count } }

  /// The whole file as one array.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteCount)
    for piece in pieces { bytes += piece }
    return bytes
  }
}
