/// A value in parsed JSON, which is read from the document's tokens instead of from a tree of
/// nodes.
///
/// To process many messages, read them with this type and write them with ``JSONText``, because a
/// tree allocates memory for every list, object and longer string. To keep values or positions, use
/// a ``JSONNode``.
package struct JSONEntry: Sendable {
  /// The tokens that all values of a document share.
  fileprivate final class Tape: Sendable {
    let tokens: JSONTokens

    init(_ tokens: JSONTokens) { self.tokens = tokens }
  }

  fileprivate let tape: Tape
  fileprivate let index: Int

  /// Parses one value of strict JSON.
  ///
  /// - Throws: the first error; any byte sequence is safe to parse, and the maximum nesting depth
  ///   is 128.
  package init(parsing bytes: [UInt8]) throws(JSONSyntaxError) {
    var parser = JSONParser(bytes, dialect: .strict)
    try parser.document()
    self.init(Tape(parser.tokens), 0)
  }

  private init(_ tape: Tape, _ index: Int) { (self.tape, self.index) = (tape, index) }

  private var content: JSONToken.Content { tape.tokens.list[index].content }

  /// Whether the value is `null`.
  package var isNull: Bool { if case .null = content { true } else { false } }

  /// The string, if the value is a string.
  package var string: String? { tape.tokens.text(index) }

  /// The number, if the value is a number.
  package var number: Double? { if case .number(let number) = content { number } else { nil } }

  /// The number, if the value is an integer that fits `Int`.
  package var whole: Int? { number.flatMap(Int.init(exactly:)) }

  /// The Boolean, if the value is a Boolean.
  package var bool: Bool? { if case .bool(let bool) = content { bool } else { nil } }

  /// The value without positions.
  package var plain: JSONValue { tape.tokens.node(index).plain }

  /// The type as a phrase for messages, as in ``JSONValue/typeName``.
  package var typeName: String { plain.typeName }
}

// MARK: - Lists and objects

extension JSONEntry {
  /// The number of members, if the value is an object.
  package var memberCount: Int? {
    if case .object(let count, _) = content { count } else { nil }
  }

  /// The member with an ASCII key, or nil if there is no such member or the value is not an object.
  package subscript(key: StaticString) -> JSONEntry? { member(key, after: nil) }

  /// The member with the given key; the member that follows `last` is checked first.
  ///
  /// Messages usually have their keys in the same order, so the first check usually succeeds if the
  /// keys are requested in that order.
  ///
  /// - Parameters:
  ///   - key: the ASCII key.
  ///   - last: the member after which to look first; ignored if it does not belong to this object.
  /// - Returns: the member, or nil if there is no such member or the value is not an object.
  package func member(_ key: StaticString, after last: JSONMemberEntry?) -> JSONEntry? {
    if let last, last.object == index, last.value.tape === tape,
      case .object(_, let end) = content
    {
      let next = tape.tokens.end(of: last.value.index)
      if next < end, tape.tokens.isKey(key, at: next) { return JSONEntry(tape, next + 1) }
    }
    return tape.tokens.value(of: key, in: index).map { JSONEntry(tape, $0) }
  }

  /// The position of a member in this object, for ``member(_:after:)``.
  package func member(_ value: JSONEntry) -> JSONMemberEntry {
    JSONMemberEntry(object: index, value: value)
  }

  /// The first key of the object that is not in `known`, or nil if there is none.
  package func unknownKey(among known: [StaticString]) -> String? {
    tape.tokens.unknownKey(of: index, among: known).flatMap(tape.tokens.text)
  }

  /// The elements in order, if the value is a list.
  package var elements: Elements? {
    guard case .list(let count, _) = content else { return nil }
    return Elements(tape: tape, count: count, next: index + 1)
  }

  /// An iterator over the elements of a list.
  package struct Elements: Sequence, IteratorProtocol {
    private let tape: Tape
    /// The number of remaining elements.
    package private(set) var count: Int
    private var index: Int

    fileprivate init(tape: Tape, count: Int, next: Int) {
      (self.tape, self.count, index) = (tape, count, next)
    }

    /// The next element, or nil after the last element.
    package mutating func next() -> JSONEntry? {
      guard count > 0 else { return nil }
      count -= 1
      defer { index = tape.tokens.end(of: index) }
      return JSONEntry(tape, index)
    }
  }
}

/// The position of a member in its object.
package struct JSONMemberEntry: Sendable {
  fileprivate let object: Int
  fileprivate let value: JSONEntry
}
