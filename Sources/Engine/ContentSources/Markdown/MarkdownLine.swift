/// A cursor in a Markdown line that expands tabs to multiples of four columns (CommonMark 0.31,
/// 2.2).
struct MarkdownLine {
  private let bytes: [UInt8]
  private var offset = 0
  private var column = 0

  init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  /// The current byte; nil at the end.
  var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// The remaining bytes without leading spaces or tabs.
  var words: ArraySlice<UInt8> { bytes[offset...].drop(while: MarkdownLine.isBlank) }

  /// The remaining text without leading spaces or tabs.
  var text: String { String(decoding: words, as: UTF8.self) }

  var isBlank: Bool { words.isEmpty }

  /// The width of the leading spaces and tabs in columns.
  var indent: Int {
    var (at, end) = (column, offset)
    while end < bytes.count, MarkdownLine.isBlank(bytes[end]) {
      at += bytes[end] == 0x09 ? 4 - at % 4 : 1
      end += 1
    }
    return at - column
  }

  /// Whether the line is indented enough to be code.
  var isIndented: Bool { indent >= 4 }

  /// Advances over bytes that are neither spaces nor tabs.
  mutating func skip(bytes count: Int) {
    offset += count
    column += count
  }

  /// Advances over at most `count` columns of spaces and tabs; a tab can be consumed partially.
  mutating func skip(columns count: Int) {
    let end = column + count
    while column < end, offset < bytes.count, MarkdownLine.isBlank(bytes[offset]) {
      let next = bytes[offset] == 0x09 ? column + 4 - column % 4 : column + 1
      column = min(next, end)
      if next <= end { offset += 1 }
    }
  }

  /// Advances over all leading spaces and tabs.
  mutating func skipBlanks() { skip(columns: indent) }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
