package import SourceJSON

/// A value in a message that is not what the contract says.
package struct MessageMistake: Error, Sendable, Hashable {
  /// Where it stands, as `layers[3].text.frame.width`; empty for the message itself.
  package let path: String
  /// What it is and what it should be.
  package let what: String

  /// Makes a mistake at a place.
  package init(path: String, what: String) { (self.path, self.what) = (path, what) }
}

/// Reads values of a message from a stranger, and knows the path to where it is.
///
/// A message holds what a person wrote, so a mistake never repeats a text.
package final class MessageReader {
  private enum Part {
    case key(String)
    case index(Int)
  }

  private var path: [Part] = []
  /// Layers read so far, members of groups included.
  package internal(set) var layers = 0
  /// Characters of all texts read so far.
  var characters = 0

  /// Begins at the message itself.
  package init() {}

  /// A mistake at the place where it is.
  package func mistake(_ what: String) -> MessageMistake {
    var text = ""
    for part in path {
      switch part {
      case .key(let key): text += (text.isEmpty ? "" : ".") + key
      case .index(let index): text += "[\(index)]"
      }
    }
    return MessageMistake(path: text, what: what)
  }

  /// Refuses a value that is of another type.
  private func wrong(_ node: JSONNode, expected: String) -> MessageMistake {
    mistake("is \(node.typeName), expected \(expected)")
  }

  /// The members of an object, after its keys have been compared with those it may have.
  ///
  /// - Parameters:
  ///   - node: what should be an object.
  ///   - known: every key it may have; nil where others are ignored.
  /// - Throws: the first key that is unknown.
  package func object(_ node: JSONNode, keys known: Set<String>? = nil) throws(MessageMistake) {
    guard let members = node.members else { throw wrong(node, expected: "an object") }
    guard let known else { return }
    for member in members where !known.contains(member.key) {
      throw mistake("has the unknown key '\(member.key.prefix(24))'")
    }
  }

  /// Reads the value of a key that may be left out.
  package func optional<Value>(
    _ key: String, of node: JSONNode,
    _ body: (JSONNode) throws(MessageMistake) -> Value
  ) throws(MessageMistake) -> Value? {
    guard let value = node[key] else { return nil }
    if case .null = value.content { return nil }
    path.append(.key(key))
    let result = try body(value)
    path.removeLast()
    return result
  }

  /// Reads the value of a key that must be there.
  package func required<Value>(
    _ key: String, of node: JSONNode,
    _ body: (JSONNode) throws(MessageMistake) -> Value
  ) throws(MessageMistake) -> Value {
    guard let value = node[key] else {
      guard node.members != nil else { throw wrong(node, expected: "an object") }
      throw mistake("needs the key '\(key)'")
    }
    path.append(.key(key))
    let result = try body(value)
    path.removeLast()
    return result
  }

  /// Reads every item of a list.
  package func list<Value>(
    _ node: JSONNode, most: Int,
    _ body: (JSONNode) throws(MessageMistake) -> Value
  ) throws(MessageMistake) -> [Value] {
    guard let items = node.elements else { throw wrong(node, expected: "a list") }
    guard items.count <= most else {
      throw mistake("has \(items.count) items, at most \(most) are allowed")
    }
    var values: [Value] = []
    values.reserveCapacity(items.count)
    for (index, item) in items.enumerated() {
      path.append(.index(index))
      values.append(try body(item))
      path.removeLast()
    }
    return values
  }

  /// Reads a number, which in JSON is finite.
  package func number(_ node: JSONNode) throws(MessageMistake) -> Double {
    guard let number = node.number else { throw wrong(node, expected: "a number") }
    return number
  }

  /// Reads a whole number within a range.
  package func integer(
    _ node: JSONNode, _ range: ClosedRange<Int>
  ) throws(MessageMistake) -> Int {
    guard let number = node.number else { throw wrong(node, expected: "a number") }
    guard let whole = Int(exactly: number), range.contains(whole) else {
      throw mistake(
        "is \(number), expected a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return whole
  }

  /// Reads `true` or `false`.
  package func bool(_ node: JSONNode) throws(MessageMistake) -> Bool {
    guard let bool = node.bool else { throw wrong(node, expected: "true or false") }
    return bool
  }

  /// Reads text of at most so many characters.
  package func text(
    _ node: JSONNode, limit: Int = 2000
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
    _ key: String, of node: JSONNode, limit: Int
  ) throws(MessageMistake) -> String {
    try required(key, of: node) { (node) throws(MessageMistake) in try text(node, limit: limit) }
  }

  /// Text under a key that may be left out.
  package func optionalText(
    _ key: String, of node: JSONNode, limit: Int
  ) throws(MessageMistake) -> String? {
    try optional(key, of: node) { (node) throws(MessageMistake) in try text(node, limit: limit) }
  }

  /// Reads one of a few words.
  package func word<Word: RawRepresentable & CaseIterable>(
    _ node: JSONNode, as _: Word.Type
  ) throws(MessageMistake) -> Word where Word.RawValue == String {
    let text = try text(node)
    guard let word = Word(rawValue: text) else {
      throw mistake(
        "is none of " + Word.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", "))
    }
    return word
  }
}
