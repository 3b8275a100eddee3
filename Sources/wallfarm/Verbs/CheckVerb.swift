import Arguments
import BuiltInPlugins
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm check`: every mistake in template, theme and notes files.
struct CheckVerb {
  static let files = Operand(
    "file", repeats: true, completion: .files(extensions: ["json", "txt"]),
    summary: "Template, theme or notes files; a folder stands for its template.json.")
  static let command = Command(
    "check", summary: "Find every mistake in template, theme and notes files.",
    discussion: "Nothing is rendered. The exit code is 1 when anything is wrong.",
    accepts: [.operand(files)])

  let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  func run() throws(RenderError) -> ExitStatus {
    let installation = try Installation.find()
    let families = try FontLock(installation: installation).families.map(\.name)
    let checker = FileChecker(
      installation: installation, plugins: .builtIn, fontFamilies: families)
    var isGood = true
    for file in invocation.operands(Self.files) {
      let report = checker.check(file)
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
}
