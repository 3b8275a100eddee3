import WallfarmCore
import WallfarmPluginKit

/// A run in the form that continuous integration shows: a suite for each snapshot, a case for each
/// device.
struct JUnitReport {
  let text: String

  init(_ run: SnapshotRun) {
    var titles: [String] = []
    for result in run.results where titles.last != result.title {
      if !titles.contains(result.title) { titles.append(result.title) }
    }
    let suites = titles.map { title in
      JUnitReport.suite(title, run.results.filter { $0.title == title })
    }
    text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="\(run.suite.file.escapedForXML)" tests="\(run.results.count)">
      \(suites.joined(separator: "\n"))
      </testsuites>

      """
  }

  private static func suite(_ title: String, _ results: [SnapshotResult]) -> String {
    let failures = results.count { $0.isFailure && $0.verdict != .failed }
    let errors = results.count { $0.verdict == .failed && !$0.isRecorded }
    let cases = results.map { result in
      let head =
        "    <testcase classname=\"\(title.escapedForXML)\" name=\"\(result.device.id.escapedForXML)\""
      guard result.isFailure else { return head + "/>" }
      return head + ">\n" + body(of: result) + "\n    </testcase>"
    }
    return """
        <testsuite name="\(title.escapedForXML)" tests="\(results.count)" \
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
    if let pixels = result.pixels { lines.append(pixels.sentence) }
    if let note = result.note { lines.append(note) }
    if let error = result.error { lines.append(error.description) }
    for role in PictureRole.allCases {
      if let file = result.files[role] { lines.append("\(role.rawValue): \(file)") }
    }
    return "      <\(tag) type=\"\(type.escapedForXML)\" message=\"\(message.escapedForXML)\">"
      + lines.joined(separator: "\n").escapedForXML + "</\(tag)>"
  }
}

extension SnapshotResult {
  fileprivate var isFailure: Bool { verdict.isTrouble && !isRecorded }
}

extension String {
  /// The text for an attribute or element; characters that XML 1.0 cannot hold are replaced.
  var escapedForXML: String {
    var escaped = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\n", "\t": escaped.unicodeScalars.append(scalar)
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
        escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
