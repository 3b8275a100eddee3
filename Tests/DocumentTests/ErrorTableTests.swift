import Diagnostics
import Foundation
import SourceJSON
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// `docs/errors.md` has a row for each error code, and no row for a removed code.
@Suite struct ErrorTableTests {
  @Test func everyCodeHasARow() throws {
    let declared = ErrorCode.declared.map(\.rawValue) + WarningCode.allCases.map(\.rawValue)
    #expect(declared.count > 100)
    #expect(try Set(declared).subtracting(codes()) == [])
  }

  @Test func everyRowIsACodeOfThisProgram() throws {
    let known = Set(
      try ErrorCode.declared.map(\.rawValue) + WarningCode.allCases.map(\.rawValue) + usageCodes())
    #expect(try codes().filter { !known.contains($0) } == [])
  }

  @Test func aCodeThatIsBothErrorAndWarningHasTwoRows() throws {
    let both = Set(ErrorCode.declared.map(\.rawValue))
      .intersection(WarningCode.allCases.map(\.rawValue))
    let found = try codes()
    for code in both { #expect(found.filter { $0 == code }.count == 2, "\(code)") }
    #expect(found.count == Set(found).count + both.count, "a code has a row too many")
  }

  @Test func everyRowSaysWhenAndWhatToDo() throws {
    for row in try Document("docs/errors.md").rows {
      #expect(row.count >= 2 && row.allSatisfy { !$0.isEmpty }, "\(row)")
    }
  }

  /// The page, the program and the declarations agree on the exit status of each error.
  @Test func everyErrorHasOneStatus() throws {
    let path = buildFolder.appendingPathComponent("wallfarm").path
    let text = try #require(Tool.output(of: path, ["describe", "errors", "--json"]))
    var known: [String: Int] = [:]
    for group in try JSONNode(parsing: text).elements ?? [] {
      let status = try #require(group["status"]?.number.map { Int($0) })
      for code in group["errors"]?.elements?.compactMap(\.string) ?? [] {
        #expect(known.updateValue(status, forKey: code) == nil, "\(code) has two")
      }
    }
    #expect(try Set(known.keys) == Set(ErrorCode.declared.map(\.rawValue) + usageCodes()))
    var told: [String: Int] = [:]
    for row in try Document("docs/errors.md").rows where row.count == 4 {
      told[row[0].replacing("`", with: "")] = Int(row[1])
    }
    #expect(told == known)
  }

  /// The table of error classes agrees with the program's behavior for each class.
  @Test func everyClassIsInTheTable() throws {
    let rows = try Document("docs/errors.md").rows.filter { $0.count == 5 }
    let stated = Dictionary(uniqueKeysWithValues: rows.map { ($0[0], Array($0[1...3])) })
    let actual = ErrorClass.allCases.map { errorClass in
      let retry = errorClass.isRetryable ? "yes" : "no"
      return (
        errorClass.rawValue, ["\(errorClass.exitStatus)", "\(errorClass.httpStatus)", retry]
      )
    }
    #expect(stated == Dictionary(uniqueKeysWithValues: actual))
  }

  @Test func everyRowStatesTheStatusOfItsClass() throws {
    let rows = try Document("docs/errors.md").rows.filter { $0.count == 4 }
    let stated = Dictionary(
      rows.map { ($0[0].replacing("`", with: ""), $0[1]) }, uniquingKeysWith: { $1 })
    for code in ErrorCode.declared {
      #expect(stated[code.rawValue] == "\(code.errorClass.exitStatus)", "\(code.rawValue)")
    }
  }

  /// The table of fixes names exactly the codes whose errors can contain a fix.
  @Test func everyCodeWithFixesIsInTheirTable() throws {
    let text = try Document("docs/errors.md").text
    let start = try #require(text.firstRange(of: "\n## Fixes\n")).upperBound
    let section = text[start...].prefix(
      upTo: try #require(text[start...].firstRange(of: "\n## ")).lowerBound)
    let named = section.split(separator: "\n").filter { $0.hasPrefix("| ") }
      .flatMap { $0.matches(of: #/`([a-z]+(?:-[a-z]+)+)`/#).map { String($0.1) } }
    let fixable = ErrorCode.declared.filter(\.isFixable).map(\.rawValue)
    #expect(named.sorted() == fixable.sorted() && fixable.count > 10)
  }

  private func codes() throws -> [String] {
    try Document("docs/errors.md").rows.compactMap { row in
      guard let cell = row.first, cell.hasPrefix("`"), cell.hasSuffix("`") else { return nil }
      return String(cell.dropFirst().dropLast())
    }
  }

  /// Returns the codes of usage errors, which are listed only in `UsageMessages.swift`.
  private func usageCodes() throws -> [String] {
    let source = try Document("Sources/Program/Arguments/Usage/UsageMessages.swift").text
    return source.matches(of: #/"([a-z]+(?:-[a-z]+)+)",/#).map { String($0.1) }
  }
}
