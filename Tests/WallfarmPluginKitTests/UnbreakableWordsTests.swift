import Testing
import WallfarmPluginKit

@Suite struct UnbreakableWordsTests {
  @Test(arguments: [
    ("SET THIS AS", ["SET", "THIS", "AS"]), ("これを壁紙に設定", []), ("Wi-Fi を on", ["Wi-Fi", "on"]),
    ("اجعل هذه", ["اجعل", "هذه"]), ("ซื้อนม now", ["now"]), ("빵 사기", ["빵", "사기"]), ("", []),
  ])
  func areThoseOfScriptsWithSpaces(_ text: String, _ words: [String]) {
    #expect(text.unbreakableWords == words)
  }
}
