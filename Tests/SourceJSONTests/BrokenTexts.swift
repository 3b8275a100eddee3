// The table of JSONSyntaxErrorTests, in the order of the grammar.

extension BrokenText {
  static let all =
    documents + objects + lists + strings + escapes + words + numbers + characters + encodings

  static let documents = [
    BrokenText("empty file", "", "1:1", hint: ["\"key\"", "\"value\""]),
    BrokenText("only a byte order mark", "\u{FEFF}", "1:1", hint: ["\"key\"", "\"value\""]),
    BrokenText("only a comment", "\n // nothing\n", "1:1", hint: ["\"key\"", "\"value\""]),
    BrokenText("comment never closed", "{\n /* a\n}", "2:2", hint: ["*/"]),
    BrokenText("text after the end", "{}\nx", "2:1", ["'x'"], hint: []),
    BrokenText("two documents", "{} {}", "1:4", ["'{'"], hint: []),
    BrokenText("one bracket too many", "[1]\r\n]", "2:1", ["']'"], hint: []),
    BrokenText("only a closing bracket", "}", "1:1", ["'}'"], hint: []),
    BrokenText("129 lists deep", String(repeating: "[", count: 129), "1:129", ["128"], hint: []),
  ]

  static let objects = [
    BrokenText("object never closed", "{\n  \"a\": 1,\n\n", "2:10", hint: ["'}'"]),
    BrokenText("inner object never closed", "[\n\t{\"a\": // x", "2:7", hint: ["'}'"]),
    BrokenText("object ends after a key", "{\"a\"", "1:5", hint: ["'}'"]),
    BrokenText("unquoted key", "{colr: 3}", "1:2", ["'colr'"], hint: ["\"colr\""]),
    BrokenText(
      "unquoted key with a hyphen", "{\n\tfönt-size: 3}", "2:2", ["'fönt-size'"],
      hint: ["\"fönt-size\""]),
    BrokenText("number for a key", "{1: 2}", "1:2", ["'1'"], hint: ["\"1\""]),
    BrokenText("key in single quotes", "{'a': 1}", "1:2", hint: ["\""]),
    BrokenText(
      "key given twice", "{\"a\": 1,\n \"b\": {\"a\": 2},\n \"a\": 3}", "3:2", ["'a'"], hint: []),
    BrokenText(
      "key given twice, once escaped", #"{"a": 1, "\u0061": 2}"#, "1:10", ["'a'"], hint: []),
    BrokenText(
      "key given twice, once decomposed", "{\"é\": 1, \"e\u{301}\": 2}", "1:10", ["'e\u{301}'"],
      hint: []),
    BrokenText(
      "key given twice among many", "{" + (0..<20).map { "\"k\($0)\":0," }.joined() + "\"k15\":1}",
      "1:152", ["'k15'"], hint: []),
    BrokenText("no colon", "{\"a\" 1}", "1:6", ["':'", "'a'", "'1'"], hint: ["\"key\""]),
    BrokenText(
      "equals sign for a colon", "{\"a\" = 1}", "1:6", ["':'", "'a'", "'='"], hint: ["':'"]),
    BrokenText("no value", "{\"a\": }", "1:7", ["'}'"], hint: []),
    BrokenText(
      "no comma between members", "{\"a\": 1\n \"b\": 2}", "2:2", ["','", "'}'", "'\"'"],
      hint: ["','"]),
    BrokenText(
      "semicolon for a comma", "{\"a\": 1; \"b\": 2}", "1:8", ["','", "'}'", "';'"], hint: ["','"]),
    BrokenText("two commas", "{\"a\": 1,, \"b\": 2}", "1:9", ["','"], hint: ["','"]),
    BrokenText("string for a member", "{\"a\"}", "1:5", ["':'", "'a'", "'}'"], hint: ["\"key\""]),
    BrokenText("list for a member", "{[1]}", "1:2", ["'['"], hint: ["\"key\""]),
    BrokenText("empty object closed as a list", "{]", "1:2", ["']'"], hint: ["'}'"]),
    BrokenText("comma first", "{,}", "1:2", ["','"], hint: ["','"]),
    BrokenText(
      "object closed as a list", "{\"a\": 1]", "1:8", ["','", "'}'", "']'"], hint: ["'}'"]),
  ]

  static let lists = [
    BrokenText("list never closed", "[1, 2", "1:6", hint: ["']'"]),
    BrokenText("no comma between values", "[1 2]", "1:4", ["','", "']'", "'2'"], hint: ["','"]),
    BrokenText("two commas", "[1,,2]", "1:4", ["','"], hint: ["','"]),
    BrokenText("comma first", "[,1]", "1:2", ["','"], hint: ["','"]),
    BrokenText("key in a list", "[\"a\": 1]", "1:5", ["','", "']'", "':'"], hint: ["\"key\""]),
    BrokenText(
      "list closed as an object", "{\"a\":\n[1}", "2:3", ["','", "']'", "'}'"], hint: ["']'"]),
    BrokenText("something else", "[(1)]", "1:2", ["'('"], hint: []),
  ]

  static let strings = [
    BrokenText("string never closed", "\"abc", "1:5", hint: ["'\"'"]),
    BrokenText("string ends in a backslash", "[\"abc\\", "1:7", hint: ["'\"'"]),
    BrokenText(
      "string not closed on its line", "{\n\t\"ä\": \"éa,\n\t\"b\": 1}", "2:11", hint: ["'\"'"]),
    BrokenText("string not closed before CRLF", "[\"a\\\r\n\"]", "1:5", hint: ["'\"'"]),
    BrokenText("tab", "[\"a\tb\"]", "1:4", hint: ["\\t"]),
    BrokenText("NUL", "[\"ä\u{0}b\"]", "1:4", ["U+0000"], hint: ["\\u0000"]),
    BrokenText("escape character", "\"\u{1B}[0m\"", "1:2", ["U+001B"], hint: ["\\u001b"]),
    BrokenText("backspace", "\"\u{8}\"", "1:2", ["U+0008"], hint: ["\\b"]),
    BrokenText("single quotes", "['a']", "1:2", hint: ["\""]),
    BrokenText("curly quotes", "[“a”]", "1:2", ["'“'"], hint: ["\""]),
  ]

  static let escapes = [
    BrokenText(
      "Windows path", #""C:\Users""#, "1:4", ["'U'"],
      hint: [#"\\"#, #"\""#, #"\/"#, #"\b"#, #"\f"#, #"\n"#, #"\r"#, #"\t"#, #"\u0000"#]),
    BrokenText("escaped single quote", #""it\'s""#, "1:4", hint: ["'"]),
    BrokenText("letter in a code", #""é\u12G4""#, "1:3", [#"'\u12G4'"#], hint: [#"\u00e9"#]),
    BrokenText("short code", #""\u12""#, "1:2", [#"'\u12'"#], hint: [#"\u00e9"#]),
    BrokenText("first half alone", #""ab\ud83d""#, "1:4", hint: [#"\ud83d\ude00"#]),
    BrokenText("second half alone", #""\uDE00""#, "1:2", hint: [#"\ud83d\ude00"#]),
    BrokenText("first half twice", #""\ud800\ud800""#, "1:2", hint: [#"\ud83d\ude00"#]),
  ]

  static let words = [
    BrokenText("True", "[True]", "1:2", ["'True'"], hint: ["true"]),
    BrokenText("FALSE", "FALSE", "1:1", ["'FALSE'"], hint: ["false"]),
    BrokenText("None", "{\"a\": None}", "1:7", ["'None'"], hint: ["null"]),
    BrokenText("undefined", "undefined", "1:1", ["'undefined'"], hint: ["null"]),
    BrokenText("yes", "yes", "1:1", ["'yes'"], hint: ["true"]),
    BrokenText("text", "[größe]", "1:2", ["'größe'"], hint: ["\"größe\""]),
    BrokenText("color", "[#f00]", "1:2", ["'#f00'"], hint: ["\"#f00\""]),
    BrokenText("word gone on", "nullx", "1:1", ["'nullx'"], hint: ["\"nullx\""]),
    BrokenText("date", "2024-01-02", "1:1", ["'2024-01-02'"], hint: ["\"2024-01-02\""]),
    BrokenText("version", "1.2.3", "1:1", ["'1.2.3'"], hint: ["\"1.2.3\""]),
    BrokenText(
      "endless word", String(repeating: "a", count: 100), "1:1",
      ["'\(String(repeating: "a", count: 40))…'"], hint: ["\""]),
  ]

  static let numbers = [
    BrokenText("too large", "[1e999]", "1:2", ["'1e999'"], hint: ["1.8e308"]),
    BrokenText("too far below zero", "-2e308", "1:1", ["'-2e308'"], hint: ["1.8e308"]),
    BrokenText("leading zeros", "007", "1:1", ["'007'"], hint: ["7"]),
    BrokenText("leading zero and sign", "-01.5", "1:1", ["'-01.5'"], hint: ["-1.5"]),
    BrokenText("plus sign", "+1", "1:1", ["'+1'"], hint: ["1"]),
    BrokenText("nothing before the point", ".5", "1:1", ["'.5'"], hint: ["0.5"]),
    BrokenText("nothing after the point", "5.", "1:1", ["'5.'"], hint: ["5"]),
    BrokenText("nothing between point and exponent", "1.e5", "1:1", ["'1.e5'"], hint: ["1e5"]),
    BrokenText("nothing in the exponent", "1e+", "1:1", ["'1e+'"], hint: ["12", "-0.5", "1e6"]),
    BrokenText("only a sign", "[-]", "1:2", ["'-'"], hint: ["12", "-0.5", "1e6"]),
    BrokenText("hexadecimal", "0x1F", "1:1", ["'0x1F'"], hint: ["31"]),
    BrokenText("separators", "1_000", "1:1", ["'1_000'", "'_'"], hint: ["1000"]),
    BrokenText("unit", "{\"width\": 12px}", "1:11", ["'12px'"], hint: ["12", "\"12px\""]),
    BrokenText("percent", "50%", "1:1", ["'50%'"], hint: ["50", "\"50%\""]),
    BrokenText("NaN", "NaN", "1:1", ["'NaN'"], hint: []),
    BrokenText("infinity", "[0, -Infinity]", "1:5", ["'-Infinity'"], hint: []),
  ]

  static let characters = [
    BrokenText("no-break space", "{\"a\":\u{A0}1}", "1:6", ["U+00A0"], hint: []),
    BrokenText("zero width space", "[1\u{200B}]", "1:3", ["','", "']'", "U+200B"], hint: []),
    BrokenText("hidden direction mark", "[\u{202E}1]", "1:2", ["U+202E"], hint: []),
    BrokenText("NUL", "[\u{0}]", "1:2", ["U+0000"], hint: []),
    BrokenText("full-width comma", "[\"茶\"，1]", "1:5", ["','", "']'", "'，'"], hint: ["','"]),
    BrokenText("full-width colon", "{\"茶\"：1}", "1:5", ["':'", "'茶'", "'：'"], hint: ["':'"]),
    BrokenText("number sign for a comment", "[1, # one\n2]", "1:5", ["'#'"], hint: ["//"]),
    BrokenText(
      "number sign at the end of a member", "{\"a\": 1 #one\n}", "1:9", ["'#'"], hint: ["//"]),
    BrokenText("lone slash", "[1 / 2]", "1:4", ["','", "']'", "'/'"]),
    BrokenText(
      "unprintable key", #"{"a\u001b[2J": 1, "a\u001b[2J": 2}"#, "1:19", [#"'a\u001b[2J'"#],
      hint: []),
  ]

  static let encodings = [
    BrokenText("Latin-1 in a string", [0x22, 0x61, 0xE9, 0x22], "1:3", ["0xE9"], hint: ["UTF-8"]),
    BrokenText("overlong", [0x22, 0xC0, 0x80, 0x22], "1:2", ["0xC0"], hint: ["UTF-8"]),
    BrokenText(
      "surrogate in UTF-8", [0x22, 0xC3, 0xA9, 0xED, 0xA0, 0x80, 0x22], "1:3", ["0xED"],
      hint: ["UTF-8"]),
    BrokenText("cut short", [0x22, 0xF0, 0x9F, 0x98], "1:2", ["0xF0"], hint: ["UTF-8"]),
    BrokenText(
      "past the last scalar", [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], "1:2", ["0xF4"], hint: ["UTF-8"]
    ),
    BrokenText("in a comment", [0x31, 0x0A, 0x2F, 0x2F, 0xFF], "2:3", ["0xFF"], hint: ["UTF-8"]),
    BrokenText("between tokens", [0x5B, 0x80, 0x5D], "1:2", ["0x80"], hint: ["UTF-8"]),
    BrokenText("after a backslash", [0x22, 0x5C, 0xFF, 0x22], "1:3", ["0xFF"], hint: ["UTF-8"]),
    BrokenText("UTF-16", [0xFF, 0xFE, 0x7B, 0x00], "1:1", ["UTF-16"], hint: ["UTF-8"]),
  ]
}
