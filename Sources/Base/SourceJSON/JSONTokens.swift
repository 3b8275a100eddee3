/// A parsed document as a flat array of tokens, often called a tape.
///
/// The array requires one allocation instead of one for every list and object. A tree of nodes is
/// created from the array if positions are needed; messages are read from the array directly.
struct JSONTokens: Sendable {
  let bytes: [UInt8]
  private(set) var list: [JSONToken] = []
  private(set) var decoded: [String] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // A message has about one token per six bytes. The upper limit also suits a long queue, which
    // is parsed one job at a time.
    list.reserveCapacity(min(bytes.count / 6, 4096) + 1)
  }

  mutating func append(_ content: JSONToken.Content, at place: SourcePlace) {
    list.append(JSONToken(content, at: place))
  }

  mutating func append(decoded text: String, at place: SourcePlace) {
    append(.decoded(decoded.count), at: place)
    decoded.append(text)
  }

  /// Completes the token of a container whose contents end with the last token.
  mutating func close(_ container: JSONContainer, at start: Int, count: Int) {
    list[start].content =
      switch container {
      case .list: .list(count: count, end: list.count)
      case .object: .object(count: count, end: list.count)
      }
  }

  /// Keeps only the first `count` tokens and the first `texts` decoded strings.
  mutating func keep(_ count: Int, decoded texts: Int) {
    list.removeSubrange(count...)
    decoded.removeSubrange(texts...)
  }

  // MARK: - Reading

  /// The index that follows a value and its contents.
  @inline(__always) func end(of index: Int) -> Int {
    switch list[index].content {
    case .list(_, let end), .object(_, let end): end
    default: index + 1
    }
  }

  /// The text of a string or a key, or nil for other tokens.
  func text(_ index: Int) -> String? {
    switch list[index].content {
    case .plain(let range): String(decoding: bytes[range], as: UTF8.self)
    case .decoded(let index): decoded[index]
    default: nil
    }
  }

  /// Whether two keys are equal.
  @inline(__always) func areSame(_ one: Int, _ other: Int) -> Bool {
    guard case .plain(let one) = list[one].content, case .plain(let other) = list[other].content
    else { return text(one) == text(other) }
    return one.count == other.count && bytes[one].elementsEqual(bytes[other])
  }

  /// The index of the member with the given key in the object at `index`, or nil if there is no such
  /// member.
  func value(of key: StaticString, in index: Int) -> Int? {
    guard case .object(let count, _) = list[index].content else { return nil }
    var next = index + 1
    for _ in 0..<count {
      if isKey(key, at: next) { return next + 1 }
      next = end(of: next + 1)
    }
    return nil
  }

  /// The index of the first key in the object at `index` that is not in `known`, or nil if all keys
  /// are known.
  ///
  /// The search is fast if the keys are in the same order as in `known`.
  func unknownKey(of index: Int, among known: [StaticString]) -> Int? {
    guard case .object(let count, _) = list[index].content else { return nil }
    var next = index + 1
    var expected = 0
    for _ in 0..<count {
      var tried = 0
      while tried < known.count, !isKey(known[expected], at: next) {
        tried += 1
        expected = expected + 1 < known.count ? expected + 1 : 0
      }
      if tried == known.count { return next }
      next = end(of: next + 1)
    }
    return nil
  }

  /// Whether the key at `index` equals an ASCII word.
  @inline(__always) func isKey(_ word: StaticString, at index: Int) -> Bool {
    guard case .plain(let range) = list[index].content else {
      return text(index) == word.description
    }
    guard range.count == word.utf8CodeUnitCount else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      for offset in 0..<range.count
      where bytes[range.lowerBound + offset] != word.utf8Start[offset] {
        return false
      }
      return true
    }
  }

  /// The value at `index` as a tree.
  func node(_ index: Int) -> JSONNode {
    JSONNode(content: content(index), place: list[index].place)
  }

  private func content(_ index: Int) -> JSONNode.Content {
    switch list[index].content {
    case .null: return .null
    case .bool(let bool): return .bool(bool)
    case .number(let number): return .number(number)
    case .plain, .decoded: return .string(text(index) ?? "")
    case .list(let count, _):
      var next = index + 1
      return .array(
        (0..<count).map { _ in
          defer { next = end(of: next) }
          return node(next)
        })
    case .object(let count, _):
      var next = index + 1
      return .object(
        (0..<count).map { _ in
          defer { next = end(of: next + 1) }
          return JSONMember(
            key: text(next) ?? "", keyPlace: list[next].place, value: node(next + 1))
        })
    }
  }
}
