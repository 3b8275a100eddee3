import Diagnostics
import Testing

@Suite struct ErrorTextTests {
  private static let hostile = "a\nerror[x]: \u{202E}b\u{1B}[2J\u{2028}c"
  private static let shown = "a\\nerror[x]: \\u{202e}b\\u{1b}[2J\\u{2028}c"

  @Test func everyTextOfAnErrorStaysOnItsLine() {
    let hostile = Self.hostile
    var error = RenderError(
      .invalidParameter, hostile, origin: .file(hostile), hint: hostile, also: hostile)
    let lines = [
      "error[invalid-parameter]: \(Self.shown)", "  in: \(Self.shown)", "  also: \(Self.shown)",
      "  hint: \(Self.shown)",
    ]
    #expect(error.description == lines.joined(separator: "\n"))
    error = RenderError(.invalidParameter, "x")
    (error.message, error.origin, error.hint, error.also) = (
      hostile, .file(hostile), hostile, hostile
    )
    #expect(error.description == lines.joined(separator: "\n"))
    #expect(RenderError(.invalidParameter, "x").at(.job(hostile)).origin?.description == Self.shown)
  }

  @Test func everyTextOfAWarningStaysOnItsLine() throws {
    let hostile = Self.hostile
    let lines = [
      "warning[photo-warning]: \(Self.shown)", "  in: \(Self.shown)", "  hint: \(Self.shown)",
    ]
    var warning = RenderWarning(.photoWarning, hostile, hint: hostile, origin: .file(hostile))
    #expect(warning.description == lines.joined(separator: "\n"))
    (warning.message, warning.hint, warning.origin) = (hostile, hostile, .file(hostile))
    #expect(warning.description == lines.joined(separator: "\n"))
  }
}
