internal import Authoring
import Designs
import Motion
import SourceJSON
import WallfarmPluginKit

/// `check`: finds all errors in a request, or in a file on the agent's machine.
struct CheckTool: AgentTool {
  let pictures: AgentPictures
  let installation: Installation
  let plugins: PluginRegistry

  let name = "check"
  let title = "Check a request"

  private var readsFiles: Bool { pictures.files != nil }

  var summary: String {
    "Finds all errors in a request without rendering it. "
      + (readsFiles
        ? "If 'file' is given instead, it checks a template, theme, motion, notes or content file."
        : "")
  }

  var arguments: [AgentArgument] {
    let request = AgentArgument(
      "request", "The request, as for 'render'.", AgentSchemas.briefRequest,
      isRequired: !readsFiles)
    guard readsFiles else { return [request] }
    return [
      request,
      AgentArgument(
        "file", "The path of a file, or of a template's folder.", ["type": "string"]),
    ]
  }

  func run(
    _ call: AgentCall, completion: @escaping @Sendable (AgentResult) -> Void
  ) throws(RenderError) {
    let (request, file) = (try call.object("request"), try call.text("file"))
    guard (request == nil) != (file == nil) else {
      throw .wrongArgument(
        "request", request == nil ? "is missing" : "cannot be combined with 'file'")
    }
    if let file { return completion(try report(on: file)) }
    guard let request else { return }
    pictures.plan(request, for: call) { result in
      switch result {
      case .failure(let mistakes): completion(AgentResult(errors: mistakes.all))
      case .success(let planned):
        completion(
          AgentResult([
            "valid": true,
            "pictures": .array(
              planned.pictures.map { picture -> JSONValue in
                [
                  "device": .string(picture.device),
                  "width": .number(Double(picture.pixels.width)),
                  "height": .number(Double(picture.pixels.height)),
                ]
              }),
          ]))
      }
    }
  }

  private func report(on file: String) throws(RenderError) -> AgentResult {
    let report: FileChecker.Report
    if let problems = try MotionChecker.problems(ofFile: file, installation, plugins) {
      report = FileChecker.Report(kind: "motion", problems: problems)
    } else {
      report = try FileReports(installation: installation, plugins: plugins).report(on: file)
    }
    let isValid = report.problems.isEmpty
    return AgentResult(
      [
        "kind": .string(report.kind), "valid": .bool(isValid),
        (isValid ? "warnings" : "errors"): report.findings,
      ], isError: !isValid)
  }
}
