/// Finds the end of the head of a request, and refuses bytes that two servers could read in different ways.
///
/// It looks at every byte once, in the order in which they arrive. RFC 9112, 2.2, 5 and 11.2 say why nothing else
/// may end a line, and why a line must not go on in the next one.
struct HeadScanner {
  /// The state of the head after some bytes.
  enum Progress: Equatable {
    case unfinished
    /// The head ends before this position.
    case ended(Int)
    /// The reason why it is refused.
    case refused(String)
  }

  /// How many bytes were looked at.
  private(set) var position = 0
  private var lineStart = 0
  private var isAfterReturn = false
  private var isInFirstLine = true

  /// Looks at the bytes that are new since the last call.
  ///
  /// - Parameter bytes: everything from the first byte of the head on.
  /// - Returns: how far the head is.
  mutating func scan(_ bytes: UnsafeRawBufferPointer) -> Progress {
    while position < bytes.count {
      let byte = bytes[position]
      if isAfterReturn {
        guard byte == Self.newline else {
          return .refused("a carriage return is not before a newline")
        }
        isAfterReturn = false
        position += 1
        let isEmpty = position - lineStart == 2
        if isEmpty { return .ended(position) }
        (lineStart, isInFirstLine) = (position, false)
        continue
      }
      switch byte {
      case 0x21...0x7E, 0x80...0xFF: break
      case 0x20, 0x09:
        if position == lineStart, !isInFirstLine { return .refused("a header is folded") }
      case Self.carriageReturn: isAfterReturn = true
      case Self.newline: return .refused("a line ends without a carriage return")
      case 0: return .refused("it contains a NUL")
      default: return .refused("it contains a control character")
      }
      position += 1
    }
    return .unfinished
  }

  static let carriageReturn: UInt8 = 0x0D
  static let newline: UInt8 = 0x0A
}
