internal import Designs
import Graphics
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// A run as JUnit XML for continuous integration, with a test suite per snapshot and a test case
/// per device.
struct JUnitReport {
  let text: String

  init(_ run: SnapshotRun) {
    var titles: [String] = []
    var results: [String: [SnapshotResult]] = [:]
    for result in run.results {
      let title = result.title
      if results[title] == nil { titles.append(title) }
      results[title, default: []].append(result)
    }
    let suites = titles.map { JUnitReport.suite($0, results[$0] ?? [], run) }
    text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="\(run.suite.folder.file.visible.escapedForXML)" tests="\(run.results.count)">
      \(suites.joined(separator: "\n"))
      </testsuites>

      """
  }

  private static func suite(
    _ title: String, _ results: [SnapshotResult], _ run: SnapshotRun
  ) -> String {
    let failures = results.count { run.isFailure($0) && $0.verdict != .failed }
    let errors = results.count { $0.verdict == .failed }
    let cases = results.map { result in
      let (group, name) = (title.visible.escapedForXML, result.device.id.escapedForXML)
      let head = "    <testcase classname=\"\(group)\" name=\"\(name)\""
      guard run.isFailure(result) else { return head + "/>" }
      return head + ">\n" + body(of: result) + "\n    </testcase>"
    }
    return """
        <testsuite name="\(title.visible.escapedForXML)" tests="\(results.count)" \
      failures="\(failures)" errors="\(errors)">
      \(cases.joined(separator: "\n"))
        </testsuite>
      """
  }

  private static func body(of result: SnapshotResult) -> String {
    let tag = result.verdict == .failed ? "error" : "failure"
    let type = result.cause?.label.rawValue ?? result.verdict.rawValue
    let message = result.error?.message ?? result.words.first ?? result.cause?.sentence ?? ""
    var lines = result.words
    if let cause = result.cause { lines.append(cause.sentence) }
    if let pixels = result.pixels?.sentence, !lines.contains(pixels) { lines.append(pixels) }
    if result.isRecorded { lines.append("its reference was recorded in this run") }
    if let note = result.note { lines.append(note) }
    if let error = result.error { lines.append(error.description) }
    for role in PictureRole.allCases {
      if let file = result.files[role] { lines.append("\(role.rawValue): \(file)") }
    }
    return "      <\(tag) type=\"\(type.escapedForXML)\" message=\"\(message.escapedForXML)\">"
      + lines.joined(separator: "\n").escapedForXML + "</\(tag)>"
  }
}

extension SnapshotRun {
  /// Whether a result is a failure, even if its reference was recorded in the same run.
  fileprivate func isFailure(_ result: SnapshotResult) -> Bool {
    result.verdict.isTrouble && !(toleratesToolchain && result.isOfToolchain)
  }
}
