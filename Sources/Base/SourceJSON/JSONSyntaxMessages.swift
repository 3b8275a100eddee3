internal import Diagnostics

// Messages of the parser. A table in the tests lists all of them.

extension JSONSyntaxError {
  private init(_ message: String, at place: SourcePlace, hint: String? = nil) {
    self.init(message: message, place: place, hint: hint)
  }

  /// Creates both versions of a message, with and without text from the source.
  private init(at place: SourcePlace, _ say: (ShownText) -> (message: String, hint: String?)) {
    let (shown, hidden) = (say(.asFound), say(.hidden))
    self.init(
      message: shown.message, place: place, hint: shown.hint,
      wordless: Wordless(message: hidden.message, hint: hidden.hint))
  }
}

/// Whether messages may contain text from the source.
private enum ShownText {
  case asFound
  /// Text from the source is hidden, because it may be private.
  case hidden

  /// The text in quotes, or an ellipsis if the text is hidden.
  func quoted(_ text: String) -> String { self == .asFound ? SourceJSON.quoted(text) : "'…'" }

  /// A hint that tells the user to write a word as a string.
  func asString(_ word: String) -> String {
    let isShown = self == .asFound && word.unicodeScalars.count <= 40
    return isShown ? "write \"\(word)\"" : "enclose it in double quotes"
  }
}

// MARK: - The text as a whole

extension JSONSyntaxError {
  static func noValue(at place: SourcePlace, in bytes: [UInt8]) -> JSONSyntaxError {
    let isEmpty = bytes.count == place.offset
    return JSONSyntaxError(
      "expected a value, found \(isEmpty ? "nothing" : "only spaces and comments")", at: place,
      hint: "write an object: { \"key\": \"value\" }")
  }

  static func utf16(at place: SourcePlace) -> JSONSyntaxError {
    JSONSyntaxError("the text is UTF-16, not UTF-8", at: place, hint: "save the file as UTF-8")
  }

  static func invalidUTF8(_ byte: UInt8, at place: SourcePlace) -> JSONSyntaxError {
    let digits = String(byte, radix: 16, uppercase: true)
    return JSONSyntaxError(
      "the byte 0x\(digits) is not valid UTF-8 here", at: place, hint: "save the file as UTF-8")
  }

  static func unclosed(_ opener: Opener, at place: SourcePlace) -> JSONSyntaxError {
    JSONSyntaxError(
      "the \(opener.name) opened at \(opener.place.phrase) is never closed", at: place,
      hint: "add '\(opener.container.closing)'")
  }

  static func tooDeep(at place: SourcePlace) -> JSONSyntaxError {
    JSONSyntaxError(
      "lists and objects are nested more than \(JSONParser.depthLimit) levels deep", at: place,
      hint: "check for unclosed brackets")
  }

  static func tooMany(_ limit: Int, at place: SourcePlace) -> JSONSyntaxError {
    JSONSyntaxError(
      "an entry has more than \(limit) values", at: place,
      hint: "check that this is the right file")
  }
}

// MARK: - Between tokens

extension JSONSyntaxError {
  static func unexpected(
    _ found: JSONFound, expected: JSONExpectation, in opener: Opener?, at place: SourcePlace
  ) -> JSONSyntaxError {
    if found.isQuoteToReplace, expected.takesString {
      return JSONSyntaxError(
        "a string must start with a straight double quote, not "
          + found.phrase(.asFound), at: place,
        hint: "write \" before and after the text")
    }
    return JSONSyntaxError(at: place) { text in
      (
        "expected \(expected.phrase(text)), found \(found.phrase(text))",
        found.hint ?? expected.hint(for: found, in: opener)
      )
    }
  }

  static func unquotedKey(_ word: String, at place: SourcePlace) -> JSONSyntaxError {
    JSONSyntaxError(at: place) { text in
      ("the key \(text.quoted(word)) needs double quotes", text.asString(word))
    }
  }

  static func duplicateKey(
    _ key: String, at place: SourcePlace, earlier: SourcePlace
  ) -> JSONSyntaxError {
    JSONSyntaxError(at: place) { text in
      ("duplicate key \(text.quoted(key)), first at \(earlier.phrase)", "remove one of the two")
    }
  }

  static func trailingComma(at place: SourcePlace) -> JSONSyntaxError {
    JSONSyntaxError("trailing ',' at the end", at: place, hint: "remove the ','")
  }

  static func commentNotAllowed(at place: SourcePlace) -> JSONSyntaxError {
    JSONSyntaxError("strict JSON does not allow comments", at: place, hint: "remove the comment")
  }

  static func numberSignComment(at place: SourcePlace) -> JSONSyntaxError {
    JSONSyntaxError("'#' does not start a comment", at: place, hint: "write // instead")
  }

  static func unclosedComment(at place: SourcePlace) -> JSONSyntaxError {
    JSONSyntaxError(
      "the comment that starts here is never closed", at: place,
      hint: "end it with */")
  }
}

extension Opener {
  fileprivate var name: String {
    switch container {
    case .list: "list"
    case .object: "object"
    }
  }

  fileprivate var closingHint: String {
    "the \(name) opened at \(place.phrase) closes with '\(container.closing)'"
  }
}

extension JSONContainer {
  fileprivate var closing: String { String(Unicode.Scalar(closingByte)) }
}

extension SourcePlace {
  fileprivate var phrase: String { "line \(line), column \(column)" }
}

extension JSONExpectation {
  fileprivate func phrase(_ text: ShownText) -> String {
    switch self {
    case .value: "a value"
    case .key: "a key in double quotes"
    case .colon(let key): "':' after the key \(text.quoted(key))"
    case .comma(let container): "',' or '\(container.closing)' after a value"
    case .end: "the end of the file after the value"
    }
  }

  fileprivate var takesString: Bool {
    switch self {
    case .value, .key: true
    case .colon, .comma, .end: false
    }
  }

  fileprivate func hint(for found: JSONFound, in opener: Opener?) -> String? {
    switch (self, found) {
    case (.value, .scalar(",")), (.key, .scalar(",")): "remove the ','"
    case (.value, .scalar("]")), (.value, .scalar("}")):
      opener == nil ? "remove it, or add the matching opening bracket" : "write a value before it"
    case (.value, _): "a value is a string, a number, true, false, null, [ … ] or { … }"
    case (.key, .scalar("]")), (.comma, .scalar("]")), (.comma, .scalar("}")):
      opener?.closingHint
    case (.key, _): "write members as \"key\": value"
    case (.colon, .scalar("=")): "write ':' instead"
    case (.colon, _): "write members as \"key\": value"
    case (.comma(.list), .scalar(":")): "keys belong in an object: { \"key\": value }"
    case (.comma, _): found.startsAnEntry ? "add a ',' before it" : nil
    case (.end, .scalar("]")), (.end, .scalar("}")):
      "remove it, or add the matching opening bracket"
    case (.end, _): "put several values into a list: [ … ]"
    }
  }
}

extension JSONFound {
  fileprivate func phrase(_ text: ShownText) -> String {
    switch self {
    case .end: "the end"
    case .word(let word): text.quoted(word)
    case .scalar("'"): "a single quote"
    case .scalar(let scalar) where scalar.isInvisible: scalar.codePhrase
    // An ASCII character reveals nothing private, but an emoji can be a complete note.
    case .scalar(let scalar) where scalar.isASCII || isFromAnotherKeyboard:
      quoted(String(scalar))
    case .scalar(let scalar): text.quoted(String(scalar))
    case .invalidByte(let byte): "the byte 0x" + String(byte, radix: 16, uppercase: true)
    }
  }

  /// A hint that does not depend on the expected token, or nil if there is none.
  fileprivate var hint: String? {
    switch self {
    case .scalar(let scalar) where scalar.isInvisible:
      scalar.properties.isWhitespace ? "replace it with an ordinary space" : "remove it"
    case .scalar(";"), .scalar("，"), .scalar("、"): "write ',' instead"
    case .scalar("："): "write ':' instead"
    default: nil
    }
  }

  /// Whether the character is a common variant of a JSON character, such as `，` or `“`, for which
  /// there is a hint.
  private var isFromAnotherKeyboard: Bool { isQuoteToReplace || hint != nil }

  fileprivate var isQuoteToReplace: Bool {
    guard case .scalar(let scalar) = self else { return false }
    return ["'", "`", "“", "”", "„", "‟", "‘", "’", "‚", "«", "»", "＂"].contains(scalar)
  }

  fileprivate var startsAnEntry: Bool {
    switch self {
    case .word, .scalar("\""), .scalar("'"), .scalar("{"), .scalar("["): true
    case .end, .scalar, .invalidByte: false
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isLetter: Bool { properties.isAlphabetic || ("0"..."9").contains(self) }

  fileprivate var isInvisible: Bool {
    !isSafeToPrint || properties.isWhitespace || properties.isDefaultIgnorableCodePoint
  }

  /// The code point with its Unicode name, if it has a name: `U+00A0 (no-break space)`.
  fileprivate var codePhrase: String {
    let name = properties.nameAlias ?? properties.name
    let code = "U+" + hexadecimal(value, uppercase: true)
    return code + (name.map { " (\($0.lowercased()))" } ?? "")
  }
}

// MARK: - Strings

extension JSONSyntaxError {
  static func unclosedString(_ opened: SourcePlace, at place: SourcePlace) -> JSONSyntaxError {
    JSONSyntaxError(
      "the string opened at \(opened.phrase) is never closed", at: place, hint: "add '\"'")
  }

  static func stringAcrossLines(_ opened: SourcePlace, at place: SourcePlace) -> JSONSyntaxError {
    JSONSyntaxError(
      "the string opened at \(opened.phrase) does not end on its line", at: place,
      hint: "add '\"', or write \\n for a line break")
  }

  static func controlCharacter(_ scalar: Unicode.Scalar, at place: SourcePlace) -> JSONSyntaxError {
    let name = scalar == "\t" ? "a tab" : scalar.codePhrase
    return JSONSyntaxError(
      "a string cannot contain \(name) unescaped", at: place, hint: "write \(controlEscape(scalar))"
    )
  }

  static func unknownEscape(_ scalar: Unicode.Scalar, at place: SourcePlace) -> JSONSyntaxError {
    if scalar == "'" {
      return JSONSyntaxError(
        "a single quote needs no backslash in a string", at: place, hint: "write ' alone")
    }
    let found = JSONFound.scalar(scalar)
    return JSONSyntaxError(at: place) { text in
      let sign = scalar.isLetter ? text.quoted(String(scalar)) : found.phrase(text)
      return (
        "a backslash cannot precede \(sign)",
        "write \\\\ for a backslash; the valid escapes are \\\" \\\\ \\/ \\b \\f \\n \\r \\t "
          + "\\u0000"
      )
    }
  }

  static func shortUnicodeEscape(_ written: String, at place: SourcePlace) -> JSONSyntaxError {
    JSONSyntaxError(at: place) { text in
      (
        "\\u must be followed by four hexadecimal digits, not \(text.quoted(written))",
        "write four digits, as in \\u00e9, or the character itself"
      )
    }
  }

  static func loneSurrogate(_ unit: UInt16, at place: SourcePlace) -> JSONSyntaxError {
    JSONSyntaxError(
      "the escape \\u\(hexadecimal(UInt32(unit))) is only half of a surrogate pair",
      at: place, hint: "write both halves, as in \\ud83d\\ude00, or the character itself")
  }
}

// MARK: - Words and numbers

extension JSONSyntaxError {
  static func numberTooLarge(_ text: String, at place: SourcePlace) -> JSONSyntaxError {
    JSONSyntaxError(at: place) { shown in
      ("the number \(shown.quoted(text)) is too large", "the largest is about 1.8e308")
    }
  }

  /// The error for a word that is neither a number nor a JSON literal.
  static func wrongWord(_ word: String, at place: SourcePlace) -> JSONSyntaxError {
    switch word.lowercased() {
    case "true", "yes", "on": notJSON(word, write: "true", at: place)
    case "false", "no", "off": notJSON(word, write: "false", at: place)
    case "null", "nil", "none", "undefined": notJSON(word, write: "null", at: place)
    case "nan", "-nan", "+nan", "infinity", "-infinity", "+infinity", "inf", "-inf", "+inf":
      JSONSyntaxError(at: place) { text in
        ("\(text.quoted(word)) is not a valid JSON number", "write a finite number, or null")
      }
    default:
      NumberMistake(in: word).map { wrongNumber(word, $0, at: place) }
        ?? JSONSyntaxError(at: place) { text in
          ("text must be in double quotes: \(text.quoted(word))", text.asString(word))
        }
    }
  }

  private static func notJSON(
    _ word: String, write right: String, at place: SourcePlace
  ) -> JSONSyntaxError {
    JSONSyntaxError(at: place) { text in
      // If the text is hidden, the hint must not depend on the word, because "on" may be the start
      // of longer, private text.
      (
        "\(text.quoted(word)) is not a JSON value",
        text == .asFound
          ? "write \(right)" : "write true, false or null, or text in double quotes"
      )
    }
  }

  private static func wrongNumber(
    _ word: String, _ mistake: NumberMistake, at place: SourcePlace
  ) -> JSONSyntaxError {
    JSONSyntaxError(at: place) { text in
      (
        "the number \(text.quoted(word)) \(mistake.phrase)",
        text == .asFound
          ? mistake.hint(for: word) : "write digits, as in 12 or -0.5, or text in double quotes"
      )
    }
  }
}

extension NumberMistake {
  fileprivate var phrase: String {
    switch kind {
    case .plusSign: "starts with a plus sign"
    case .noWholePart: "starts with a decimal point"
    case .noDigits: "has no digits"
    case .hexadecimal: "is hexadecimal"
    case .leadingZero: "starts with a zero"
    case .separators: "has '_' between its digits"
    case .noFraction: "has no digits after its decimal point"
    case .noExponent: "has no digits in its exponent"
    case .unit: "has a unit"
    }
  }

  fileprivate func hint(for word: String) -> String {
    guard let repaired else { return "write digits, as in 12 or -0.5 or 1e6" }
    return "write \(repaired)" + (kind == .unit ? ", or \"\(word)\" for text" : "")
  }
}
