import Testing
import WallfarmCore
import WallfarmPluginKit

/// APCA contrast, compared with the values that its author publishes.
@Suite struct APCATests {
  /// The values are from the tests of apca-w3 0.1.9, which implements APCA 0.0.98G-4g.
  @Test(arguments: [
    ("#888888", "#ffffff", 63.056469930209424), ("#ffffff", "#888888", 68.54146436644962),
    ("#000000", "#aaaaaa", 58.146262578561334), ("#aaaaaa", "#000000", 56.24113336839742),
    ("#112233", "#ddeeff", 91.66830811481631), ("#ddeeff", "#112233", 93.06770049484275),
    ("#112233", "#444444", 8.32326136957393), ("#444444", "#112233", 7.526878460278154),
  ])
  func theFiguresAreThoseOfItsAuthor(_ text: String, _ ground: String, _ expected: Double) throws {
    let found = APCA.contrast(
      text: APCA.luminance(try #require(Color(text))),
      ground: APCA.luminance(try #require(Color(ground))))
    #expect(abs(found - expected) < 1e-9)
  }

  /// The accepted backgrounds are exactly those whose Lc is sufficient.
  @Test func groundsAreThoseThatReach() {
    for text in stride(from: 0.0, through: 1, by: 0.05) {
      for target in [30.0, 45, 60, 75] {
        let grounds = APCA.Grounds(text: text, atLeast: target)
        for ground in stride(from: 0.0, through: 1, by: 0.01) {
          let reaches = APCA.contrast(text: text, ground: ground) >= target
          #expect(grounds.contains(ground) == reaches, "\(text) on \(ground) for \(target)")
        }
      }
    }
  }
}
