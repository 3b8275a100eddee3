extension JSONNode {
  /// Reads one JSON value from UTF-8 bytes, with or without a byte order mark.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - dialect: which JSON.
  ///   - firstLine: the number of its first line, where it is part of a longer text.
  /// - Throws: The first mistake, whatever the bytes are. Nesting may be 128 deep.
  public init(
    parsing bytes: [UInt8], dialect: JSONDialect = .commented, firstLine: Int = 1
  ) throws(JSONSyntaxError) {
    var parser = JSONParser(bytes, dialect: dialect, firstLine: firstLine)
    self = try parser.document()
  }

  /// Reads one JSON value from a string; offsets in its places count UTF-8 bytes.
  ///
  /// - Throws: The first mistake. Nesting may be 128 deep.
  public init(parsing text: String, dialect: JSONDialect = .commented) throws(JSONSyntaxError) {
    try self.init(parsing: Array(text.utf8), dialect: dialect)
  }
}

extension JSONNode {
  /// Reads a text with one long list, and hands on the entries of that list one by one, so that it
  /// never stands in memory as nodes.
  ///
  /// - Parameters:
  ///   - bytes: a list, or an object with one under `key`.
  ///   - key: the member that has the long list.
  ///   - body: gets every entry in the order written.
  /// - Returns: the members of the object, the long list empty; nil where the text is a list.
  /// - Throws: The first mistake; entries before it were handed on.
  public static func walk(
    _ bytes: [UInt8], key: String, _ body: (JSONNode) -> Void
  ) throws(JSONSyntaxError) -> [JSONMember]? {
    var parser = JSONParser(bytes, dialect: .commented)
    return try parser.document(handingOn: key, to: body)
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

  init(_ bytes: [UInt8], dialect: JSONDialect, firstLine: Int = 1) {
    cursor = SourceCursor(bytes, firstLine: firstLine)
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

  /// Reads a document whose long list is handed on entry by entry: see `JSONNode.walk`.
  mutating func document(
    handingOn key: String, to body: (JSONNode) -> Void
  ) throws(JSONSyntaxError) -> [JSONMember]? {
    if cursor.startsWithUTF16Mark { throw .utf16(at: cursor.place) }
    cursor.skipByteOrderMark()
    try skipBlanks()
    var others: [JSONMember]?
    switch cursor.byte {
    case ASCII.openBracket: try hand(on: body)
    case ASCII.openBrace: others = try members(handingOn: key, to: body)
    default: throw unexpected(.value)
    }
    try skipBlanks()
    guard cursor.byte == nil else { throw unexpected(.end) }
    return others
  }

  private mutating func hand(on body: (JSONNode) -> Void) throws(JSONSyntaxError) {
    try enter(.list)
    var isFirst = true
    while try reachesEntry(of: .list, isFirst: isFirst) {
      body(try value())
      isFirst = false
    }
  }

  private mutating func members(
    handingOn key: String, to body: (JSONNode) -> Void
  ) throws(JSONSyntaxError) -> [JSONMember] {
    try enter(.object)
    var members: [JSONMember] = []
    var keys = KeyPlaces()
    while try reachesEntry(of: .object, isFirst: members.isEmpty) {
      members.append(
        try member(after: members, &keys) { (parser, found) throws(JSONSyntaxError) in
          guard found == key, parser.cursor.byte == ASCII.openBracket else {
            return try parser.value()
          }
          let place = parser.cursor.place
          try parser.hand(on: body)
          return JSONNode(content: .array([]), place: place)
        })
    }
    return members
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
    // Most objects have few.
    members.reserveCapacity(4)
    var keys = KeyPlaces()
    while try reachesEntry(of: .object, isFirst: members.isEmpty) {
      members.append(
        try member(after: members, &keys) { (parser, _) throws(JSONSyntaxError) in
          try parser.value()
        })
    }
    return members
  }

  private mutating func member(
    after members: [JSONMember], _ keys: inout KeyPlaces,
    value: (inout JSONParser, String) throws(JSONSyntaxError) -> JSONNode
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
    return JSONMember(key: key, keyPlace: place, value: try value(&self, key))
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
