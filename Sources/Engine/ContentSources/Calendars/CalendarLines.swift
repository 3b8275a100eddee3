/// Iterates over the unfolded lines of a calendar file and their line numbers (RFC 5545, 3.1).
///
/// A fold can split a UTF-8 sequence. Lines end with CR, LF or both; empty lines are skipped.
struct CalendarLines: Sequence, IteratorProtocol {
  /// A line without its line ending, and its number, counted from 1.
  typealias Line = (number: Int, bytes: ArraySlice<UInt8>)

  private var rest: ArraySlice<UInt8>
  private var number = 0
  /// Whether the file indents its components, in which case leading whitespace does not mark a
  /// fold.
  private var isIndented = false
  /// The physical line that follows the last returned line.
  private var pending: Line?

  /// Maximum number of bytes that are kept per line.
  ///
  /// Only attachments are longer, and they are ignored.
  static let longest = 1 << 20

  /// Creates an iterator over UTF-8 text that has no byte order mark.
  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func next() -> Line? {
    guard var line = pending ?? physical() else { return nil }
    pending = nil
    note(line.bytes)
    while let more = physical() {
      guard isFold(more.bytes) else {
        pending = more
        break
      }
      if line.bytes.count <= CalendarLines.longest { line.bytes += more.bytes.dropFirst() }
    }
    return line
  }

  /// Reads the next physical line that is not empty.
  private mutating func physical() -> Line? {
    while !rest.isEmpty {
      let end = rest.firstIndex { $0 == 10 || $0 == 13 } ?? rest.endIndex
      let line = rest[rest.startIndex..<end]
      let isPair = end + 1 < rest.endIndex && rest[end] == 13 && rest[end + 1] == 10
      rest = rest[Swift.min(end + (isPair ? 2 : 1), rest.endIndex)...]
      number += 1
      if !line.isEmpty { return (number, line) }
    }
    return nil
  }

  /// Updates ``isIndented`` if the line begins or ends a component.
  private mutating func note(_ line: ArraySlice<UInt8>) {
    guard CalendarLines.isBoundary(line.trimmingBlanks) else { return }
    isIndented = line.first.map(CalendarLines.isBlank) ?? false
  }

  private func isFold(_ line: ArraySlice<UInt8>) -> Bool {
    guard let first = line.first, CalendarLines.isBlank(first) else { return false }
    let words = line.trimmingBlanks
    return !CalendarLines.isBoundary(words) && !(isIndented && CalendarText.isProperty(words))
  }

  /// Whether a line is the BEGIN or END of a component.
  private static func isBoundary(_ line: ArraySlice<UInt8>) -> Bool {
    let start = String(decoding: line.prefix(7), as: UTF8.self).uppercased()
    return start.hasPrefix("BEGIN:V") || start.hasPrefix("END:V")
  }

  fileprivate static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 9 }
}

extension ArraySlice<UInt8> {
  /// The bytes without leading or trailing spaces or tabs.
  var trimmingBlanks: ArraySlice<UInt8> {
    let start = drop(while: CalendarLines.isBlank)
    return start.dropLast(start.reversed().prefix(while: CalendarLines.isBlank).count)
  }
}
