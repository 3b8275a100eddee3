import Arguments
import Authoring
import BuiltInPlugins
import Designs
import Files
import Motion
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm check`: validates templates, themes, motions, preset maps, notes and content.
///
/// `theme check` and `template check` also accept names and require a file of that kind.
struct CheckVerb: CommandVerb {
  /// The kind of file that the noun before the verb requires.
  enum Kind: String { case theme, template }

  static let files = Operand(
    "file", repeats: true,
    completion: .files(extensions: ["json", "txt", "md", "csv", "tsv", "ics"]),
    summary:
      "Template, theme, motion, notes or content files; a folder means its template.json."
  )
  static let json = Flag("json", summary: "Print the findings as JSON.")
  static let strict = Flag("strict", summary: "Treat warnings as errors.")
  static let command = Command(
    "check",
    summary: "Validate template, theme, motion, notes and content files.",
    discussion:
      "The command reports every error and writes no files. The exit status is 1 if a file has "
      + "errors.",
    accepts: [.operand(files), .flag(json), .flag(strict)] + PluginOptions.finding)

  /// Returns the `check` command for themes or templates.
  static func command(of kind: Kind) -> Command {
    let named = Operand(
      files.name, repeats: true, completion: files.completion,
      summary: "Names or paths of \(kind.rawValue)s"
        + (kind == .template ? "; a folder means its template.json." : "."))
    return Command(
      "check", summary: "Validate \(kind.rawValue)s.",
      discussion: command.discussion,
      accepts: [.operand(named), .flag(json), .flag(strict)] + PluginOptions.finding)
  }

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    let installation = try Installation.findForUser()
    let plugins = try PluginArguments(invocation).registry(installation)
    let checks = try FileReports(installation: installation, plugins: plugins)
    let kind = invocation.path.first.flatMap(Kind.init(rawValue:))
    let designs = DesignLibrary(installation: installation)
    let reports = invocation.operands(Self.files).map { name -> (String, FileChecker.Report) in
      do throws(RenderError) {
        let file = try Self.file(of: name, as: kind, on: designs)
        let report: FileChecker.Report
        if let problems = try MotionChecker.problems(ofFile: file, installation, plugins) {
          report = FileChecker.Report(kind: "motion", problems: problems)
        } else {
          report = try checks.report(on: file)
        }
        return (name, Self.expecting(kind, in: file, report))
      } catch {
        var problem = error
        // The file was named by an argument, not by an option, so an error without a file refers to
        // that argument.
        if problem.origin?.file == nil { problem.origin = .argument(Self.files.name) }
        return (name, FileChecker.Report(kind: "file", problems: [problem]))
      }
    }
    if invocation.isOn(Self.json) {
      Terminal.print(JSONValue.array(reports.map(json)).text(pretty: true))
      return isGood(reports.map { $0.1 }) ? .success : .failure
    }
    for (file, report) in reports { tell(file, report) }
    return isGood(reports.map { $0.1 }) ? .success : .failure
  }

  /// Returns the file that an argument specifies by its path or by the name of a design.
  private static func file(
    of word: String, as kind: Kind?, on designs: DesignLibrary
  ) throws(RenderError) -> String {
    guard let kind, PipedFile.input(word) == nil,
      designs.isQualified(word) || !word.contains("/") && !word.hasSuffix(".json")
    else { return word }
    switch kind {
    case .theme: return try designs.theme(word).files[0]
    case .template: return try designs.template(word).file
    }
  }

  /// Replaces the report with an error if the file is not of the required kind.
  static func expecting(
    _ kind: Kind?, in file: String, _ report: FileChecker.Report
  ) -> FileChecker.Report {
    guard let kind, report.kind != kind.rawValue, report.kind != "file" else { return report }
    let problem = RenderError(
      .invalidValue, "the file is \(words[report.kind] ?? report.kind), not a \(kind.rawValue)",
      origin: .file(file),
      hint: "'wallfarm check' accepts all kinds of files")
    return FileChecker.Report(kind: report.kind, problems: [problem])
  }

  private static let words = [
    "theme": "a theme", "template": "a template", "shortcuts": "a map of presets",
    "request": "a request", "motion": "a motion", "content": "content", "notes": "notes",
  ]

  private func isGood(_ reports: [FileChecker.Report]) -> Bool {
    reports.allSatisfy { report in
      report.problems.isEmpty && (report.warnings.isEmpty || !invocation.isOn(Self.strict))
    }
  }

  /// Reports the findings for a file, with excerpts of the file.
  static func report(_ report: FileChecker.Report) {
    var files = FileExcerpts()
    func excerpt(_ origin: Origin?) -> String? {
      origin.flatMap { files.excerpt(at: $0) }
    }
    for problem in report.problems { Terminal.report(problem, excerpt: excerpt(problem.origin)) }
    for warning in report.warnings { Terminal.report(warning, excerpt: excerpt(warning.origin)) }
  }

  private func tell(_ file: String, _ report: FileChecker.Report) {
    Self.report(report)
    let counts = [
      (report.problems.count, "error"), (report.warnings.count, "warning"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
    let verdict = counts.isEmpty ? "valid" : counts.joined(separator: ", ")
    Terminal.printLine("\(file): \(verdict) (\(report.kind))")
  }

  /// Returns the JSON report of one file.
  private func json(_ file: String, _ report: FileChecker.Report) -> JSONValue {
    ["file": .string(file), "kind": .string(report.kind), "problems": report.findings]
  }
}
