package import SourceJSON

/// A value in a message that is not what the contract says.
package struct MessageMistake: Error, Sendable, Hashable {
  /// Where it stands, as `layers[3].text.frame.width`; empty for the message itself.
  package let path: String
  /// What it is and what it should be.
  package let what: String

  /// Makes a mistake at a place.
  package init(path: String, what: String) { (self.path, self.what) = (path, what) }

  /// The mistake of a value as one of the object or the list that it is in.
  fileprivate func inside(_ part: String) -> MessageMistake {
    let isMember = !path.isEmpty && !path.hasPrefix("[")
    return MessageMistake(path: part + (isMember ? "." : "") + path, what: what)
  }
}

/// Reads values of a message from a stranger; what is wrong is told with the path to where it is.
///
/// A message holds what a person wrote, so a mistake never repeats a text.
package final class MessageReader {
  /// Layers read so far, members of groups included.
  package internal(set) var layers = 0
  /// Characters of all texts read so far.
  var characters = 0
  /// The member that was read last: the next one mostly stands behind it.
  private var last: JSONMemberEntry?

  /// Begins at the message itself.
  package init() {}

  /// A mistake in the value that is being read.
  package func mistake(_ what: String) -> MessageMistake { MessageMistake(path: "", what: what) }

  /// Refuses a value that is of another type.
  private func wrong(_ node: JSONEntry, expected: String) -> MessageMistake {
    mistake("is \(node.typeName), expected \(expected)")
  }

  /// Compares the keys of an object with those it may have.
  ///
  /// - Parameters:
  ///   - node: what should be an object.
  ///   - known: every key it may have; nil where others are ignored.
  /// - Throws: the first key that is unknown.
  package func object(_ node: JSONEntry, keys known: [StaticString]? = nil) throws(MessageMistake) {
    guard node.memberCount != nil else { throw wrong(node, expected: "an object") }
    if let known, let key = node.unknownKey(among: known) {
      throw mistake("has the unknown key '\(key.prefix(24))'")
    }
  }

  /// Reads the value of a key that may be left out.
  package func optional<Value>(
    _ key: StaticString, of node: JSONEntry,
    _ body: (JSONEntry) throws(MessageMistake) -> Value
  ) throws(MessageMistake) -> Value? {
    guard let value = node.member(key, after: last), !value.isNull else { return nil }
    return try read(value, key, of: node, body)
  }

  /// Reads the value of a key that must be there.
  package func required<Value>(
    _ key: StaticString, of node: JSONEntry,
    _ body: (JSONEntry) throws(MessageMistake) -> Value
  ) throws(MessageMistake) -> Value {
    guard let value = node.member(key, after: last) else {
      guard node.memberCount != nil else { throw wrong(node, expected: "an object") }
      throw mistake("needs the key '\(key)'")
    }
    return try read(value, key, of: node, body)
  }

  private func read<Value>(
    _ value: JSONEntry, _ key: StaticString, of node: JSONEntry,
    _ body: (JSONEntry) throws(MessageMistake) -> Value
  ) throws(MessageMistake) -> Value {
    do throws(MessageMistake) {
      let result = try body(value)
      last = node.member(value)
      return result
    } catch {
      throw error.inside(key.description)
    }
  }

  /// Reads every item of a list.
  package func list<Value>(
    _ node: JSONEntry, most: Int,
    _ body: (JSONEntry) throws(MessageMistake) -> Value
  ) throws(MessageMistake) -> [Value] {
    guard let items = node.elements else { throw wrong(node, expected: "a list") }
    guard items.count <= most else {
      throw mistake("has \(items.count) items, at most \(most) are allowed")
    }
    var values: [Value] = []
    values.reserveCapacity(items.count)
    for item in items {
      do throws(MessageMistake) {
        values.append(try body(item))
      } catch {
        throw error.inside("[\(values.count)]")
      }
    }
    return values
  }

  /// Reads a number, which in JSON is finite.
  package func number(_ node: JSONEntry) throws(MessageMistake) -> Double {
    guard let number = node.number else { throw wrong(node, expected: "a number") }
    return number
  }

  /// Reads a whole number within a range.
  package func integer(
    _ node: JSONEntry, _ range: ClosedRange<Int>
  ) throws(MessageMistake) -> Int {
    guard let number = node.number else { throw wrong(node, expected: "a number") }
    guard let whole = Int(exactly: number), range.contains(whole) else {
      throw mistake(
        "is \(number), expected a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return whole
  }

  /// Reads `true` or `false`.
  package func bool(_ node: JSONEntry) throws(MessageMistake) -> Bool {
    guard let bool = node.bool else { throw wrong(node, expected: "true or false") }
    return bool
  }

  /// Reads text of at most so many characters.
  package func text(
    _ node: JSONEntry, limit: Int = 2000
  ) throws(MessageMistake) -> String {
    guard let text = node.string else { throw wrong(node, expected: "text") }
    // Characters cost time to count; there are never more of them than bytes.
    guard text.utf8.count <= limit || text.count <= limit else {
      throw mistake("has \(text.count) characters, at most \(limit) are allowed")
    }
    return text
  }

  /// Text under a key that must be there.
  package func text(
    _ key: StaticString, of node: JSONEntry, limit: Int
  ) throws(MessageMistake) -> String {
    try required(key, of: node) { (node) throws(MessageMistake) in try text(node, limit: limit) }
  }

  /// Text under a key that may be left out.
  package func optionalText(
    _ key: StaticString, of node: JSONEntry, limit: Int
  ) throws(MessageMistake) -> String? {
    try optional(key, of: node) { (node) throws(MessageMistake) in try text(node, limit: limit) }
  }

  /// Reads one of a few words.
  package func word<Word: RawRepresentable & CaseIterable>(
    _ node: JSONEntry, as _: Word.Type
  ) throws(MessageMistake) -> Word where Word.RawValue == String {
    let text = try text(node)
    guard let word = Word(rawValue: text) else {
      throw mistake(
        "is none of " + Word.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", "))
    }
    return word
  }
}
