import Testing
import WallfarmPluginKit

/// A text that is often rendered incorrectly, and the properties that its rendering must have.
struct HardString: Sendable, CustomTestStringConvertible {
  let title: String
  let text: String
  let direction: TextDirection
  /// The only font families that may be used for the text, except for spaces, which may use any
  /// font.
  let fonts: Set<String>
  var language: String?

  var testDescription: String { title }

  init(
    _ title: String, _ text: String, _ direction: TextDirection = .leftToRight, _ fonts: String...,
    language: String? = nil
  ) {
    self.title = title
    self.text = text
    self.direction = direction
    self.fonts = Set(fonts.isEmpty ? ["Inter"] : fonts)
    self.language = language
  }

  private static let emoji = "Noto Color Emoji"
  private static let arabic = "Noto Sans Arabic"
  private static let hebrew = "Noto Sans Hebrew"
  private static let japanese = "Noto Sans CJK JP"

  static let all: [HardString] = latin + rightToLeft + emojis + asian + odd

  private static let latin = [
    HardString("plain English", "Buy oat milk and bread"),
    HardString("accents composed", "Crème brûlée à la façon de Zoë"),
    HardString("accents decomposed", "Cre\u{301}me bru\u{302}le\u{301}e"),
    HardString("stacked Vietnamese accents", "Mua sữa và bánh mì cho bữa sáng ngày mai"),
    HardString("Polish, Czech, Turkish letters", "Zażółć gęślą jaźń, příliš žluťoučký kůň, İğde"),
    HardString("Greek with tonos", "Αγόρασε γάλα και ψωμί"),
    HardString("Cyrillic", "Купить молоко и хлеб завтра"),
    HardString("Ukrainian apostrophe", "Об’єднання п’яти"),
    HardString(
      "German compound longer than a line", "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk"),
    HardString("one word of 120 letters", String(repeating: "abcdefghij", count: 12)),
    HardString(
      "URL", "https://example.com/a/very/long/path/to/some/page?query=value&other=thing#top"),
    HardString("e-mail address", "firstname.lastname+notes@subdomain.example.org"),
    HardString(
      "soft hyphens",
      "super\u{AD}cali\u{AD}fragi\u{AD}listic\u{AD}expi\u{AD}ali\u{AD}docious is a word"),
    HardString("no-break spaces", "10\u{A0}000\u{A0}km at 5\u{202F}%"),
    HardString("zero width space between words", "one\u{200B}two\u{200B}three"),
    HardString("word joiner", "one\u{2060}two"),
    HardString("fractions and primes", "½ cup, 5′ 11″, 3⁄4"),
    HardString("currency signs", "€5 £4 ¥300 ₹20 ₽9 ₺8"),
    HardString("arrows and maths", "a → b ≤ c ≠ d ± 1"),
    HardString("line breaks inside a note", "Milk\nBread\nEggs"),
    HardString("trailing spaces", "Milk     "),
    HardString("quotes of five languages", "“a” ‘b’ „c“ «d» ‹e›"),
    HardString("ligature candidates", "office affluent fjord"),
  ]

  private static let rightToLeft = [
    HardString("Arabic", "شراء الحليب والخبز", .rightToLeft, arabic),
    HardString("Arabic with vowel signs", "السَّلَامُ عَلَيْكُمْ", .rightToLeft, arabic),
    HardString("Arabic with Latin digits", "موعد طبيب الأسنان 9:40", .rightToLeft, arabic, "Inter"),
    HardString("Arabic with Arabic digits", "اتصل ٠١٢٣٤٥", .rightToLeft, arabic),
    HardString("Arabic with an English word", "افتح iPhone الآن", .rightToLeft, arabic, "Inter"),
    HardString("Arabic with brackets", "شراء (حليب) و[خبز]", .rightToLeft, arabic, "Inter"),
    HardString("Arabic lam-alef ligature", "لا إله", .rightToLeft, arabic),
    HardString("Arabic with kashida", "مـــرحبا", .rightToLeft, arabic),
    HardString("Persian letters", "گچ پژ چای", .rightToLeft, arabic),
    HardString("Urdu letters", "ٹماٹر اور روٹی ے", .rightToLeft, arabic),
    HardString("Hebrew", "לקנות חלב ולחם", .rightToLeft, hebrew),
    HardString("Hebrew with points", "שָׁלוֹם עֲלֵיכֶם", .rightToLeft, hebrew),
    HardString("Hebrew with digits", "פגישה ב-14:30 ברחוב 5", .rightToLeft, hebrew, "Inter"),
    HardString("English that quotes Hebrew", "Say שלום to Dana", .leftToRight, hebrew, "Inter"),
    HardString("digits before Arabic", "3 تفاحات", .rightToLeft, arabic, "Inter"),
    HardString("LRM makes it left to right", "\u{200E}שלום", .leftToRight, hebrew),
    HardString("RLM makes it right to left", "\u{200F}hello", .rightToLeft),
    HardString(
      "an isolate does not decide", "\u{2068}שלום\u{2069} hello", .leftToRight, hebrew, "Inter"),
  ]

  private static let emojis = [
    HardString("one emoji", "🎂", .leftToRight, emoji),
    HardString("skin tone", "👍🏽 done", .leftToRight, emoji, "Inter"),
    HardString("family joined by ZWJ", "👨‍👩‍👧‍👦", .leftToRight, emoji),
    HardString("profession with tone", "👩🏾‍🚀", .leftToRight, emoji),
    HardString("rainbow flag", "🏳️‍🌈", .leftToRight, emoji),
    HardString("flags of regions", "🇯🇵🇩🇪🇧🇷", .leftToRight, emoji),
    HardString("flag of Scotland by tags", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", .leftToRight, emoji),
    HardString("keycap", "3️⃣ eggs", .leftToRight, emoji, "Inter"),
    HardString("VS16 asks for colour", "☎️", .leftToRight, emoji),
    HardString("VS15 asks for text", "☎︎", .leftToRight, "Noto Sans Symbols2"),
    HardString("heart with VS16", "❤️", .leftToRight, emoji),
    HardString("emoji between Arabic words", "حليب 🥛 وخبز", .rightToLeft, arabic, emoji),
    HardString("only emoji, many", "🍎🍐🍊🍋🍌🍉🍇🍓🫐🍈🍒🍑🥭🍍🥥🥝", .leftToRight, emoji),
  ]

  private static let asian = [
    HardString("Japanese", "牛乳とパンを買う。歯医者は九時四十分。", .leftToRight, japanese),
    HardString(
      "Japanese with a small kana at a break", "チョコレートケーキをつくってパーティーにもっていく", .leftToRight, japanese),
    HardString(
      "Chinese, mainland", "明天早上买牛奶和面包", .leftToRight, "Noto Sans CJK SC", language: "zh-CN"),
    HardString(
      "Chinese, Taiwan", "明天早上買牛奶和麵包", .leftToRight, "Noto Sans CJK TC", language: "zh-TW"),
    HardString(
      "Chinese, Hong Kong", "聽日早上買牛奶", .leftToRight, "Noto Sans CJK HK", language: "zh-HK"),
    HardString("Korean", "내일 아침에 우유와 빵 사기", .leftToRight, "Noto Sans CJK KR", language: "ko"),
    HardString(
      "Korean by jamo", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}", .leftToRight,
      "Noto Sans CJK KR", language: "ko"),
    HardString(
      "Thai without spaces", "ซื้อนมและขนมปังพรุ่งนี้เช้าก่อนไปทำงาน", .leftToRight, "Noto Sans Thai"),
    HardString("Lao", "ຊື້ນົມແລະເຂົ້າຈີ່", .leftToRight, "Noto Sans Lao"),
    HardString("Khmer with stacked consonants", "ទិញទឹកដោះគោនិងនំប៉័ង", .leftToRight, "Noto Sans Khmer"),
    HardString("Burmese", "နို့နှင့်ပေါင်မုန့်ဝယ်ပါ", .leftToRight, "Noto Sans Myanmar"),
    HardString(
      "Hindi with conjuncts", "दूध और रोटी ख़रीदना, क्षत्रिय", .leftToRight, "Noto Sans Devanagari", "Inter"),
    HardString("Marathi eyelash ra", "दर्‍या", .leftToRight, "Noto Sans Devanagari"),
    HardString("Bengali", "দুধ ও রুটি কিনুন", .leftToRight, "Noto Sans Bengali"),
    HardString("Tamil with a split vowel", "பால் மற்றும் ரொட்டி வாங்கு", .leftToRight, "Noto Sans Tamil"),
    HardString("Telugu", "పాలు మరియు రొట్టె కొనండి", .leftToRight, "Noto Sans Telugu"),
    HardString("Malayalam with chillu", "പാൽ വാങ്ങുക", .leftToRight, "Noto Sans Malayalam"),
    HardString("Sinhala", "කිරි සහ පාන් ගන්න", .leftToRight, "Noto Sans Sinhala"),
    HardString("Georgian", "იყიდე რძე და პური", .leftToRight, "Noto Sans Georgian"),
    HardString("Armenian", "Գնել կաթ և հաց", .leftToRight, "Noto Sans Armenian"),
    HardString("Amharic", "ወተት እና ዳቦ ግዛ", .leftToRight, "Noto Sans Ethiopic"),
  ]

  private static let odd = [
    HardString(
      "five scripts in one note", "milk 牛乳 حليب חלב молоко", .leftToRight, "Inter", japanese,
      arabic, hebrew),
    HardString("twenty combining marks", "a" + String(repeating: "\u{301}", count: 20)),
    HardString("only punctuation", "…—?!"),
    HardString("only a digit", "7"),
    HardString("full-width letters", "ＡＢＣ１２３", .leftToRight, japanese),
    HardString("half-width kana", "ｶﾀｶﾅ", .leftToRight, japanese),
  ]
}
