import Diagnostics
import SourceJSON
import Testing

@Suite struct VisibleTextTests {
  static let hidden: [(title: String, text: String, shown: String)] = [
    ("a line end", "a\nb", "a\\nb"), ("a line end of Windows", "a\r\nb", "a\\r\\nb"),
    ("a tab", "a\tb", "a\\tb"), ("NUL", "a\0b", "a\\u{0}b"), ("escape", "\u{1B}[2J", "\\u{1b}[2J"),
    ("DEL", "\u{7F}", "\\u{7f}"), ("C1", "\u{9B}31m", "\\u{9b}31m"),
    ("a next line", "\u{85}", "\\u{85}"), ("a line separator", "\u{2028}", "\\u{2028}"),
    ("a paragraph separator", "\u{2029}", "\\u{2029}"),
    ("an override", "a\u{202E}gnp.exe", "a\\u{202e}gnp.exe"),
    ("embeddings", "\u{202A}\u{202B}\u{202C}\u{202D}", "\\u{202a}\\u{202b}\\u{202c}\\u{202d}"),
    ("isolates", "\u{2066}\u{2067}\u{2068}\u{2069}", "\\u{2066}\\u{2067}\\u{2068}\\u{2069}"),
    ("marks of direction", "\u{200E}\u{200F}\u{61C}", "\\u{200e}\\u{200f}\\u{61c}"),
    ("a byte order mark", "\u{FEFF}a", "\\u{feff}a"), ("a soft hyphen", "a\u{AD}b", "a\\u{ad}b"),
    ("a space of no width", "a\u{200B}b", "a\\u{200b}b"), ("tags", "\u{E0041}", "\\u{e0041}"),
    ("a filler of Hangul", "\u{3164}", "\\u{3164}"),
    ("a lone variation selector", " \u{FE0F}", " \\u{fe0f}"),
    ("two variation selectors", "☎\u{FE0F}\u{FE0F}", "☎\u{FE0F}\\u{fe0f}"),
    ("a variation selector of ideographs", "葛\u{E0100}", "葛\\u{e0100}"),
  ]

  @Test(arguments: hidden)
  func whatCannotBeSeenIsWrittenDown(_ hidden: (title: String, text: String, shown: String)) {
    #expect(hidden.text.visible.unicodeScalars.elementsEqual(hidden.shown.unicodeScalars))
    #expect(hidden.shown.visible == hidden.shown, "done twice")
  }

  @Test(arguments: [
    "", "plain", "Zuckertütenfabrik", "قهوة", "שלום", "ก็ดี", "क्षत्रिय", "نمی‌خواهم", "👨‍👩‍👧‍👦 👍🏽 ☎️ 🇯🇵",
    "Z̷a̸l̵g̶o̷", "ཧྐྵྨླྺྼྻྂ", "'quoted' — \\u{202e}",
  ])
  func whatCanBeSeenStaysAsItIs(_ text: String) {
    #expect(text.visible.unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  /// Written JSON shows every hidden character and preserves the text.
  ///
  /// Texts with a variation selector are left out, because JSON never escapes it, even if no base
  /// character precedes it.
  @Test(
    arguments: hidden.map(\.text).filter { !$0.unicodeScalars.contains("\u{FE0F}") }
      + ["plain \"quoted\" \\ text", "قهوة 👨‍👩‍👧‍👦"])
  func writtenJSONShowsEverythingAndKeepsEveryValue(_ text: String) throws {
    for pretty in [true, false] {
      let written = JSONValue.object(["\(text)!": .string(text)]).text(pretty: pretty)
      #expect(written.replacing("\n", with: "").visible == written.replacing("\n", with: ""))
      #expect(try JSONNode(parsing: written).members?.first?.value.string == text)
    }
  }
}
