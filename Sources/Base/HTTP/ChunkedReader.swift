/// Decodes the chunked transfer coding and rejects malformed input (RFC 9112, 7.1).
package struct ChunkedReader {
  /// The reason why the bytes are not valid chunks.
  package struct Fault: Error, Equatable {
    package let reason: String

    init(_ reason: String) { self.reason = reason }
  }

  private enum Place {
    /// The parser is reading the digits of a size; `digits` is the number of digits so far.
    case size(digits: Int)
    /// The parser is reading the blanks that follow a size.
    case blank
    /// The parser is reading an extension, which is ignored.
    case extensions
    case endOfSize
    case data
    case endOfData
    case newlineOfData
    /// The parser is reading a line of the trailer, which is ignored.
    case trailer
    case newlineOfTrailer
    case end
  }

  private var place = Place.size(digits: 0)
  /// While the size of a chunk is being read, the value so far; afterward, the number of bytes left
  /// in the chunk.
  private var left = 0
  /// The number of bytes in extensions and the trailer so far.
  private var ignoredBytes = 0
  /// The number of bytes in the current trailer line, and whether its name is complete.
  private var lineBytes = 0
  private var hasName = false

  package init() {}

  /// Maximum number of bytes in all extensions and the trailer of a body.
  static let mostIgnoredBytes = 8 << 10
  /// Maximum number of digits in a size; 15 hexadecimal digits (2^60 bytes) cannot overflow `Int`.
  private static let mostDigits = 15

  /// Whether the body and its trailer are complete.
  package var isAtEnd: Bool { if case .end = place { true } else { false } }

  /// Reads the next bytes of the connection.
  ///
  /// - Parameters:
  ///   - bytes: the next bytes.
  ///   - data: receives bytes of the body and returns whether to continue.
  /// - Returns: the number of bytes that belong to the body and its framing.
  /// - Throws: the reason why the bytes are not valid chunks.
  package mutating func read(
    _ bytes: UnsafeRawBufferPointer, data: (UnsafeRawBufferPointer) -> Bool
  ) throws(Fault) -> Int {
    var index = 0
    while index < bytes.count, !isAtEnd {
      if case .data = place {
        let count = min(left, bytes.count - index)
        let goesOn = data(UnsafeRawBufferPointer(rebasing: bytes[index..<(index + count)]))
        (index, left) = (index + count, left - count)
        if left == 0 { place = .endOfData }
        if !goesOn { return index }
      } else {
        try take(bytes[index])
        index += 1
      }
    }
    return index
  }

  private mutating func take(_ byte: UInt8) throws(Fault) {
    switch place {
    case .size(let digits): try takeSize(byte, digits)
    case .blank:
      switch byte {
      case 0x20, 0x09: try ignore(byte)
      case UInt8(ascii: ";"): place = .extensions
      default: throw Fault("the size of a chunk is not a number")
      }
    case .extensions:
      if byte == HeadScanner.carriageReturn { place = .endOfSize } else { try ignore(byte) }
    case .endOfSize:
      guard byte == HeadScanner.newline else {
        throw Fault("the line with the size of a chunk is unterminated")
      }
      place = left > 0 ? .data : .trailer
    case .endOfData:
      guard byte == HeadScanner.carriageReturn else {
        throw Fault("a chunk is longer than its declared size")
      }
      place = .newlineOfData
    case .newlineOfData:
      guard byte == HeadScanner.newline else {
        throw Fault(
          "a chunk is longer than its declared size")
      }
      place = .size(digits: 0)
    case .trailer: try takeTrailer(byte)
    case .newlineOfTrailer:
      guard byte == HeadScanner.newline else { throw Fault("a trailer line is unterminated") }
      place = lineBytes == 0 ? .end : .trailer
      (lineBytes, hasName) = (0, false)
    case .data, .end: preconditionFailure("these phases consume no framing bytes")
    }
  }

  private mutating func takeSize(_ byte: UInt8, _ digits: Int) throws(Fault) {
    if let digit = ChunkedReader.digit(byte) {
      guard digits < ChunkedReader.mostDigits else {
        throw Fault("the size of a chunk is too large")
      }
      left = (digits == 0 ? 0 : left) << 4 | digit
      place = .size(digits: digits + 1)
      return
    }
    guard digits > 0 else { throw Fault("the size of a chunk is not a number") }
    switch byte {
    case HeadScanner.carriageReturn: place = .endOfSize
    case UInt8(ascii: ";"): place = .extensions
    case 0x20, 0x09: place = .blank
    default: throw Fault("the size of a chunk is not a number")
    }
  }

  private mutating func takeTrailer(_ byte: UInt8) throws(Fault) {
    if byte == HeadScanner.carriageReturn {
      guard lineBytes == 0 || hasName else { throw Fault("a trailer line has no valid name") }
      place = .newlineOfTrailer
      return
    }
    if !hasName {
      hasName = byte == UInt8(ascii: ":") && lineBytes > 0
      guard hasName || FieldScanner.isToken(byte) else {
        throw Fault("a trailer line has no valid name")
      }
    }
    lineBytes += 1
    try ignore(byte)
  }

  private mutating func ignore(_ byte: UInt8) throws(Fault) {
    guard FieldScanner.isText(byte) else {
      throw Fault("a chunk extension or a trailer contains a control character")
    }
    ignoredBytes += 1
    guard ignoredBytes <= ChunkedReader.mostIgnoredBytes else {
      throw Fault(
        "its chunk extensions and trailer lines exceed \(ChunkedReader.mostIgnoredBytes) bytes")
    }
  }

  private static func digit(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}
