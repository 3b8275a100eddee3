import Files
import SourceJSON
import WallfarmPluginKit

/// Reads content from a CSV table whose header lists keys of a content kind, such as
/// `title,start,end,place`.
///
/// Of the kinds whose required keys are all in the header, the reader selects the one for which the
/// fewest keys are unknown. A habits table can have one row per day, with a `day` column.
struct CSVReader {
  /// The kinds of content that a table can contain; if two kinds match equally well, the first one
  /// is used.
  static let kinds: [ContentKind] = [.habits, .figures, .events, .dates, .progress]
  private static let day = "day"

  private let file: String
  private var problems: [RenderError] = []
  private var table: CSVTable
  private var numbers: TableNumbers

  private init(_ bytes: [UInt8], file: String) {
    self.file = file
    table = CSVTable(bytes, file: file)
    numbers = TableNumbers(separator: table.separator)
  }

  /// Reads a table and collects all errors.
  static func read(
    _ bytes: [UInt8], file: String
  ) -> (content: Content, problems: [RenderError]) {
    var reader = CSVReader(bytes, file: file)
    let content = reader.content()
    return (content, reader.problems)
  }

  private mutating func content() -> Content {
    if let problem = table.problem { problems.append(problem) }
    guard problems.isEmpty, let head = table.rows.first else {
      if problems.isEmpty {
        report(
          "the table has no rows", at: nil,
          hint: "write the keys in the first row: label,value,unit")
      }
      return Content()
    }
    let keys = head.map { $0.text.asKey }
    guard let kind = CSVReader.kind(of: keys) else {
      let known = CSVReader.kinds.map { kind in
        CSVReader.needed(kind).joined(separator: ", ") + " for " + kind.rawValue
      }
      report(
        "no content kind has these keys", at: head[0],
        hint: "write at least these keys in the first row: " + known.joined(separator: "; "))
      return Content()
    }
    var content = Content()
    content[kind] = entries(of: kind, head, keys)
    return content
  }

  private static func kind(of keys: [String]) -> ContentKind? {
    let fitting = kinds.filter { kind in
      needed(kind).allSatisfy { key in
        keys.contains(key) || (kind == .habits && key == "days" && keys.contains(day))
      }
    }
    func unknown(_ kind: ContentKind) -> Int {
      keys.count { !$0.isEmpty && kind.field($0) == nil && !(kind == .habits && $0 == day) }
    }
    return fitting.min { unknown($0) < unknown($1) }
  }

  private static func needed(_ kind: ContentKind) -> [String] {
    kind.fields.filter(\.isRequired).map(\.key)
  }

  private mutating func entries(
    of kind: ContentKind, _ head: [CSVTable.Cell], _ keys: [String]
  ) -> [ContentEntry] {
    var fields: [ContentField?] = []
    for (cell, key) in zip(head, keys) {
      let isDay = kind == .habits && key == CSVReader.day
      let field = isDay ? kind.field("days") : kind.field(key)
      if field == nil, !key.isEmpty {
        problems.append(
          .unknownContentKey(
            cell.text, in: "a table of \(kind.rawValue)",
            known: kind.fields.map(\.key), origin: origin(cell)))
      }
      fields.append(field)
    }
    guard problems.isEmpty else { return [] }
    learnNumbers(fields)
    var entries: [ContentEntry] = []
    var habits = HabitDays()
    for (index, row) in table.rows.dropFirst().enumerated() {
      guard let entry = entry(kind, row, fields, number: index + 1) else { continue }
      if kind == .habits {
        guard habits.add(entry, to: &entries) else {
          report(
            "a habit has more than \(ContentField.mostValues) days", at: row[0],
            hint: "keep only the days of the last few years")
          return []
        }
      } else {
        entries.append(entry)
      }
      guard entries.count <= ContentField.mostEntries else {
        report(
          "there are more than \(ContentField.mostEntries) \(kind.rawValue)", at: row[0],
          hint: "keep only the entries that fit on a screen")
        return []
      }
    }
    return habits.complete(entries)
  }

  /// Records the decimal separator of each numeric column.
  private mutating func learnNumbers(_ fields: [ContentField?]) {
    for row in table.rows.dropFirst() {
      for (column, (cell, field)) in zip(row, fields).enumerated() {
        switch field?.type {
        case .number, .figure: numbers.learn(String(cell.text[...].trimmed), column: column)
        case .numbers:
          for word in cell.text.split(separator: " ") {
            numbers.learn(String(word), column: column)
          }
        default: break
        }
      }
    }
  }

  private mutating func entry(
    _ kind: ContentKind, _ row: [CSVTable.Cell], _ fields: [ContentField?], number: Int
  ) -> ContentEntry? {
    let name = "\(kind.entry) \(number)"
    let before = problems.count
    guard row.count <= fields.count else {
      report(
        "\(name) has \(row.count) cells, but the first row has \(fields.count)",
        at: row[fields.count],
        hint: "quote cells that contain a separator")
      return nil
    }
    var values: [String: ContentValue] = [:]
    for (column, (cell, field)) in zip(row, fields).enumerated() {
      guard let field, !cell.text.allSatisfy(\.isWhitespace) else { continue }
      guard let json = json(cell, field, column, of: name) else { continue }
      if let value = field.type.value(of: json) {
        values[field.key] = value
      } else {
        let node = JSONNode(
          content: .string(cell.text), place: SourcePlace(line: 1, column: 1, offset: 0))
        report(
          "'\(field.key)' of \(name) cannot be \(EntryReader.shown(node)): expected "
            + field.type.accepted, at: cell)
      }
    }
    for field in kind.fields where field.isRequired && values[field.key] == nil {
      guard problems.count == before else { break }
      report("\(name) has no \"\(field.key)\"", at: row[0])
    }
    guard problems.count == before else { return nil }
    let entry = ContentEntry(values)
    if let mistake = EntryReader.mistake(in: entry, of: kind) {
      report("\(name) \(mistake)", at: row[0])
      return nil
    }
    return entry
  }

  /// Converts a cell to JSON; if a number in it is ambiguous, reports a problem and returns nil.
  private mutating func json(
    _ cell: CSVTable.Cell, _ field: ContentField, _ column: Int, of name: String
  ) -> JSONValue? {
    let text = String(cell.text[...].trimmed)
    switch field.type {
    case .number, .figure: return number(text, cell, field, column, of: name)
    case .numbers:
      let words = text.split(separator: " ").map(String.init)
      let numbers = words.compactMap { number($0, cell, field, column, of: name) }
      return numbers.count == words.count ? .array(numbers) : nil
    case .days: return .array(text.split(separator: " ").map { .string(String($0)) })
    case .flag:
      switch text.lowercased() {
      case "true", "yes", "x", "1": return true
      case "false", "no", "0": return false
      default: return .string(text)
      }
    case .text, .when, .color, .rect, .photo: return .string(text)
    }
  }

  /// Converts a cell to a number, or to its text if it is not a number.
  ///
  /// If the number is ambiguous, reports a problem and returns nil.
  private mutating func number(
    _ text: String, _ cell: CSVTable.Cell, _ field: ContentField, _ column: Int, of name: String
  ) -> JSONValue? {
    switch numbers.value(text, column: column) {
    case .none: return .string(text)
    case .number(let value): return .number(value)
    case .unclear(let one, let other):
      let (first, second) = (JSONValue.number(one), JSONValue.number(other))
      let (small, large) = (first.text(pretty: false), second.text(pretty: false))
      report(
        "'\(field.key)' of \(name) cannot be '\(text)': it could mean \(small) or \(large)",
        at: cell,
        hint: "write \(small) or \(large), and use the same number format throughout the column")
      return nil
    }
  }

  private func origin(_ cell: CSVTable.Cell?) -> Origin {
    .file(file, line: cell?.line, column: cell?.column)
  }

  private mutating func report(_ message: String, at cell: CSVTable.Cell?, hint: String? = nil) {
    problems.append(.invalidContent(message, origin: origin(cell), hint: hint))
  }
}

/// Merges the days of all rows that have the same habit name.
private struct HabitDays {
  private var places: [String: Int] = [:]
  private var days: [Set<Day>] = []

  /// Adds the days of a row, and adds an entry if the habit name is new.
  ///
  /// - Returns: false if the habit now exceeds the maximum number of days.
  mutating func add(_ entry: ContentEntry, to entries: inout [ContentEntry]) -> Bool {
    guard let name = entry.text("name"), case .days(let found)? = entry["days"] else { return true }
    let place = places[name] ?? entries.count
    if place == entries.count {
      places[name] = place
      entries.append(entry)
      days.append([])
    }
    days[place].formUnion(found)
    return days[place].count <= ContentField.mostValues
  }

  /// Returns the entries with all their days in ascending order.
  func complete(_ entries: [ContentEntry]) -> [ContentEntry] {
    guard !days.isEmpty else { return entries }
    return zip(entries, days).map { entry, days in
      ContentEntry(entry.values.merging(["days": .days(days.sorted())]) { $1 })
    }
  }
}

extension String {
  /// Converts a column header to a key: `All day` becomes `all-day`.
  fileprivate var asKey: String {
    self[...].trimmed.lowercased().replacing(" ", with: "-").replacing("_", with: "-")
  }
}
