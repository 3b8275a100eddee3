/// The bytes of a finished file, in pieces, so that none of them is copied to join the others.
public struct EncodedFile: Sendable, Hashable {
  /// In the order in which they stand in the file.
  public let pieces: [[UInt8]]

  /// Makes a file of its pieces.
  public init(_ pieces: [[UInt8]]) { self.pieces = pieces }

  /// Size of the file, in bytes.
  public var byteCount: Int { pieces.reduce(0) { $0 + $1.count } }

  /// The whole file in one.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteCount)
    for piece in pieces { bytes += piece }
    return bytes
  }
}
