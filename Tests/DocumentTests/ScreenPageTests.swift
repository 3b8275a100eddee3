import Testing
import WallfarmTesting

/// Tests the page that finds devices by the size that a browser reports.
@Suite struct ScreenPageTests {
  @Test(.tags(.web)) func aBrowserFindsEveryScreenAndRefusesHostileSizes() {
    let judge = Tool.run(
      "/usr/bin/python3",
      [
        Document.file("Tests/DocumentTests/find-screens.py"), Document.file("docs/screens.html"),
        Document.file("docs/screens.json"),
      ], withErrors: true)
    #expect(judge.status == 0, "\(judge.text.suffix(2000))")
    #expect(judge.text.split(separator: "\n").filter { $0.hasPrefix("ok:") }.count >= 90)
  }
}
