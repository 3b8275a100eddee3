internal import Diagnostics

/// Returns the source line at `place` with its number, and a caret under the column.
///
/// ```
///   12 |   "colr": 3
///      |   ^
/// ```
/// The result has two lines and no final newline. Long lines are truncated on both sides of the
/// column, a tab takes one column, and unprintable characters are replaced by visible symbols.
public func sourceExcerpt(of text: [UInt8], at place: SourcePlace) -> String {
  let window = ExcerptWindow(of: text, around: place.offset)
  let gutter = "  \(place.line) "
  let blankGutter = String(repeating: " ", count: gutter.utf8.count)
  let indent = String(repeating: " ", count: window.before.reduce(0) { $0 + $1.printedWidth })
  return "\(gutter)| \(window.text)\n\(blankGutter)| \(indent)^"
}

/// The visible part of a line, split at the caret.
private struct ExcerptWindow {
  private static let widthBefore = 60
  private static let width = 96
  /// Maximum number of bytes per scalar, which also limits sequences of invalid UTF-8.
  private static let bytesPerScalar = 4

  let before: [Unicode.Scalar]
  let after: [Unicode.Scalar]

  var text: String {
    var view = String.UnicodeScalarView(before)
    view.append(contentsOf: after)
    return String(view)
  }

  /// Reads only the bytes to show, so that the length of the line does not matter.
  init(of text: [UInt8], around offset: Int) {
    let middle = min(max(offset, 0), text.count)
    let start = Self.start(in: text, from: middle)
    let before = Self.printable(text[start..<middle])
    let end = Self.end(in: text, from: middle, scalars: Self.width - before.count)
    let isCutBefore = start > 0 && !isLineEnd(text[start - 1])
    let isCutAfter = end < text.count && !isLineEnd(text[end])
    self.before = (isCutBefore ? ["…"] : []) + before
    self.after = Self.printable(text[middle..<end]) + (isCutAfter ? ["…"] : [])
  }

  private static func start(in text: [UInt8], from middle: Int) -> Int {
    var start = middle
    var scalars = 0
    let first = max(0, middle - widthBefore * bytesPerScalar)
    while start > first, !isLineEnd(text[start - 1]), scalars < widthBefore {
      start -= 1
      if !isContinuation(text[start]) { scalars += 1 }
    }
    return start
  }

  private static func end(in text: [UInt8], from middle: Int, scalars limit: Int) -> Int {
    var end = middle
    var scalars = 0
    let last = min(text.count, middle + limit * bytesPerScalar)
    while end < last, !isLineEnd(text[end]) {
      if !isContinuation(text[end]) { scalars += 1 }
      if scalars > limit { break }
      end += 1
    }
    return end
  }

  private static func printable(_ bytes: ArraySlice<UInt8>) -> [Unicode.Scalar] {
    var scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    if scalars.first == "\u{FEFF}" { scalars.removeFirst() }
    return scalars.map(shown)
  }

  private static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0x09: " "
    // Unicode's control pictures are in the same order as the control characters.
    case 0x00..<0x20: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
    case 0x7F: "\u{2421}"
    default: scalar.isSafeToPrint ? scalar : "\u{FFFD}"
    }
  }
}

private func isLineEnd(_ byte: UInt8) -> Bool {
  byte == ASCII.lineFeed || byte == ASCII.carriageReturn
}

private func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
