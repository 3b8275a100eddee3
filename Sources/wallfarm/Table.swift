import SourceJSON

/// Rows under headings, printed for people or as JSON.
struct Table {
  enum Cell {
    case text(String)
    case number(Double)

    var text: String {
      switch self {
      case .text(let text): text
      case .number: json.text(pretty: false)
      }
    }

    var json: JSONValue {
      switch self {
      case .text(let text): .string(text)
      case .number(let number): .number(number)
      }
    }
  }

  let headings: [String]
  let rows: [[Cell]]

  init(_ headings: [String], _ rows: [[Cell]]) {
    self.headings = headings
    self.rows = rows
  }

  /// Columns two spaces apart, as wide as their widest cell.
  var text: String {
    let lines = [headings] + rows.map { $0.map(\.text.visible) }
    let widths = headings.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { line in
      let cells = zip(line, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      return String(cells.joined(separator: "  ").trimmedEnd)
    }.joined(separator: "\n")
  }

  /// A list of objects whose keys are the headings.
  var json: JSONValue {
    .array(
      rows.map { row in
        .object(Dictionary(uniqueKeysWithValues: zip(headings, row.map(\.json))))
      })
  }
}

extension String {
  fileprivate var trimmedEnd: Substring {
    guard let last = lastIndex(where: { $0 != " " }) else { return "" }
    return self[...last]
  }
}
