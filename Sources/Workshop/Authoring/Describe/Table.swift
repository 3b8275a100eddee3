package import Designs
internal import Diagnostics
package import SourceJSON

/// A table with headings that can be printed as text or JSON.
package struct Table: Sendable {
  /// A value in a row.
  package enum Cell: Sendable {
    case text(String)
    case number(Double)
    /// A width and a height.
    case size(Double, Double)
    case range(Double, Double)
    case list([String])

    package var text: String {
      switch self {
      case .text(let text): text
      case .number: json.text(pretty: false)
      case .size(let width, let height): "\(Int(width)) × \(Int(height))"
      case .range(let low, let high): "\(Int(low))–\(Int(high))"
      case .list(let items): items.joined(separator: ", ")
      }
    }

    package var json: JSONValue {
      switch self {
      case .text(let text): .string(text)
      case .number(let number): .number(number)
      case .size(let width, let height): ["width": .number(width), "height": .number(height)]
      case .range(let low, let high): ["from": .number(low), "to": .number(high)]
      case .list(let items): .array(items.map(JSONValue.string))
      }
    }
  }

  package let headings: [String]
  package let rows: [[Cell]]
  /// Additional JSON members for each row.
  package let facts: [[String: JSONValue]]

  package init(_ headings: [String], _ rows: [[Cell]], facts: [[String: JSONValue]] = []) {
    self.headings = headings
    self.rows = rows
    self.facts = facts
  }

  /// Returns the table with the origin of each row.
  ///
  /// The text has a column for the origins only if a row is not built in; the JSON always contains
  /// them.
  package func with(_ origins: [ContentOrigin]) -> Table {
    guard origins.contains(where: { $0 != .builtIn }) else {
      let all = rows.indices.map { index -> [String: JSONValue] in
        var members = index < facts.count ? facts[index] : [:]
        members["origin"] = .string(ContentOrigin.builtIn.rawValue)
        return members
      }
      return Table(headings, rows, facts: all)
    }
    func inserting<Value>(_ value: Value, in row: [Value]) -> [Value] {
      row.prefix(1) + [value] + row.dropFirst()
    }
    return Table(
      inserting("origin", in: headings),
      zip(rows, origins).map { row, origin in inserting(.text(origin.rawValue), in: row) },
      facts: facts)
  }

  /// The table as text, in which each column is as wide as its widest cell, with two spaces between
  /// columns.
  package var text: String {
    let lines = [headings] + rows.map { $0.map(\.text.visible) }
    let widths = headings.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { line in
      let cells = zip(line, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      return String(cells.joined(separator: "  ").trimmedEnd)
    }.joined(separator: "\n")
  }

  /// An array of objects whose keys are the headings, merged with the facts of each row.
  package var json: JSONValue {
    .array(
      rows.enumerated().map { index, row in
        let cells = Dictionary(uniqueKeysWithValues: zip(headings, row.map(\.json)))
        let facts = index < facts.count ? facts[index] : [:]
        return .object(cells.merging(facts) { $1 })
      })
  }
}

extension String {
  fileprivate var trimmedEnd: Substring {
    guard let last = lastIndex(where: { $0 != " " }) else { return "" }
    return self[...last]
  }
}
