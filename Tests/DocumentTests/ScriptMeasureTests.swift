import Testing
import WallfarmTesting

/// The theme settings for writing systems (scripts) equal the measured values.
@Suite struct ScriptMeasureTests {
  @Test func sizesAndWeightsOfScriptsAreThoseThatWereMeasured() {
    let result = Tool.run(
      Document.file("scripts/match-scripts"), ["--check", "--show"], withErrors: true)
    #expect(result.status == 0, "run scripts/match-scripts: \(result.text)")
    #expect(result.text.contains("folio: EB Garamond 400") && result.text.contains("hebrew"))
  }
}
