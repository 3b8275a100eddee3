import Testing
import WallfarmTesting

/// The script settings of themes equal the measured values.
@Suite struct ScriptMeasureTests {
  @Test func sizesAndWeightsOfScriptsAreThoseThatWereMeasured() {
    let result = Tool.run(Document.file("scripts/match-scripts"), ["--check"], withErrors: true)
    #expect(result.status == 0, "run scripts/match-scripts: \(result.text)")
    let shown = Tool.run(Document.file("scripts/match-scripts"), ["--show"], withErrors: true)
    #expect(shown.text.contains("folio: EB Garamond 400") && shown.text.contains("hebrew"))
  }
}
