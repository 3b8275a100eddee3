/// The error table of `docs/errors.md`, embedded in the program for `describe errors`.
///
/// Each module declares its own codes, so no Swift file lists them all. `ErrorTableTests` compares
/// the table with every declaration.
enum ErrorReference {
  /// One row of the table.
  struct Row {
    let code: String
    let status: ExitStatus
  }

  /// The rows in the order of the document: `| code | status | when it happens | what to do |`.
  static let rows: [Row] = {
    let text = String(decoding: Resources.errorsDocument, as: UTF8.self)
    return text.split(separator: "\n").compactMap { line in
      guard line.hasPrefix("| `") else { return nil }
      let cells = line.split(separator: "|").map { $0.filter { $0 != " " && $0 != "`" } }
      guard cells.count == 4, let number = Int32(cells[1]),
        let status = ExitStatus(rawValue: number)
      else { return nil }
      return Row(code: cells[0], status: status)
    }
  }()
}
