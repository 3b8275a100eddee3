import Foundation
import Testing
import WallfarmPluginKit

@Suite struct ErrorTextTests {
  private static let hostile = "a\nerror[x]: \u{202E}b\u{1B}[2J\u{2028}c"
  private static let shown = "a\\nerror[x]: \\u{202e}b\\u{1b}[2J\\u{2028}c"

  @Test func everyTextOfAnErrorStaysOnItsLine() {
    let hostile = Self.hostile
    var error = RenderError(.invalidJob, hostile, origin: hostile, hint: hostile, also: hostile)
    let lines = [
      "error[invalid-job]: \(Self.shown)", "  in: \(Self.shown)", "  also: \(Self.shown)",
      "  hint: \(Self.shown)",
    ]
    #expect(error.description == lines.joined(separator: "\n"))
    error = RenderError(.invalidJob, "x")
    (error.message, error.origin, error.hint, error.also) = (hostile, hostile, hostile, hostile)
    #expect(error.description == lines.joined(separator: "\n"))
    #expect(RenderError(.invalidJob, "x").at(hostile).origin == Self.shown)
  }

  @Test func everyTextOfAWarningStaysOnItsLine() throws {
    let hostile = Self.hostile
    let lines = [
      "warning[photo-warning]: \(Self.shown)", "  in: \(Self.shown)", "  hint: \(Self.shown)",
    ]
    var warning = RenderWarning(.photoWarning, hostile, hint: hostile, origin: hostile)
    #expect(warning.description == lines.joined(separator: "\n"))
    (warning.message, warning.hint, warning.origin) = (hostile, hostile, hostile)
    #expect(warning.description == lines.joined(separator: "\n"))
  }

  @Test func aWarningOfAnotherProcessIsNotBelieved() throws {
    let json = #"{"code": "photo-warning", "message": "a\n\u202eb", "hint": "\u001b"}"#
    let warning = try JSONDecoder().decode(RenderWarning.self, from: Data(json.utf8))
    #expect(warning.message == "a\\n\\u{202e}b" && warning.hint == "\\u{1b}")
    let again = try JSONDecoder().decode(
      RenderWarning.self, from: try JSONEncoder().encode(warning))
    #expect(again == warning)
  }
}
