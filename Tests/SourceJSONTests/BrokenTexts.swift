// The table of JSONSyntaxErrorTests, in the order of the grammar; `Tests/Wording/json.txt` contains
// the error for each text.

extension BrokenText {
  static let all =
    documents + objects + lists + strings + escapes + words + numbers + characters + encodings

  static let documents = [
    BrokenText("empty file", ""),
    BrokenText("only a byte order mark", "\u{FEFF}"),
    BrokenText("only a comment", "\n // nothing\n"),
    BrokenText("comment never closed", "{\n /* a\n}"),
    BrokenText("text after the end", "{}\nx"),
    BrokenText("two documents", "{} {}"),
    BrokenText("one bracket too many", "[1]\r\n]"),
    BrokenText("only a closing bracket", "}"),
    BrokenText("129 lists deep", String(repeating: "[", count: 129)),
  ]

  static let objects = [
    BrokenText("object never closed", "{\n  \"a\": 1,\n\n"),
    BrokenText("inner object never closed", "[\n\t{\"a\": // x"),
    BrokenText("object ends after a key", "{\"a\""),
    BrokenText("unquoted key", "{colr: 3}"),
    BrokenText("unquoted key with a hyphen", "{\n\tfönt-size: 3}"),
    BrokenText("number for a key", "{1: 2}"),
    BrokenText("key in single quotes", "{'a': 1}"),
    BrokenText("key given twice", "{\"a\": 1,\n \"b\": {\"a\": 2},\n \"a\": 3}"),
    BrokenText("key given twice, once escaped", #"{"a": 1, "\u0061": 2}"#),
    BrokenText("key given twice, once decomposed", "{\"é\": 1, \"e\u{301}\": 2}"),
    BrokenText(
      "key given twice among many", "{" + (0..<20).map { "\"k\($0)\":0," }.joined() + "\"k15\":1}"),
    BrokenText("no colon", "{\"a\" 1}"),
    BrokenText("equals sign for a colon", "{\"a\" = 1}"),
    BrokenText("no value", "{\"a\": }"),
    BrokenText("no comma between members", "{\"a\": 1\n \"b\": 2}"),
    BrokenText("semicolon for a comma", "{\"a\": 1; \"b\": 2}"),
    BrokenText("two commas", "{\"a\": 1,, \"b\": 2}"),
    BrokenText("string for a member", "{\"a\"}"),
    BrokenText("list for a member", "{[1]}"),
    BrokenText("empty object closed as a list", "{]"),
    BrokenText("comma first", "{,}"),
    BrokenText("object closed as a list", "{\"a\": 1]"),
  ]

  static let lists = [
    BrokenText("list never closed", "[1, 2"),
    BrokenText("no comma between values", "[1 2]"),
    BrokenText("two commas", "[1,,2]"),
    BrokenText("comma first", "[,1]"),
    BrokenText("key in a list", "[\"a\": 1]"),
    BrokenText("list closed as an object", "{\"a\":\n[1}"),
    BrokenText("something else", "[(1)]"),
  ]

  static let strings = [
    BrokenText("string never closed", "\"abc"),
    BrokenText("string ends in a backslash", "[\"abc\\"),
    BrokenText("string not closed on its line", "{\n\t\"ä\": \"éa,\n\t\"b\": 1}"),
    BrokenText("string not closed before CRLF", "[\"a\\\r\n\"]"),
    BrokenText("tab", "[\"a\tb\"]"),
    BrokenText("NUL", "[\"ä\u{0}b\"]"),
    BrokenText("escape character", "\"\u{1B}[0m\""),
    BrokenText("backspace", "\"\u{8}\""),
    BrokenText("single quotes", "['a']"),
    BrokenText("curly quotes", "[“a”]"),
  ]

  static let escapes = [
    BrokenText("Windows path", #""C:\Users""#),
    BrokenText("escaped single quote", #""it\'s""#),
    BrokenText("letter in a code", #""é\u12G4""#),
    BrokenText("short code", #""\u12""#),
    BrokenText("first half alone", #""ab\ud83d""#),
    BrokenText("second half alone", #""\uDE00""#),
    BrokenText("first half twice", #""\ud800\ud800""#),
  ]

  static let words = [
    BrokenText("True", "[True]"),
    BrokenText("FALSE", "FALSE"),
    BrokenText("None", "{\"a\": None}"),
    BrokenText("undefined", "undefined"),
    BrokenText("yes", "yes"),
    BrokenText("text", "[größe]"),
    BrokenText("color", "[#f00]"),
    BrokenText("word gone on", "nullx"),
    BrokenText("date", "2024-01-02"),
    BrokenText("version", "1.2.3"),
    BrokenText("endless word", String(repeating: "a", count: 100)),
  ]

  static let numbers = [
    BrokenText("too large", "[1e999]"),
    BrokenText("too far below zero", "-2e308"),
    BrokenText("leading zeros", "007"),
    BrokenText("leading zero and sign", "-01.5"),
    BrokenText("plus sign", "+1"),
    BrokenText("nothing before the point", ".5"),
    BrokenText("nothing after the point", "5."),
    BrokenText("nothing between point and exponent", "1.e5"),
    BrokenText("nothing in the exponent", "1e+"),
    BrokenText("only a sign", "[-]"),
    BrokenText("hexadecimal", "0x1F"),
    BrokenText("separators", "1_000"),
    BrokenText("unit", "{\"width\": 12px}"),
    BrokenText("percent", "50%"),
    BrokenText("NaN", "NaN"),
    BrokenText("infinity", "[0, -Infinity]"),
  ]

  static let characters = [
    BrokenText("no-break space", "{\"a\":\u{A0}1}"),
    BrokenText("zero width space", "[1\u{200B}]"),
    BrokenText("hidden direction mark", "[\u{202E}1]"),
    BrokenText("NUL", "[\u{0}]"),
    BrokenText("full-width comma", "[\"茶\"，1]"),
    BrokenText("full-width colon", "{\"茶\"：1}"),
    BrokenText("number sign for a comment", "[1, # one\n2]"),
    BrokenText("number sign at the end of a member", "{\"a\": 1 #one\n}"),
    BrokenText("lone slash", "[1 / 2]"),
    BrokenText("unprintable key", #"{"a\u001b[2J": 1, "a\u001b[2J": 2}"#),
  ]

  static let encodings = [
    BrokenText("Latin-1 in a string", [0x22, 0x61, 0xE9, 0x22]),
    BrokenText("overlong", [0x22, 0xC0, 0x80, 0x22]),
    BrokenText("surrogate in UTF-8", [0x22, 0xC3, 0xA9, 0xED, 0xA0, 0x80, 0x22]),
    BrokenText("cut short", [0x22, 0xF0, 0x9F, 0x98]),
    BrokenText("past the last scalar", [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22]),
    BrokenText("in a comment", [0x31, 0x0A, 0x2F, 0x2F, 0xFF]),
    BrokenText("between tokens", [0x5B, 0x80, 0x5D]),
    BrokenText("after a backslash", [0x22, 0x5C, 0xFF, 0x22]),
    BrokenText("UTF-16", [0xFF, 0xFE, 0x7B, 0x00]),
  ]
}
