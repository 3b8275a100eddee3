/// A value of a text that was read, without a tree of nodes.
///
/// For messages of which there are many, as ``JSONText`` is for writing them: a tree allocates for
/// every list, object and longer text, and frees each of them in the end. To keep values or places, take
/// a ``JSONNode``.
package struct JSONEntry: Sendable {
  /// Shared by all values of a text.
  fileprivate final class Tape: Sendable {
    let tokens: JSONTokens

    init(_ tokens: JSONTokens) { self.tokens = tokens }
  }

  fileprivate let tape: Tape
  fileprivate let index: Int

  /// Reads one value of strict JSON.
  ///
  /// - Throws: The first mistake, whatever the bytes are. Nesting may be 128 deep.
  package init(parsing bytes: [UInt8]) throws(JSONSyntaxError) {
    var parser = JSONParser(bytes, dialect: .strict)
    try parser.document()
    self.init(Tape(parser.tokens), 0)
  }

  private init(_ tape: Tape, _ index: Int) { (self.tape, self.index) = (tape, index) }

  private var content: JSONToken.Content { tape.tokens.list[index].content }

  /// True for the word `null`.
  package var isNull: Bool { if case .null = content { true } else { false } }

  /// The text, if this is a string.
  package var string: String? { tape.tokens.text(index) }

  /// The number, if this is one.
  package var number: Double? { if case .number(let number) = content { number } else { nil } }

  /// The number, if this is a whole one that an Int holds.
  package var whole: Int? { number.flatMap(Int.init(exactly:)) }

  /// The truth value, if this is `true` or `false`.
  package var bool: Bool? { if case .bool(let bool) = content { bool } else { nil } }

  /// The same value without places.
  package var plain: JSONValue { tape.tokens.node(index).plain }

  /// The kind of value as a phrase for messages; the same words as ``JSONValue/typeName``.
  package var typeName: String { plain.typeName }
}

// MARK: - Lists and objects

extension JSONEntry {
  /// How many members there are, if this is an object.
  package var memberCount: Int? {
    if case .object(let count, _) = content { count } else { nil }
  }

  /// The value under `key`, which is ASCII; nil when there is none or this is no object.
  package subscript(key: StaticString) -> JSONEntry? { member(key, after: nil) }

  /// The value under a key, looked for behind another value of this object first.
  ///
  /// Messages mostly have their keys in one order, and so does who reads them.
  ///
  /// - Parameters:
  ///   - key: the key, ASCII.
  ///   - last: where the search begins; anything else than a member of this object is ignored.
  /// - Returns: the value; nil when there is none or this is no object.
  package func member(_ key: StaticString, after last: JSONMemberEntry?) -> JSONEntry? {
    if let last, last.object == index, last.value.tape === tape,
      case .object(_, let end) = content
    {
      let next = tape.tokens.end(of: last.value.index)
      if next < end, tape.tokens.isKey(key, at: next) { return JSONEntry(tape, next + 1) }
    }
    return tape.tokens.value(of: key, in: index).map { JSONEntry(tape, $0) }
  }

  /// A value of this object, for ``member(_:after:)``.
  package func member(_ value: JSONEntry) -> JSONMemberEntry {
    JSONMemberEntry(object: index, value: value)
  }

  /// The first key of this object that is none of `known`.
  package func unknownKey(among known: [StaticString]) -> String? {
    tape.tokens.unknownKey(of: index, among: known).flatMap(tape.tokens.text)
  }

  /// Values in their written order, if this is a list.
  package var elements: Elements? {
    guard case .list(let count, _) = content else { return nil }
    return Elements(tape: tape, count: count, next: index + 1)
  }

  /// The values of a list, one after the other.
  package struct Elements: Sequence, IteratorProtocol {
    private let tape: Tape
    /// How many are still to come.
    package private(set) var count: Int
    private var index: Int

    fileprivate init(tape: Tape, count: Int, next: Int) {
      (self.tape, self.count, index) = (tape, count, next)
    }

    /// The next value; nil after the last.
    package mutating func next() -> JSONEntry? {
      guard count > 0 else { return nil }
      count -= 1
      defer { index = tape.tokens.end(of: index) }
      return JSONEntry(tape, index)
    }
  }
}

/// A value that was found in an object.
package struct JSONMemberEntry: Sendable {
  fileprivate let object: Int
  fileprivate let value: JSONEntry
}
