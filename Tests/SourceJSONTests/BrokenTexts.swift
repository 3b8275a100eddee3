// The table of JSONSyntaxErrorTests: the messages of the parser, in the order of the grammar.

extension BrokenText {
  static let documents = [
    BrokenText(
      "empty file", "",
      "1:1: expected a value, found nothing", hint: "write an object: { \"key\": \"value\" }"),
    BrokenText(
      "only a byte order mark", "\u{FEFF}",
      "1:1: expected a value, found nothing", hint: "write an object: { \"key\": \"value\" }"),
    BrokenText(
      "only a comment", "\n // nothing\n",
      "1:1: expected a value, found only blanks and comments",
      hint: "write an object: { \"key\": \"value\" }"),
    BrokenText(
      "comment never closed", "{\n /* a\n}",
      "2:2: the comment opened here is never closed", hint: "end it with */"),
    BrokenText(
      "text after the end", "{}\nx",
      "2:1: expected nothing more after the value, found 'x'",
      hint: "to give several values, put them in a list: [ … ]"),
    BrokenText(
      "two documents", "{} {}",
      "1:4: expected nothing more after the value, found '{'",
      hint: "to give several values, put them in a list: [ … ]"),
    BrokenText(
      "one bracket too many", "[1]\r\n]",
      "2:1: expected nothing more after the value, found ']'",
      hint: "remove it, or open a matching one"),
    BrokenText(
      "only a closing bracket", "}",
      "1:1: expected a value, found '}'", hint: "remove it, or open a matching one"),
    BrokenText(
      "129 lists deep", String(repeating: "[", count: 129),
      "1:129: lists and objects are nested more than 128 deep",
      hint: "look for brackets that are opened and never closed"),
  ]

  static let objects = [
    BrokenText(
      "object never closed", "{\n  \"a\": 1,\n\n",
      "2:10: the object opened at line 1, column 1 is never closed", hint: "add '}'"),
    BrokenText(
      "inner object never closed", "[\n\t{\"a\": // x",
      "2:7: the object opened at line 2, column 2 is never closed", hint: "add '}'"),
    BrokenText(
      "object ends after a key", "{\"a\"",
      "1:5: the object opened at line 1, column 1 is never closed", hint: "add '}'"),
    BrokenText(
      "unquoted key", "{colr: 3}", "1:2: the key 'colr' needs double quotes", hint: "write \"colr\""
    ),
    BrokenText(
      "unquoted key with a hyphen", "{\n\tfönt-size: 3}",
      "2:2: the key 'fönt-size' needs double quotes", hint: "write \"fönt-size\""),
    BrokenText(
      "number for a key", "{1: 2}", "1:2: the key '1' needs double quotes", hint: "write \"1\""),
    BrokenText(
      "key in single quotes", "{'a': 1}",
      "1:2: strings stand in straight double quotes, found a single quote",
      hint: "write \" before and after the text"),
    BrokenText(
      "key given twice", "{\"a\": 1,\n \"b\": {\"a\": 2},\n \"a\": 3}",
      "3:2: the key 'a' was already given at line 1, column 2", hint: "keep one of the two"),
    BrokenText(
      "key given twice, once escaped", #"{"a": 1, "\u0061": 2}"#,
      "1:10: the key 'a' was already given at line 1, column 2", hint: "keep one of the two"),
    BrokenText(
      "key given twice, once decomposed", "{\"é\": 1, \"e\u{301}\": 2}",
      "1:10: the key 'e\u{301}' was already given at line 1, column 2", hint: "keep one of the two"),
    BrokenText(
      "key given twice among many",
      "{" + (0..<20).map { "\"k\($0)\":0," }.joined() + "\"k15\":1}",
      "1:152: the key 'k15' was already given at line 1, column 112", hint: "keep one of the two"),
    BrokenText(
      "no colon", "{\"a\" 1}",
      "1:6: expected ':' after the key 'a', found '1'", hint: "an object holds \"key\": value"),
    BrokenText(
      "equals sign for a colon", "{\"a\" = 1}",
      "1:6: expected ':' after the key 'a', found '='", hint: "write ':' instead"),
    BrokenText(
      "no value", "{\"a\": }", "1:7: expected a value, found '}'", hint: "write a value before it"),
    BrokenText(
      "no comma between members", "{\"a\": 1\n \"b\": 2}",
      "2:2: expected ',' or '}' after a value, found '\"'", hint: "add a ',' before it"),
    BrokenText(
      "semicolon for a comma", "{\"a\": 1; \"b\": 2}",
      "1:8: expected ',' or '}' after a value, found ';'", hint: "write ',' instead"),
    BrokenText(
      "two commas", "{\"a\": 1,, \"b\": 2}",
      "1:9: expected a key in double quotes, found ','", hint: "remove the ','"),
    BrokenText(
      "string for a member", "{\"a\"}",
      "1:5: expected ':' after the key 'a', found '}'", hint: "an object holds \"key\": value"),
    BrokenText(
      "list for a member", "{[1]}",
      "1:2: expected a key in double quotes, found '['", hint: "an object holds \"key\": value"),
    BrokenText(
      "empty object closed as a list", "{]", "1:2: expected a key in double quotes, found ']'",
      hint: "the object opened at line 1, column 1 closes with '}'"),
    BrokenText(
      "comma first", "{,}", "1:2: expected a key in double quotes, found ','",
      hint: "remove the ','"),
    BrokenText(
      "object closed as a list", "{\"a\": 1]",
      "1:8: expected ',' or '}' after a value, found ']'",
      hint: "the object opened at line 1, column 1 closes with '}'"),
  ]

  static let lists = [
    BrokenText(
      "list never closed", "[1, 2",
      "1:6: the list opened at line 1, column 1 is never closed", hint: "add ']'"),
    BrokenText(
      "no comma between values", "[1 2]",
      "1:4: expected ',' or ']' after a value, found '2'", hint: "add a ',' before it"),
    BrokenText("two commas", "[1,,2]", "1:4: expected a value, found ','", hint: "remove the ','"),
    BrokenText("comma first", "[,1]", "1:2: expected a value, found ','", hint: "remove the ','"),
    BrokenText(
      "key in a list", "[\"a\": 1]",
      "1:5: expected ',' or ']' after a value, found ':'",
      hint: "keys belong in an object: { \"key\": value }"),
    BrokenText(
      "list closed as an object", "{\"a\":\n[1}",
      "2:3: expected ',' or ']' after a value, found '}'",
      hint: "the list opened at line 2, column 1 closes with ']'"),
    BrokenText(
      "something else", "[(1)]",
      "1:2: expected a value, found '('",
      hint: "a value is a string, a number, true, false, null, [ … ] or { … }"),
  ]

  static let strings = [
    BrokenText(
      "string never closed", "\"abc",
      "1:5: the string opened at line 1, column 1 is never closed", hint: "add '\"'"),
    BrokenText(
      "string ends in a backslash", "[\"abc\\",
      "1:7: the string opened at line 1, column 2 is never closed", hint: "add '\"'"),
    BrokenText(
      "string not closed on its line", "{\n\t\"ä\": \"éa,\n\t\"b\": 1}",
      "2:11: the string opened at line 2, column 7 does not end on its line",
      hint: "add '\"', or write \\n for a line break"),
    BrokenText(
      "string not closed before CRLF", "[\"a\\\r\n\"]",
      "1:5: the string opened at line 1, column 2 does not end on its line",
      hint: "add '\"', or write \\n for a line break"),
    BrokenText("tab", "[\"a\tb\"]", "1:4: a string cannot hold a tab as it is", hint: "write \\t"),
    BrokenText(
      "NUL", "[\"ä\u{0}b\"]", "1:4: a string cannot hold U+0000 as it is", hint: "write \\u0000"),
    BrokenText(
      "escape character", "\"\u{1B}[0m\"",
      "1:2: a string cannot hold U+001B as it is", hint: "write \\u001b"),
    BrokenText(
      "backspace", "\"\u{8}\"", "1:2: a string cannot hold U+0008 as it is", hint: "write \\b"),
    BrokenText(
      "single quotes", "['a']",
      "1:2: strings stand in straight double quotes, found a single quote",
      hint: "write \" before and after the text"),
    BrokenText(
      "curly quotes", "[“a”]",
      "1:2: strings stand in straight double quotes, found '“'",
      hint: "write \" before and after the text"),
  ]

  static let escapes = [
    BrokenText(
      "Windows path", #""C:\Users""#,
      #"1:4: a backslash cannot stand before 'U'"#,
      hint: #"write \\ for a backslash; the escapes are \" \\ \/ \b \f \n \r \t \u0000"#),
    BrokenText(
      "escaped single quote", #""it\'s""#,
      "1:4: a single quote takes no backslash in a string", hint: "write ' alone"),
    BrokenText(
      "letter in a code", #""é\u12G4""#,
      #"1:3: \u needs four hexadecimal digits, found '\u12G4'"#,
      hint: #"write them as in \u00e9, or write the character itself"#),
    BrokenText(
      "short code", #""\u12""#,
      #"1:2: \u needs four hexadecimal digits, found '\u12'"#,
      hint: #"write them as in \u00e9, or write the character itself"#),
    BrokenText(
      "first half alone", #""ab\ud83d""#,
      #"1:4: the escape \ud83d is half of a surrogate pair and stands alone"#,
      hint: #"write both halves, as in \ud83d\ude00, or the character itself"#),
    BrokenText(
      "second half alone", #""\uDE00""#,
      #"1:2: the escape \ude00 is half of a surrogate pair and stands alone"#,
      hint: #"write both halves, as in \ud83d\ude00, or the character itself"#),
    BrokenText(
      "first half twice", #""\ud800\ud800""#,
      #"1:2: the escape \ud800 is half of a surrogate pair and stands alone"#,
      hint: #"write both halves, as in \ud83d\ude00, or the character itself"#),
  ]

  static let words = [
    BrokenText("True", "[True]", "1:2: 'True' is not a JSON value", hint: "write true"),
    BrokenText("FALSE", "FALSE", "1:1: 'FALSE' is not a JSON value", hint: "write false"),
    BrokenText("None", "{\"a\": None}", "1:7: 'None' is not a JSON value", hint: "write null"),
    BrokenText(
      "undefined", "undefined", "1:1: 'undefined' is not a JSON value", hint: "write null"),
    BrokenText("yes", "yes", "1:1: 'yes' is not a JSON value", hint: "write true"),
    BrokenText(
      "text", "[größe]", "1:2: text needs double quotes, found 'größe'", hint: "write \"größe\""),
    BrokenText(
      "color", "[#f00]", "1:2: text needs double quotes, found '#f00'", hint: "write \"#f00\""),
    BrokenText(
      "word gone on", "nullx", "1:1: text needs double quotes, found 'nullx'",
      hint: "write \"nullx\""),
    BrokenText(
      "date", "2024-01-02",
      "1:1: text needs double quotes, found '2024-01-02'", hint: "write \"2024-01-02\""),
    BrokenText(
      "version", "1.2.3", "1:1: text needs double quotes, found '1.2.3'", hint: "write \"1.2.3\""),
    BrokenText(
      "endless word", String(repeating: "a", count: 100),
      "1:1: text needs double quotes, found '\(String(repeating: "a", count: 40))…'",
      hint: "write \" before and after it"),
  ]

  static let numbers = [
    BrokenText(
      "too large", "[1e999]", "1:2: the number '1e999' is too large",
      hint: "the largest is about 1.8e308"),
    BrokenText(
      "too far below zero", "-2e308",
      "1:1: the number '-2e308' is too large", hint: "the largest is about 1.8e308"),
    BrokenText("leading zeros", "007", "1:1: the number '007' starts with a zero", hint: "write 7"),
    BrokenText(
      "leading zero and sign", "-01.5", "1:1: the number '-01.5' starts with a zero",
      hint: "write -1.5"),
    BrokenText("plus sign", "+1", "1:1: the number '+1' starts with a plus sign", hint: "write 1"),
    BrokenText(
      "nothing before the point", ".5",
      "1:1: the number '.5' starts with a decimal point", hint: "write 0.5"),
    BrokenText(
      "nothing after the point", "5.",
      "1:1: the number '5.' has no digits after its decimal point", hint: "write 5"),
    BrokenText(
      "nothing between point and exponent", "1.e5",
      "1:1: the number '1.e5' has no digits after its decimal point", hint: "write 1e5"),
    BrokenText(
      "nothing in the exponent", "1e+",
      "1:1: the number '1e+' has no digits in its exponent",
      hint: "write digits, as in 12 or -0.5 or 1e6"),
    BrokenText(
      "only a sign", "[-]",
      "1:2: the number '-' has no digits", hint: "write digits, as in 12 or -0.5 or 1e6"),
    BrokenText("hexadecimal", "0x1F", "1:1: the number '0x1F' is hexadecimal", hint: "write 31"),
    BrokenText(
      "separators", "1_000", "1:1: the number '1_000' has '_' between its digits",
      hint: "write 1000"),
    BrokenText(
      "unit", "{\"width\": 12px}",
      "1:11: the number '12px' has a unit", hint: "write 12, or \"12px\" for text"),
    BrokenText(
      "percent", "50%", "1:1: the number '50%' has a unit", hint: "write 50, or \"50%\" for text"),
    BrokenText(
      "NaN", "NaN", "1:1: 'NaN' is not a number JSON can hold",
      hint: "write a finite number, or null"),
    BrokenText(
      "infinity", "[0, -Infinity]",
      "1:5: '-Infinity' is not a number JSON can hold", hint: "write a finite number, or null"),
  ]

  static let characters = [
    BrokenText(
      "no-break space", "{\"a\":\u{A0}1}",
      "1:6: expected a value, found U+00A0 (no-break space)",
      hint: "replace it with an ordinary space"),
    BrokenText(
      "zero width space", "[1\u{200B}]",
      "1:3: expected ',' or ']' after a value, found U+200B (zero width space)", hint: "remove it"),
    BrokenText(
      "hidden direction mark", "[\u{202E}1]",
      "1:2: expected a value, found U+202E (right-to-left override)", hint: "remove it"),
    BrokenText("NUL", "[\u{0}]", "1:2: expected a value, found U+0000", hint: "remove it"),
    BrokenText(
      "full-width comma", "[\"茶\"，1]",
      "1:5: expected ',' or ']' after a value, found '，'", hint: "write ',' instead"),
    BrokenText(
      "full-width colon", "{\"茶\"：1}", "1:5: expected ':' after the key '茶', found '：'",
      hint: "write ':' instead"),
    BrokenText(
      "number sign for a comment", "[1, # one\n2]",
      "1:5: '#' does not start a comment", hint: "write // instead"),
    BrokenText(
      "number sign at the end of a member", "{\"a\": 1 #one\n}",
      "1:9: '#' does not start a comment", hint: "write // instead"),
    BrokenText("lone slash", "[1 / 2]", "1:4: expected ',' or ']' after a value, found '/'"),
    BrokenText(
      "unprintable key", #"{"a\u001b[2J": 1, "a\u001b[2J": 2}"#,
      #"1:19: the key 'a\u001b[2J' was already given at line 1, column 2"#,
      hint: #"keep one of the two"#),
  ]

  static let encodings = [
    BrokenText(
      "Latin-1 in a string", [0x22, 0x61, 0xE9, 0x22],
      "1:3: the byte 0xE9 is not valid UTF-8 here", hint: "save the file as UTF-8"),
    BrokenText(
      "overlong", [0x22, 0xC0, 0x80, 0x22],
      "1:2: the byte 0xC0 is not valid UTF-8 here", hint: "save the file as UTF-8"),
    BrokenText(
      "surrogate in UTF-8", [0x22, 0xC3, 0xA9, 0xED, 0xA0, 0x80, 0x22],
      "1:3: the byte 0xED is not valid UTF-8 here", hint: "save the file as UTF-8"),
    BrokenText(
      "cut short", [0x22, 0xF0, 0x9F, 0x98],
      "1:2: the byte 0xF0 is not valid UTF-8 here", hint: "save the file as UTF-8"),
    BrokenText(
      "past the last scalar", [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22],
      "1:2: the byte 0xF4 is not valid UTF-8 here", hint: "save the file as UTF-8"),
    BrokenText(
      "in a comment", [0x31, 0x0A, 0x2F, 0x2F, 0xFF],
      "2:3: the byte 0xFF is not valid UTF-8 here", hint: "save the file as UTF-8"),
    BrokenText(
      "between tokens", [0x5B, 0x80, 0x5D],
      "1:2: the byte 0x80 is not valid UTF-8 here", hint: "save the file as UTF-8"),
    BrokenText(
      "after a backslash", [0x22, 0x5C, 0xFF, 0x22],
      "1:3: the byte 0xFF is not valid UTF-8 here", hint: "save the file as UTF-8"),
    BrokenText(
      "UTF-16", [0xFF, 0xFE, 0x7B, 0x00],
      "1:1: this is UTF-16, not UTF-8", hint: "save the file as UTF-8"),
  ]
}
