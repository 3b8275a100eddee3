import Testing
import WallfarmPluginKit

@Suite struct TextLimitsTests {
  private static func repeated(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  /// A text, and a title that stands for it in the log because the text is too long.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let excess: TextExcess?

    init(_ title: String, _ text: String, _ excess: TextExcess? = nil) {
      (testDescription, self.text, self.excess) = (title, text, excess)
    }
  }

  static let beyond: [Case] = [
    Case("joined emoji", repeated("👩\u{200D}", 6000) + "👩", .parts),
    Case("marks", "e" + repeated("\u{301}", 19_000), .parts),
    Case("marks alone", repeated("\u{301}", 65), .parts),
    Case("marks behind a space of no width", "\u{200B}" + repeated("\u{1AB0}", 65), .parts),
    Case("viramas", "क" + repeated("\u{94D}", 10_000), .parts),
    Case("a chain of joined consonants", repeated("क\u{94D}", 40) + "क", .parts),
    Case("leading consonants of Hangul", repeated("\u{1100}", 65), .parts),
    Case("number signs of Arabic", repeated("\u{600}", 65) + "1", .parts),
    Case("65 parts at the end", repeated("a", 300) + repeated("\u{301}", 64), .parts),
    Case("embeddings", repeated("\u{202A}", 33) + repeated("a", 20), .nesting),
    Case("isolates", repeated("a\u{2067}", 33) + repeated("\u{2069}", 33), .nesting),
    Case("overrides and isolates", repeated("\u{202E}\u{2066}", 17), .nesting),
    Case("lines", repeated("a\n", 1000), .lines),
    Case("lines of Windows", repeated("a\r\n", 1000), .lines),
    Case("characters", repeated("ab ", 6667), .characters(20_000)),
    Case("code points", repeated("e\u{301}\u{302}\u{303}\u{304}", 15_000), .codePoints(60_000)),
  ]

  @Test(arguments: beyond)
  func textThatNoWritingSystemHasIsRefused(_ beyond: Case) {
    #expect(TextLimits.note.excess(in: beyond.text) == beyond.excess)
  }

  static let within: [Case] = [
    Case("nothing", ""),
    Case("64 parts", "e" + repeated("\u{301}", 63)),
    Case("32 directions", repeated("\u{202B}", 32) + repeated("\u{202C}", 32)),
    Case("directions one after the other", repeated("\u{2067}שלום\u{2069} ", 900)),
    Case("directions left open line by line", repeated("\u{202B}שלום\n", 900)),
    Case("a thousand lines", repeated("a\n", 999) + "a"),
    Case("Thai", repeated("ก็ว่าที่น้ำใจนี้เป็นเรื่องใหญ่ ", 600)),
    Case("Hindi", repeated("राष्ट्रीय स्त्री क्ष्म्य्र ", 700)),
    Case("Tibetan stacks", repeated("ཧྐྵྨླྺྼྻྂ བསྒྲུབས་", 500)),
    Case("Khmer", repeated("ខ្ញុំស្រឡាញ់ស្ត្រី\u{200B}", 700)),
    Case("Zalgo light", repeated("Z̷̡̲̀a̸̧͙̽l̵̨̛̗̂g̶̬̈́ȏ̷̢̠͝ ", 500)),
    Case("families", repeated("👨‍👩‍👧‍👦👩🏽‍❤️‍💋‍👨🏿", 500)),
    Case("flags", repeated("🇯🇵🏴󠁧󠁢󠁥󠁮󠁧󠁿", 800)),
    Case("long German words", repeated("Donaudampfschifffahrtsgesellschaftskapitän ", 400)),
    Case("Hebrew with points", repeated("בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים ", 400)),
    Case("Korean by its letters", repeated("한글 ", 2000)),
  ]

  @Test(arguments: within)
  func everyWritingSystemHasRoom(_ within: Case) {
    #expect(TextLimits.note.excess(in: within.text) == nil)
    #expect(TextLimits.block.excess(in: within.text) == nil)
  }

  @Test func aTextThatIsNoNoteNeedsPlacesToBreak() {
    #expect(TextLimits.block.excess(in: Self.repeated("a", 5001)) == .word(5000))
    #expect(TextLimits.block.excess(in: Self.repeated("a", 5000) + " " + "b") == nil)
    #expect(TextLimits.block.excess(in: Self.repeated("牛乳 ", 33_334)) == .characters(100_000))
  }
}
