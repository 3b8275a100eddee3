import Foundation
import Testing
import WallfarmTesting

/// All measured figures are on one page, which the benchmark generates.
@Suite struct FigureTests {
  /// The page must be from the current version; if the page is older, `make bench` regenerates it.
  @Test func thePageIsOfThisVersion() throws {
    let path = buildFolder.appendingPathComponent("wallfarm").path
    let version = try #require(Tool.output(of: path, ["--version"]))
    let text = try Document("docs/figures.md").text
    let line = "\nMeasured for \(version.split(separator: "\n")[0]) on 20"
    #expect(text.contains(line), "run 'make bench' and commit docs/figures.md")
    #expect(try Document("docs/figures.md").rows.count > 25)
  }

  @Test(
    arguments: Document.paths.filter {
      // Exclude decision records, which keep the figures from the date of the decision.
      $0 != "docs/figures.md" && !$0.hasPrefix("docs/decisions/")
    })
  func noOtherPageHasOne(_ path: String) throws {
    for line in try Document(path).prose {
      let found = line.firstMatch(of: #/\b[0-9.]+ ?(ms|milliseconds|a second)\b/#)
      #expect(found == nil, "\(path): \(line)")
    }
  }
}
