extension JSONNode {
  /// Parses one JSON value from UTF-8 bytes, with or without a byte order mark.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - dialect: the accepted extensions.
  ///   - firstLine: the number of the first line, if the text is part of a larger document.
  /// - Throws: the first error, such as nesting deeper than 128 levels. Any byte sequence is safe
  ///   to parse.
  public init(
    parsing bytes: [UInt8], dialect: JSONDialect = .commented, firstLine: Int = 1
  ) throws(JSONSyntaxError) {
    var parser = JSONParser(bytes, dialect: dialect, firstLine: firstLine)
    try parser.document()
    self = parser.tokens.node(0)
  }

  /// Parses one JSON value from a string; position offsets count UTF-8 bytes.
  ///
  /// - Throws: the first error, such as nesting deeper than 128 levels.
  public init(parsing text: String, dialect: JSONDialect = .commented) throws(JSONSyntaxError) {
    try self.init(parsing: Array(text.utf8), dialect: dialect)
  }
}

extension JSONNode {
  /// Parses a document with one long list and passes the list's entries to `body` one by one
  /// without keeping them.
  ///
  /// - Parameters:
  ///   - bytes: a list, or an object with a list under `key`.
  ///   - key: the member with the long list.
  ///   - body: receives every entry in order.
  /// - Returns: the members of the object, with an empty list under `key`, or nil if the document
  ///   is a list.
  /// - Throws: the first error, after `body` has received the entries before it.
  public static func walk(
    _ bytes: [UInt8], key: String, _ body: (JSONNode) -> Void
  ) throws(JSONSyntaxError) -> [JSONMember]? {
    var parser = JSONParser(bytes, dialect: .commented)
    return try parser.document(handingOn: key, to: body)
  }
}

extension JSONNode {
  /// Parses a list and passes its entries to `body` one by one until `body` returns false.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - mostValues: maximum number of keys and values in an entry, or in the whole document if it
  ///     is not a list.
  ///   - body: receives every entry in order, and returns whether to continue.
  /// - Returns: nil for a list; otherwise, the value of the document.
  /// - Throws: the first error, after `body` has received the entries before it.
  public static func entries(
    of bytes: [UInt8], mostValues: Int, _ body: (JSONNode) -> Bool
  ) throws(JSONSyntaxError) -> JSONNode? {
    var parser = JSONParser(bytes, dialect: .commented)
    parser.mostValues = mostValues
    return try parser.list(handingOn: body)
  }
}

/// A recursive descent parser with one function per grammar rule.
struct JSONParser {
  static let depthLimit = 128

  var cursor: SourceCursor
  let dialect: JSONDialect
  /// The tokens parsed so far.
  var tokens: JSONTokens
  /// The end of the last token, where an error is reported if the document ends too early.
  var tokenEnd: SourcePlace
  /// The maximum number of keys and values that may be in memory at the same time.
  var mostValues = Int.max
  /// The open lists and objects, outermost first.
  private var openers: [Opener] = []

  init(_ bytes: [UInt8], dialect: JSONDialect, firstLine: Int = 1) {
    cursor = SourceCursor(bytes, firstLine: firstLine)
    tokens = JSONTokens(bytes)
    tokenEnd = cursor.place
    self.dialect = dialect
  }

  /// Parses a document, whose value becomes the first token.
  mutating func document() throws(JSONSyntaxError) {
    try begin()
    try value()
    try end()
  }

  /// Parses a document and passes the entries of its long list to `body`; see `JSONNode.walk`.
  mutating func document(
    handingOn key: String, to body: (JSONNode) -> Void
  ) throws(JSONSyntaxError) -> [JSONMember]? {
    try begin()
    switch cursor.byte {
    case ASCII.openBracket:
      try hand { node in
        body(node)
        return true
      }
    case ASCII.openBrace:
      try object { (parser, found) throws(JSONSyntaxError) in
        guard parser.tokens.text(found) == key, parser.cursor.byte == ASCII.openBracket else {
          return try parser.value()
        }
        try parser.hand { node in
          body(node)
          return true
        }
      }
    default: throw unexpected(.value)
    }
    try end()
    return tokens.node(0).members
  }

  /// Parses a document that should be a list and passes its entries to `body`; see
  /// `JSONNode.entries`.
  mutating func list(
    handingOn body: (JSONNode) -> Bool
  ) throws(JSONSyntaxError) -> JSONNode? {
    try begin()
    guard cursor.byte == ASCII.openBracket else {
      try value()
      try end()
      return tokens.node(0)
    }
    if try hand(on: body) { try end() }
    return nil
  }

  private mutating func begin() throws(JSONSyntaxError) {
    if cursor.startsWithUTF16Mark { throw .utf16(at: cursor.place) }
    cursor.skipByteOrderMark()
    try skipBlanks()
  }

  private mutating func end() throws(JSONSyntaxError) {
    try skipBlanks()
    guard cursor.byte == nil else { throw unexpected(.end) }
  }

  /// Parses a list and passes its entries to `body` without keeping them.
  ///
  /// - Returns: false if `body` stopped the parser before the end.
  @discardableResult
  private mutating func hand(on body: (JSONNode) -> Bool) throws(JSONSyntaxError) -> Bool {
    let start = try enter(.list)
    let texts = tokens.decoded.count
    var isFirst = true
    while try reachesEntry(of: .list, isFirst: isFirst) {
      try value()
      guard body(tokens.node(start + 1)) else { return false }
      tokens.keep(start + 1, decoded: texts)
      isFirst = false
    }
    tokens.close(.list, at: start, count: 0)
    return true
  }

  private mutating func value() throws(JSONSyntaxError) {
    guard let byte = cursor.byte else { throw unexpected(.value) }
    switch byte {
    case ASCII.quote: try string()
    case ASCII.minus, ASCII.zero...ASCII.nine:
      let place = cursor.place
      tokens.append(.number(try number()), at: place)
    case ASCII.openBrace:
      try object { (parser, _) throws(JSONSyntaxError) in try parser.value() }
    case ASCII.openBracket: try list()
    case UInt8(ascii: "t"): try word("true", meaning: .bool(true))
    case UInt8(ascii: "f"): try word("false", meaning: .bool(false))
    case UInt8(ascii: "n"): try word("null", meaning: .null)
    default: throw unexpected(.value)
    }
  }

  private mutating func word(
    _ word: StaticString, meaning content: JSONToken.Content
  ) throws(JSONSyntaxError) {
    let place = cursor.place
    guard cursor.skip(word: word) else { throw unexpected(.value) }
    tokens.append(content, at: place)
  }
}

// MARK: - Lists and objects

extension JSONParser {
  private mutating func list() throws(JSONSyntaxError) {
    let start = try enter(.list)
    var count = 0
    while try reachesEntry(of: .list, isFirst: count == 0) {
      try value()
      count += 1
    }
    tokens.close(.list, at: start, count: count)
  }

  /// Parses an object; `value` parses a member's value, given the index of its key.
  private mutating func object(
    _ value: (inout JSONParser, Int) throws(JSONSyntaxError) -> Void
  ) throws(JSONSyntaxError) {
    let start = try enter(.object)
    var count = 0
    var keys = KeyPlaces(first: start + 1)
    while try reachesEntry(of: .object, isFirst: count == 0) {
      let key = tokens.list.count
      try self.key(key, after: count, &keys)
      try value(&self, key)
      count += 1
    }
    tokens.close(.object, at: start, count: count)
  }

  /// Parses a key and its colon.
  private mutating func key(
    _ index: Int, after count: Int, _ keys: inout KeyPlaces
  ) throws(JSONSyntaxError) {
    guard cursor.byte == ASCII.quote else { throw unexpected(.key) }
    try string()
    if let earlier = keys.earlierPlace(of: index, after: count, in: tokens) {
      throw .duplicateKey(
        tokens.text(index) ?? "", at: tokens.list[index].place, earlier: earlier)
    }
    try skipBlanks()
    guard cursor.skip(if: ASCII.colon) else {
      throw unexpected(.colon(key: tokens.text(index) ?? ""))
    }
    try skipBlanks()
  }

  /// Moves to the next entry and returns true, or skips the closing bracket and returns false.
  private mutating func reachesEntry(
    of container: JSONContainer, isFirst: Bool
  ) throws(JSONSyntaxError) -> Bool {
    try skipBlanks()
    if leaves(container) { return false }
    guard tokens.list.count <= mostValues else { throw .tooMany(mostValues, at: cursor.place) }
    if isFirst { return true }
    let comma = cursor.place
    guard cursor.skip(if: ASCII.comma) else { throw unexpected(.comma(in: container)) }
    try skipBlanks()
    guard leaves(container) else { return true }
    guard dialect.allowsTrailingCommas else { throw .trailingComma(at: comma) }
    return false
  }

  /// Skips an opening bracket and returns the index of its token, which `JSONTokens.close`
  /// completes later.
  private mutating func enter(_ container: JSONContainer) throws(JSONSyntaxError) -> Int {
    let place = cursor.place
    guard openers.count < Self.depthLimit else { throw .tooDeep(at: place) }
    openers.append(Opener(container: container, place: place))
    cursor.skip(1)
    tokens.append(.null, at: place)
    return tokens.list.count - 1
  }

  private mutating func leaves(_ container: JSONContainer) -> Bool {
    guard cursor.skip(if: container.closingByte) else { return false }
    openers.removeLast()
    return true
  }
}

// MARK: - Errors between tokens

extension JSONParser {
  /// Returns the error for the text at this position, which is not the expected token.
  func unexpected(_ expected: JSONExpectation) -> JSONSyntaxError {
    let place = cursor.place
    return switch (cursor.found(), expected) {
    case (.end, _): unexpectedEnd
    case (.invalidByte(let byte), _): .invalidUTF8(byte, at: place)
    case (.word(let word), .value): .wrongWord(word, at: place)
    case (let found, _) where found.startsWithNumberSign && dialect.allowsComments:
      .numberSignComment(at: place)
    case (.word(let word), .key): .unquotedKey(word, at: place)
    case (let found, _): .unexpected(found, expected: expected, in: openers.last, at: place)
    }
  }

  private var unexpectedEnd: JSONSyntaxError {
    guard let opener = openers.last else { return .noValue(at: tokenEnd, in: cursor.bytes) }
    return .unclosed(opener, at: tokenEnd)
  }
}
