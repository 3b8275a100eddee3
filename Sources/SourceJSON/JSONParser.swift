extension JSONNode {
  /// Reads one JSON value from UTF-8 bytes, with or without a byte order mark.
  ///
  /// - Throws: The first mistake, whatever the bytes are. Nesting may be 128 deep.
  public init(parsing bytes: [UInt8], dialect: JSONDialect = .commented) throws(JSONSyntaxError) {
    var parser = JSONParser(bytes, dialect: dialect)
    self = try parser.document()
  }

  /// Reads one JSON value from a string; offsets in its places count UTF-8 bytes.
  ///
  /// - Throws: The first mistake. Nesting may be 128 deep.
  public init(parsing text: String, dialect: JSONDialect = .commented) throws(JSONSyntaxError) {
    try self.init(parsing: Array(text.utf8), dialect: dialect)
  }
}

/// Reads a document from its first byte to its last; one function for each rule of the grammar.
struct JSONParser {
  static let depthLimit = 128

  var cursor: SourceCursor
  let dialect: JSONDialect
  /// Where the last token ended: the place to add whatever is missing at the end of the text.
  var tokenEnd: SourcePlace
  /// The lists and objects round the cursor, outermost first.
  private var openers: [Opener] = []

  init(_ bytes: [UInt8], dialect: JSONDialect) {
    cursor = SourceCursor(bytes)
    tokenEnd = cursor.place
    self.dialect = dialect
  }

  mutating func document() throws(JSONSyntaxError) -> JSONNode {
    if cursor.startsWithUTF16Mark { throw .utf16(at: cursor.place) }
    cursor.skipByteOrderMark()
    try skipBlanks()
    let root = try value()
    try skipBlanks()
    guard cursor.byte == nil else { throw unexpected(.end) }
    return root
  }

  private mutating func value() throws(JSONSyntaxError) -> JSONNode {
    let place = cursor.place
    return JSONNode(content: try content(), place: place)
  }

  private mutating func content() throws(JSONSyntaxError) -> JSONNode.Content {
    guard let byte = cursor.byte else { throw unexpected(.value) }
    return switch byte {
    case ASCII.quote: .string(try string())
    case ASCII.minus, ASCII.zero...ASCII.nine: .number(try number())
    case ASCII.openBrace: .object(try members())
    case ASCII.openBracket: .array(try elements())
    case UInt8(ascii: "t"): try word("true", meaning: .bool(true))
    case UInt8(ascii: "f"): try word("false", meaning: .bool(false))
    case UInt8(ascii: "n"): try word("null", meaning: .null)
    default: throw unexpected(.value)
    }
  }

  private mutating func word(
    _ word: StaticString, meaning content: JSONNode.Content
  ) throws(JSONSyntaxError) -> JSONNode.Content {
    guard cursor.skip(word: word) else { throw unexpected(.value) }
    return content
  }
}

// MARK: - Lists and objects

extension JSONParser {
  private mutating func elements() throws(JSONSyntaxError) -> [JSONNode] {
    try enter(.list)
    var elements: [JSONNode] = []
    while try reachesEntry(of: .list, isFirst: elements.isEmpty) {
      elements.append(try value())
    }
    return elements
  }

  private mutating func members() throws(JSONSyntaxError) -> [JSONMember] {
    try enter(.object)
    var members: [JSONMember] = []
    var keys = KeyPlaces()
    while try reachesEntry(of: .object, isFirst: members.isEmpty) {
      members.append(try member(after: members, &keys))
    }
    return members
  }

  private mutating func member(
    after members: [JSONMember], _ keys: inout KeyPlaces
  ) throws(JSONSyntaxError) -> JSONMember {
    let place = cursor.place
    guard cursor.byte == ASCII.quote else { throw unexpected(.key) }
    let key = try string()
    if let earlier = keys.earlierPlace(of: key, at: place, in: members) {
      throw .duplicateKey(key, at: place, earlier: earlier)
    }
    try skipBlanks()
    guard cursor.skip(if: ASCII.colon) else { throw unexpected(.colon(key: key)) }
    try skipBlanks()
    return JSONMember(key: key, keyPlace: place, value: try value())
  }

  /// Moves over a comma to the next entry and is true, or over the closing bracket and is false.
  private mutating func reachesEntry(
    of container: JSONContainer, isFirst: Bool
  ) throws(JSONSyntaxError) -> Bool {
    try skipBlanks()
    if leaves(container) { return false }
    if isFirst { return true }
    let comma = cursor.place
    guard cursor.skip(if: ASCII.comma) else { throw unexpected(.comma(in: container)) }
    try skipBlanks()
    guard leaves(container) else { return true }
    guard dialect.allowsTrailingCommas else { throw .trailingComma(at: comma) }
    return false
  }

  private mutating func enter(_ container: JSONContainer) throws(JSONSyntaxError) {
    let place = cursor.place
    guard openers.count < Self.depthLimit else { throw .tooDeep(at: place) }
    openers.append(Opener(container: container, place: place))
    cursor.skip(1)
  }

  private mutating func leaves(_ container: JSONContainer) -> Bool {
    guard cursor.skip(if: container.closingByte) else { return false }
    openers.removeLast()
    return true
  }
}

// MARK: - What goes wrong between tokens

extension JSONParser {
  /// The error for the text ahead, where `expected` should stand.
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
