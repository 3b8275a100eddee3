internal import SourceJSON

/// Splits a measure request into its text blocks without parsing them.
///
/// Usually, only one note changes between two renders. The answers for unchanged blocks are cached
/// as bytes, so neither requests nor answers have to be parsed. This saves a seventh of the CPU
/// instructions, not counting those of the measurement itself.
struct MeasureRequest {
  /// Returns the bytes of each text block, or `nil` if the request does not have the usual form.
  static func texts(of request: [UInt8]) -> [ArraySlice<UInt8>]? {
    guard let start = request.firstIndex(of: UInt8(ascii: "[")),
      isHead(request[..<start])
    else { return nil }
    var texts: [ArraySlice<UInt8>] = []
    var index = start + 1
    while index < request.count {
      guard request[index] == UInt8(ascii: "{"), let end = endOfObject(request, from: index) else {
        return nil
      }
      texts.append(request[index...end])
      index = end + 1
      guard index < request.count else { return nil }
      if request[index] == UInt8(ascii: "]") { break }
      guard request[index] == UInt8(ascii: ",") else { return nil }
      index += 1
    }
    // Only the closing brace may follow.
    return request[(index + 1)...].elementsEqual("}".utf8) ? texts : nil
  }

  private static func isHead(_ head: ArraySlice<UInt8>) -> Bool {
    head.elementsEqual("{\"type\":\"measure\",\"texts\":".utf8)
      || head.elementsEqual("{\"texts\":".utf8)
  }

  /// Returns the index of the brace that closes the object at `start`.
  private static func endOfObject(_ bytes: [UInt8], from start: Int) -> Int? {
    var depth = 0
    var isText = false
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if isText {
        if byte == UInt8(ascii: "\\") {
          index += 1
        } else if byte == UInt8(ascii: "\"") {
          isText = false
        }
      } else {
        switch byte {
        case UInt8(ascii: "\""): isText = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          depth -= 1
          if depth == 0 { return index }
        default: break
        }
      }
      index += 1
    }
    return nil
  }
}
