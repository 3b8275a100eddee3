import ContentSources
import Foundation
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Tests the cells that are read from generated and real-world tables, and the content made from
/// the cells.
@Suite struct CSVTests {
  private static func read(_ text: String) throws -> (content: Content, problems: [RenderError]) {
    try ContentReader.parse(Array(text.utf8), file: "t.csv")
  }

  @Test func cellsAreThoseOfAnotherReader() throws {
    var random = SeededGenerator()
    let pieces = [
      "a", "é", "\"", "\"\"", ",", ";", "\n", "\r\n", " ", "\"x,y\"", "\"a\nb\"", "1,5",
    ]
    for _ in 0..<400 {
      // The header row determines the separator; the other rows contain arbitrary text in quotes.
      let rows = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        (0..<Int.random(in: 1...4, using: &random)).map { _ in
          (0..<Int.random(in: 0...4, using: &random)).map { _ in
            pieces.randomElement(using: &random) ?? ""
          }.joined()
        }
      }
      let text =
        (["h1,h2,h3,h4"]
        + rows.map { row in
          row.map { "\"" + $0.replacingOccurrences(of: "\"", with: "\"\"") + "\"" }
            .joined(separator: ",")
        }).joined(separator: "\n")
      let table = CSVTable(Array(text.utf8), file: "t.csv")
      #expect(table.problem == nil)
      // Blank rows are omitted; a carriage return inside quotes is kept.
      let expected = rows.filter { $0.contains { !$0.allSatisfy(\.isWhitespace) } }
      #expect(table.rows.dropFirst().map { $0.map(\.text) } == expected, "\(text.debugDescription)")
    }
  }

  @Test func placesAreThoseOfTheText() {
    let table = CSVTable(Array("a,\"b\nc\",d\né,ü\n".utf8), file: "t.csv")
    #expect(table.rows.count == 2)
    #expect(table.rows[0].map(\.text) == ["a", "b\nc", "d"])
    #expect(table.rows[0].map { [$0.line, $0.column] } == [[1, 1], [1, 3], [2, 4]])
    #expect(table.rows[1].map { [$0.line, $0.column] } == [[3, 1], [3, 3]])
  }

  @Test func aKindIsKnownByItsKeys() throws {
    let figures = try Self.read("Label,Value,Unit,Change\nSteps,8340,steps,-12.5\nPace,5:42,/km,\n")
    #expect(figures.problems.isEmpty)
    #expect(
      figures.content[.figures] == [
        ContentEntry([
          "label": .text("Steps"), "value": .number(8340), "unit": .text("steps"),
          "change": .number(-12.5),
        ]),
        ContentEntry(["label": .text("Pace"), "value": .text("5:42"), "unit": .text("/km")]),
      ])
    let events = try Self.read(
      "title;start;all day\r\nHoliday;2026-12-24;x\r\nDentist;2026-12-03T09:40;no\r\n")
    #expect(events.problems.isEmpty)
    #expect(events.content[.events]?.map { $0.flag("all-day") } == [true, false])
    let progress = try Self.read("value;goal;marks\n1,5;3;0,5 1,25\n")
    #expect(progress.content[.progress]?.first?["marks"] == .numbers([0.5, 1.25]))
    #expect(progress.content[.progress]?.first?.number("value") == 1.5)
    let dates = try Self.read("\u{FEFF}title\tdate\tcolor\nx\t2026-12-24\tred\n")
    #expect(dates.problems.isEmpty && dates.content.count(of: .dates) == 1)
  }

  @Test func daysOfHabitsComeTogetherUnderTheirName() throws {
    let (content, problems) = try Self.read(
      "name,day\nSwim,2026-11-03\nRead,2026-11-01\nSwim,2026-11-01\nSwim,2026-11-03\n")
    #expect(problems.isEmpty)
    let days = content[.habits]?.map { $0["days"] }
    #expect(
      days == [
        .days([Day("2026-11-01"), Day("2026-11-03")].compactMap(\.self)),
        .days([Day("2026-11-01")].compactMap(\.self)),
      ])
  }

  @Test(arguments: [
    ("", "invalid-content", "the table has no rows", "t.csv"),
    ("a,b\n1,2\n", "invalid-content", "no content kind has these keys", "t.csv:1:1"),
    ("label,value,unt\nx,1,y\n", "unknown-key", "no key 'unt'", "t.csv:1:13"),
    ("label,value\nx,1\ny,\n", "invalid-content", #"figure 2 has no "value""#, "t.csv:3:1"),
    ("label,value\nx,1,2\n", "invalid-content", "figure 1 has 3 cells", "t.csv:2:5"),
    (
      "title,date\nx,24.12.2026\n", "invalid-content", "'date' of date 1 cannot be '24.12.2026'",
      "t.csv:2:3"
    ),
    (
      "title,date\nx,Call Ana\n", "invalid-content",
      "'date' of date 1 cannot be a string of 8 characters", "t.csv:2:3"
    ),
    (
      "label,value\n\"x,1\n", "invalid-content",
      "a quoted cell has no closing quotation mark", "t.csv:2:1"
    ),
    (
      "title,start,end\nx,2026-12-02,2026-12-01\n", "invalid-content",
      "event 1 ends before it begins", "t.csv:2:1"
    ),
  ])
  func aMistakeHasItsPlace(_ text: String, _ code: String, _ words: String, _ place: String) throws
  {
    let error = try #require(try Self.read(text).problems.first)
    #expect(error.code.rawValue == code)
    #expect(error.message.contains(words), "\(error.message)")
    #expect(error.origin?.description == place && error.hint != nil)
  }

  /// The chosen content kind is the one that matches the largest number of keys.
  @Test(arguments: [
    ("label,value,goal,unit\nCycling,340,1000,km\n", ContentKind.progress),
    ("unit,goal,label,value\nkm,1000,Cycling,340\n", .progress),
    ("value,goal\n340,1000\n", .progress), ("label,value\nSteps,8340\n", .figures),
    ("label,value,unit\nSteps,8340,x\n", .figures),
    ("title,date,color\nx,2026-12-24,red\n", .dates),
    ("title,start,end\nx,2026-12-24,2026-12-25\n", .events),
    ("name,day\nSwim,2026-11-03\n", .habits),
  ])
  func theKindIsThatOfAllKeys(_ text: String, _ kind: ContentKind) throws {
    let (content, problems) = try Self.read(text)
    #expect(problems.isEmpty && content.count(of: kind) == 1)
  }

  @Test(arguments: [
    ("1234", 1234), ("-12.5", -12.5), ("+3", 3), ("\u{2212}3", -3), ("1.5e3", 1500), (".5", 0.5),
    ("1,234.5", 1234.5), ("1.234,5", 1234.5), ("1 234,5", 1234.5), ("1\u{202F}234,5", 1234.5),
    ("1'234.5", 1234.5), ("1\u{2019}234\u{2019}567", 1_234_567), ("12,34,567", 1_234_567),
    ("12,34,567.8", 1_234_567.8), ("1.234.567", 1_234_567), ("1,234,567", 1_234_567),
    ("72,4", 72.4), ("0,125", 0.125), ("0.125", 0.125), ("1234.567", 1234.567), ("1,2345", 1.2345),
    ("007", 7),
    // Dates, versions, addresses, times and plain text are not numbers.
    ("12.03.2026", nil), ("1.2.3", nil), ("10.0.0.1", nil), ("5:42", nil), ("12 km", nil),
    ("1,23,45", nil), ("1.234,567.8", nil), ("030 123 456", nil), ("", nil), ("-", nil), (".", nil),
    ("1e999", nil), ("1 2345", nil), ("12,345,67.8", nil),
  ])
  func aWrittenNumber(_ text: String, _ value: Double?) {
    switch WrittenNumber(text)?.reading {
    case .known(let number, _)?: #expect(number == value)
    case .open?: Issue.record("\(text) may be two numbers")
    case nil: #expect(value == nil)
    }
  }

  /// The other numbers in a column or table, and the cell separator, determine whether a comma or
  /// period before three digits is a decimal separator.
  @Test(arguments: [
    // German numbers, in the whole table or in one column.
    ("label;value\nx;72,4\ny;8.340", [72.4, 8340]),
    ("label;value\nx;1.234.567\ny;8.340", [1_234_567, 8340]),
    ("label;value;change\nx;8.340;1,5\ny;1.000;2,5", [8340, 1000]),
    ("label;value\nx;8,340", [8.34]), ("label;value\nx;8340", [8340]),
    // English numbers separated by semicolons and tabs.
    ("label;value\nx;72.4\ny;8,340", [72.4, 8340]), ("label;value\nx;72.4\ny;8.340", [72.4, 8.34]),
    ("label\tvalue\nx\t8.340", [8.34]), ("label\tvalue\nx\t8,340", [8340]),
    ("label\tvalue\nx\t72,4\ny\t8.340", [72.4, 8340]),
    // In comma-separated tables, a decimal comma is in quotes.
    ("label,value\nx,8.340", [8.34]), ("label,value\nx,\"8,340\"", [8340]),
    ("label,value\nx,\"72,4\"\ny,8.340", [72.4, 8340]),
    ("label,value\nx,\"12,34,567\"\ny,\"8,340\"", [1_234_567, 8340]),
    ("label;value\nx;1'234.5\ny;8.340", [1234.5, 8.34]),
  ])
  func thousandsAreToldByTheColumn(_ text: String, _ values: [Double]) throws {
    let (content, problems) = try Self.read(text)
    #expect(problems.isEmpty, "\(problems.map(\.message))")
    #expect(content[.figures]?.map { $0.number("value") } == values)
  }

  @Test(arguments: [
    ("label;value\nx;8.340", "'8.340'", "t.csv:2:3"),
    ("label;value\nx;72,4\ny;1.5\nz;8.340", "8340 or 8.34", "t.csv:4:3"),
    ("label;value;change\nx;1.5;\ny;2,5;\nz;3;8.340", "8.34 or 8340", "t.csv:4:5"),
    ("value;goal;marks\n1;3;0,5 8.340 1.5", "8.34 or 8340", "t.csv:2:5"),
  ])
  func aNumberThatMayBeTwoIsAnError(_ text: String, _ words: String, _ place: String) throws {
    let error = try #require(try Self.read(text).problems.first)
    #expect(error.code == .invalidContent && error.origin?.description == place)
    #expect(error.message.contains("8.340") && error.hint != nil)
  }

  @Test func whatIsTooMuchIsRefused() throws {
    let rows = String(repeating: "x,1\n", count: 5000)
    #expect(try Self.read("label,value\n" + rows).problems.first?.message.contains("1000") == true)
    let days = (0..<5000).map { "x,\(Day(number: $0)?.description ?? "")\n" }.joined()
    #expect(try Self.read("name,day\n" + days).problems.first?.message.contains("4018") == true)
    // A name that occurs in a hundred thousand rows is looked up once per row.
    let many = (0..<100_000).map { "x,\(Day(number: $0 % 4000)?.description ?? "")\n" }.joined()
    let habit = try Self.read("name,day\n" + many)
    #expect(habit.problems.isEmpty && habit.content.count(of: .habits) == 1)
    let cells = String(repeating: ",", count: 500_000)
    #expect(
      try Self.read("label,value\n" + cells).problems.first?.message.contains("cells") == true)
  }

  @Test func noiseIsNoCrash() throws {
    var random = SeededGenerator()
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        Array("label,value\n\"\";x1é".utf8).randomElement(using: &random) ?? 0
      }
      _ = try ContentReader.parse(Array("label,value\n".utf8) + bytes, file: "t.csv")
    }
  }
}
