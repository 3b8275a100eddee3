import Foundation
import Testing
import WallfarmTesting

/// The page that identifies a phone's screen, as the service serves it.
@Suite struct ScreenPageTests {
  @Test func itIsThePublishedPageWithAStrictPolicy() throws {
    let service = try RunningService(in: TemporaryFolder())
    let page = try service.ask("/devices?width=412&height=915&scale=2.625")
    let file = Workspace.root + "/docs/screens.html"
    #expect(page.status == 200)
    #expect(try Data(page.body) == Data(contentsOf: URL(fileURLWithPath: file)))
    let policy = try #require(
      page.head.split(whereSeparator: \.isNewline).first {
        $0.lowercased().hasPrefix("content-security-policy:")
      })
    #expect(policy.contains("default-src 'none'") && !policy.contains("unsafe"))
    #expect(try service.ask("/devices", ["-X", "POST"]).status == 405)
  }
}
