package import SourceJSON

/// A violation of the plugin contract in a message.
package struct MessageMistake: Error, Sendable, Hashable {
  /// The JSON path of the value, such as `layers[3].text.frame.width`; empty for the message
  /// itself.
  package let path: String
  /// The problem, as the end of a sentence about the value, such as `needs the key 'frame'`.
  package let what: String

  /// Creates a mistake at a path.
  package init(path: String, what: String) { (self.path, self.what) = (path, what) }

  /// Prefixes the path with the name of the enclosing member or the index of the enclosing item.
  fileprivate func inside(_ part: String) -> MessageMistake {
    let isMember = !path.isEmpty && !path.hasPrefix("[")
    return MessageMistake(path: part + (isMember ? "." : "") + path, what: what)
  }
}

/// Decodes an untrusted message and reports errors with their paths.
///
/// Messages contain the user's text, so an error never quotes a text value.
package final class MessageReader {
  /// The number of layers decoded so far, including members of groups.
  package internal(set) var layers = 0
  /// The total size of the text decoded so far, in UTF-8 bytes.
  var characters = 0
  /// The member that was decoded last; in a message, it is usually followed by the member that is
  /// requested next.
  private var last: JSONMemberEntry?

  /// Creates a reader for one message.
  package init() {}

  /// Creates a mistake about the current value.
  package func mistake(_ what: String) -> MessageMistake { MessageMistake(path: "", what: what) }

  /// Creates a mistake for a value of the wrong type.
  private func wrong(_ node: JSONEntry, expected: String) -> MessageMistake {
    mistake("is \(node.typeName), expected \(expected)")
  }

  /// Checks that a value is an object with known keys.
  ///
  /// - Parameters:
  ///   - node: The value.
  ///   - known: The allowed keys; `nil` allows all keys.
  /// - Throws: A mistake that names the first unknown key.
  package func object(_ node: JSONEntry, keys known: [StaticString]? = nil) throws(MessageMistake) {
    guard node.memberCount != nil else { throw wrong(node, expected: "an object") }
    if let known, let key = node.unknownKey(among: known) {
      throw mistake("has the unknown key '\(key.prefix(24))'")
    }
  }

  /// Decodes the value of an optional key; null counts as missing.
  package func optional<Value>(
    _ key: StaticString, of node: JSONEntry,
    _ body: (JSONEntry) throws(MessageMistake) -> Value
  ) throws(MessageMistake) -> Value? {
    guard let value = node.member(key, after: last), !value.isNull else { return nil }
    return try read(value, key, of: node, body)
  }

  /// Decodes the value of a required key.
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

  /// Decodes a list of at most `most` items.
  package func list<Value>(
    _ node: JSONEntry, most: Int,
    _ body: (JSONEntry) throws(MessageMistake) -> Value
  ) throws(MessageMistake) -> [Value] {
    guard let items = node.elements else { throw wrong(node, expected: "a list") }
    guard items.count <= most else {
      throw mistake("has \(items.count) items; the maximum is \(most)")
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

  /// Decodes a number; numbers in JSON are always finite.
  package func number(_ node: JSONEntry) throws(MessageMistake) -> Double {
    guard let number = node.number else { throw wrong(node, expected: "a number") }
    return number
  }

  /// Decodes an integer within a range.
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

  /// Decodes a Boolean.
  package func bool(_ node: JSONEntry) throws(MessageMistake) -> Bool {
    guard let bool = node.bool else { throw wrong(node, expected: "true or false") }
    return bool
  }

  /// Decodes text of at most `limit` characters.
  package func text(
    _ node: JSONEntry, limit: Int = 2000
  ) throws(MessageMistake) -> String {
    guard let text = node.string else { throw wrong(node, expected: "text") }
    // Check the number of bytes first, because counting characters is slow, and text never has more
    // characters than bytes.
    guard text.utf8.count <= limit || text.count <= limit else {
      throw mistake("has \(text.count) characters; the maximum is \(limit)")
    }
    return text
  }

  /// Decodes required text.
  package func text(
    _ key: StaticString, of node: JSONEntry, limit: Int
  ) throws(MessageMistake) -> String {
    try required(key, of: node) { (node) throws(MessageMistake) in try text(node, limit: limit) }
  }

  /// Decodes optional text.
  package func optionalText(
    _ key: StaticString, of node: JSONEntry, limit: Int
  ) throws(MessageMistake) -> String? {
    try optional(key, of: node) { (node) throws(MessageMistake) in try text(node, limit: limit) }
  }

  /// Decodes an enumeration value.
  package func word<Word: RawRepresentable & CaseIterable>(
    _ node: JSONEntry, as _: Word.Type
  ) throws(MessageMistake) -> Word where Word.RawValue == String {
    let text = try text(node)
    guard let word = Word(rawValue: text) else {
      throw mistake(
        "is not one of " + Word.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", "))
    }
    return word
  }
}
