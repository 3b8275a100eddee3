package import WallfarmPluginKit

/// Parses CSV (RFC 4180) into rows of cells with their positions.
///
/// The separator is a comma, unless the first line contains more semicolons or tabs, as in files
/// with decimal commas. Quoted cells can contain separators, line ends and doubled quotes.
package struct CSVTable {
  /// The text of a cell with its position; lines and columns count from 1.
  package struct Cell: Equatable {
    package let text: String
    package let line: Int
    package let column: Int
  }

  /// The rows that are not blank.
  package private(set) var rows: [[Cell]] = []
  /// The character that separates cells.
  let separator: UInt8
  /// The error that stopped the parser early, or nil.
  package private(set) var problem: RenderError?

  /// Maximum number of cells in a table, equal to the maximum number of values in content.
  private static let mostCells = 400_000

  /// Parses UTF-8, with or without a byte order mark.
  package init(_ bytes: [UInt8], file: String) {
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    separator = CSVTable.separator(of: bytes)
    guard String(validating: bytes, as: UTF8.self) != nil else {
      problem = .invalidContent(
        "the file is not UTF-8 text", origin: .file(file),
        hint: "save it as UTF-8; spreadsheet programs call this CSV UTF-8")
      return
    }
    read(bytes, file)
  }

  private mutating func read(_ bytes: ArraySlice<UInt8>, _ file: String) {
    var (row, cell): ([Cell], [UInt8]) = ([], [])
    var (line, column) = (1, 1)
    var (start, isQuoted, wasQuoted) = ((line: 1, column: 1), false, false)
    var count = 0
    func close() {
      row.append(
        Cell(text: String(decoding: cell, as: UTF8.self), line: start.line, column: start.column))
      (cell, wasQuoted) = ([], false)
      count += 1
    }
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      index += 1
      if cell.isEmpty, !isQuoted, !wasQuoted { start = (line, column) }
      // Columns count characters, so UTF-8 continuation bytes do not advance the column.
      column += byte & 0xC0 == 0x80 ? 0 : 1
      switch byte {
      case UInt8(ascii: "\""):
        if isQuoted, index < bytes.endIndex, bytes[index] == byte {
          cell.append(byte)
          (index, column) = (index + 1, column + 1)
        } else if isQuoted {
          isQuoted = false
        } else if cell.isEmpty, !wasQuoted {
          (isQuoted, wasQuoted) = (true, true)
        } else {
          cell.append(byte)
        }
      case separator where !isQuoted: close()
      case UInt8(ascii: "\r") where !isQuoted: break
      case UInt8(ascii: "\n"):
        (line, column) = (line + 1, 1)
        guard !isQuoted else {
          cell.append(byte)
          continue
        }
        close()
        add(&row)
      default: cell.append(byte)
      }
      guard count <= CSVTable.mostCells else {
        problem = .invalidContent(
          "the table has more than \(CSVTable.mostCells) cells", origin: .file(file, line: line),
          hint: "keep only the entries that fit on a screen")
        return
      }
    }
    if isQuoted {
      problem = .invalidContent(
        "a quoted cell has no closing quotation mark",
        origin: .file(file, line: start.line, column: start.column),
        hint: "add the closing quotation mark")
    }
    if !row.isEmpty || !cell.isEmpty || wasQuoted {
      close()
      add(&row)
    }
  }

  private mutating func add(_ row: inout [Cell]) {
    if row.contains(where: { !$0.text.allSatisfy(\.isWhitespace) }) { rows.append(row) }
    row = []
  }

  /// Returns the separator that occurs most often outside quotes in the first line.
  private static func separator(of bytes: ArraySlice<UInt8>) -> UInt8 {
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in bytes {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == UInt8(ascii: "\n"), !isQuoted { break }
      if !isQuoted, ",;\t".utf8.contains(byte) { counts[byte, default: 0] += 1 }
    }
    let comma = UInt8(ascii: ",")
    return [UInt8(ascii: ";"), UInt8(ascii: "\t")].max { counts[$0] ?? 0 < counts[$1] ?? 0 }
      .flatMap { (counts[$0] ?? 0) > (counts[comma] ?? 0) ? $0 : nil } ?? comma
  }
}
