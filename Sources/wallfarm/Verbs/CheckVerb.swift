import Arguments
import BuiltInPlugins
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm check`: every mistake in template, theme and notes files.
struct CheckVerb {
  static let files = Operand(
    "file", repeats: true, completion: .files(extensions: ["json", "txt"]),
    summary: "Template, theme or notes files; a folder stands for its template.json.")
  static let json = Flag("json", summary: "Print what was found as JSON, for editors.")
  static let command = Command(
    "check", summary: "Find every mistake in template, theme and notes files.",
    discussion: "Nothing is rendered. The exit code is 1 when anything is wrong.",
    accepts: [.operand(files), .flag(json)])

  let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  func run() throws(RenderError) -> ExitStatus {
    let installation = try Installation.find()
    let families = try FontLock(installation: installation).families.map(\.name)
    let checker = FileChecker(
      installation: installation, plugins: .builtIn, fontFamilies: families)
    let reports = invocation.operands(Self.files).map { ($0, checker.check($0)) }
    if invocation.isOn(Self.json) {
      Terminal.print(JSONValue.array(reports.map(json)).text(pretty: true))
      return reports.allSatisfy { $0.1.problems.isEmpty } ? .success : .failure
    }
    var isGood = true
    for (file, report) in reports {
      if report.problems.isEmpty {
        Terminal.print("\(file): good (\(report.kind))")
      } else {
        isGood = false
        for problem in report.problems { Terminal.report(problem.description) }
        let count = report.problems.count
        Terminal.print("\(file): \(count) mistake\(count == 1 ? "" : "s") (\(report.kind))")
      }
    }
    return isGood ? .success : .failure
  }

  /// One file with its mistakes; a place has a line and a column where it is in a file.
  private func json(_ file: String, _ report: FileChecker.Report) -> JSONValue {
    [
      "file": .string(file), "kind": .string(report.kind),
      "problems": .array(
        report.problems.map { problem in
          let place = CheckedPlace(problem.origin ?? file)
          return [
            "code": .string(problem.code.rawValue), "message": .string(problem.message),
            "hint": problem.hint.map(JSONValue.string) ?? .null,
            "file": .string(place.file),
            "line": place.line.map { .number(Double($0)) } ?? .null,
            "column": place.column.map { .number(Double($0)) } ?? .null,
          ]
        }),
    ]
  }
}

/// `themes/mine.json:12:5` taken apart.
private struct CheckedPlace {
  let file: String
  let line: Int?
  let column: Int?

  init(_ origin: String) {
    let parts = origin.split(separator: ":", omittingEmptySubsequences: false)
    if parts.count > 2, let line = Int(parts[parts.count - 2]),
      let column = Int(parts[parts.count - 1])
    {
      (self.line, self.column) = (line, column)
      file = parts.dropLast(2).joined(separator: ":")
    } else {
      (file, line, column) = (origin, nil, nil)
    }
  }
}
