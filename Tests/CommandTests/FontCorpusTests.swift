import Foundation
import Testing
import WallfarmTesting

/// The fonts with which HarfBuzz is tested and fuzzed, from Debian's source package.
@Suite(.tags(.torture), .enabled(if: Torture.isOn)) struct FontCorpusTests {
  private static func isFont(_ path: String) -> Bool {
    [".ttf", ".otf", ".ttc"].contains { path.hasSuffix($0) }
      || path.contains("fuzz") && path.contains("/fonts/")
  }

  /// Each font is drawn, or refused with a code; the program never crashes or hangs.
  @Test func everyFontIsDrawnOrRefused() throws {
    let folder = try TemporaryFolder()
    let fetched = Tool.run(
      Workspace.root + "/scripts/debian-sources", [folder.path, "harfbuzz"], withErrors: true)
    try #require(fetched.status == 0, "\(fetched.text)")
    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    let fonts = (files ?? []).filter(Self.isFont).sorted()
    #expect(fonts.count > 2000)
    var (drawn, refused) = (0, 0)
    for font in fonts {
      let shown = try Program.run(
        ["font", "show", "./" + font, "--output", "picture.png", "--errors", "json"], in: folder)
      switch shown.status {
      case 0: drawn += 1
      case 65:
        refused += 1
        #expect(shown.error.contains(#""code":"#), "\(font): \(shown.error)")
      default: Issue.record("\(font): status \(shown.status), \(shown.error)")
      }
    }
    #expect(drawn > 1000 && refused > 100, "\(drawn) drawn, \(refused) refused")
  }
}
