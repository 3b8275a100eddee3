/// Iterates over the attributes of a tag; values may be in single or double quotes.
struct TagAttributes: IteratorProtocol, Sequence {
  private let bytes: UnsafeRawBufferPointer
  private var place = 0

  /// An attribute as it appears in the file; character references are not resolved.
  struct Attribute {
    let name: UnsafeRawBufferPointer
    let value: UnsafeRawBufferPointer
  }

  /// Creates an iterator over the bytes that follow the name of the element.
  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Returns the next attribute, or nil at the end or at a syntax error.
  mutating func next() -> Attribute? {
    skipSpace()
    let start = place
    while place < bytes.count, !isSpace(bytes[place]), bytes[place] != UInt8(ascii: "=") {
      place += 1
    }
    let name = start..<place
    skipSpace()
    guard !name.isEmpty, place < bytes.count, bytes[place] == UInt8(ascii: "=") else { return nil }
    place += 1
    skipSpace()
    guard place < bytes.count, isQuote(bytes[place]) else { return nil }
    let value = place + 1
    guard let end = bytes.first(bytes[place], from: value, to: bytes.count) else { return nil }
    place = end + 1
    return Attribute(
      name: UnsafeRawBufferPointer(rebasing: bytes[name]),
      value: UnsafeRawBufferPointer(rebasing: bytes[value..<end]))
  }

  private mutating func skipSpace() {
    while place < bytes.count, isSpace(bytes[place]) { place += 1 }
  }
}

/// Returns whether a byte is XML whitespace.
func isSpace(_ byte: UInt8) -> Bool {
  byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D
}

private func isQuote(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
}
