import Foundation
import Testing
import WallfarmTesting

/// All measured figures are on one page, which the benchmark generates.
@Suite struct FigureTests {
  /// If the page is from an earlier version, `make bench` regenerates it.
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
      // A decision keeps the figures from its date.
      $0 != "docs/figures.md" && !$0.hasPrefix("docs/decisions/")
    })
  func noOtherPageHasOne(_ path: String) throws {
    for line in try Document(path).prose {
      let found = line.firstMatch(of: #/\b[0-9.]+ ?(ms|milliseconds|a second)\b/#)
      #expect(found == nil, "\(path): \(line)")
    }
  }
}
