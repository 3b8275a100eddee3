import Testing
import WallfarmPluginKit
import WallfarmTesting

/// `docs/errors.md` has a row for each code, and no row for a code that is gone.
@Suite struct ErrorTableTests {
  @Test(arguments: ErrorCode.declared.map(\.rawValue) + WarningCode.allCases.map(\.rawValue))
  func everyCodeHasARow(_ code: String) throws {
    #expect(try codes().contains(code))
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
      #expect(row.count == 3 && row.allSatisfy { !$0.isEmpty }, "\(row)")
    }
  }

  private func codes() throws -> [String] {
    try Document("docs/errors.md").rows.compactMap { row in
      guard let cell = row.first, cell.hasPrefix("`"), cell.hasSuffix("`") else { return nil }
      return String(cell.dropFirst().dropLast())
    }
  }

  /// The codes of wrong command lines, which have no list of their own.
  private func usageCodes() throws -> [String] {
    let source = try Document("Sources/Arguments/Usage/UsageMessages.swift").text
    return source.matches(of: #/"([a-z]+(?:-[a-z]+)+)",/#).map { String($0.1) }
  }
}
