/// Finds the end of a request head, and rejects bytes that servers could parse differently.
///
/// Each byte is scanned only once, even across several calls. Only CR LF ends a line, and a line
/// cannot be folded (RFC 9112, 2.2, 5 and 11.2).
package struct HeadScanner {
  /// The result of a scan.
  package enum Progress: Equatable {
    case unfinished
    /// The head, including its empty line, ends just before this position.
    case ended(Int)
    /// The head is rejected for this reason.
    case refused(String)
  }

  /// The number of bytes scanned so far.
  private(set) var position = 0
  private var lineStart = 0
  private var isAfterReturn = false
  private var isInFirstLine = true

  package init() {}

  /// Scans the bytes that are new since the last call.
  ///
  /// - Parameter bytes: all bytes, starting with the first byte of the head.
  /// - Returns: whether the head is unfinished, complete or rejected.
  package mutating func scan(_ bytes: UnsafeRawBufferPointer) -> Progress {
    while position < bytes.count {
      let byte = bytes[position]
      if isAfterReturn {
        guard byte == Self.newline else {
          return .refused("a carriage return is not followed by a line feed")
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
        if position == lineStart, !isInFirstLine {
          return .refused(
            "a header is folded across several lines")
        }
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
