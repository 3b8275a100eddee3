/// The kind of markup that begins at a `<`.
enum Markup {
  /// An opening or self-closing tag; `end` is the position after `>`.
  case element(end: Int)
  /// A closing tag.
  case closing(end: Int)
  /// Markup that must be skipped, from a position up to its terminator.
  case skipped(from: Int, to: Terminator)
  /// A lone `<` in text.
  case none
  /// The markup continues in the next chunk.
  case unfinished
  /// The tag exceeds the size limit of an element.
  case endless

  /// The terminator of a comment, CDATA section, instruction or declaration.
  enum Terminator {
    case comment
    case data
    case instruction
    case declaration
    case doctype
  }

  /// Classifies the markup that begins at a `<`.
  ///
  /// For a DOCTYPE, only the part before its declarations is skipped as one piece of markup. Each
  /// declaration is then skipped separately, up to its first `>`, because some versions of iOS
  /// write broken declarations that no parser accepts.
  init(_ bytes: UnsafeRawBufferPointer, at start: Int) {
    guard start + 1 < bytes.count else {
      self = .unfinished
      return
    }
    switch bytes[start + 1] {
    case UInt8(ascii: "!"): self = Markup.special(bytes, start)
    case UInt8(ascii: "?"): self = .skipped(from: start + 2, to: .instruction)
    case UInt8(ascii: "/"):
      self = Markup.ended(bytes, start) { bytes, limit in
        bytes.first(UInt8(ascii: ">"), from: start, to: limit)
      } as: {
        .closing(end: $0)
      }
    case let byte where Markup.isName(byte):
      self = Markup.ended(bytes, start) { bytes, limit in
        Markup.endOfTag(bytes, from: start + 2, to: limit)
      } as: {
        .element(end: $0)
      }
    default: self = .none
    }
  }

  private static func special(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Markup {
    let heads: [(StaticString, Terminator)] = [
      ("<!--", .comment), ("<![CDATA[", .data), ("<!DOCTYPE", .doctype),
    ]
    for (head, terminator) in heads {
      let known = min(head.utf8CodeUnitCount, bytes.count - start)
      let isAlike = (0..<known).allSatisfy { bytes[start + $0] == head.utf8Start[$0] }
      guard isAlike else { continue }
      if known < head.utf8CodeUnitCount { return .unfinished }
      return .skipped(from: start + known, to: terminator)
    }
    return .skipped(from: start + 2, to: .declaration)
  }

  private static func ended(
    _ bytes: UnsafeRawBufferPointer, _ start: Int,
    find: (UnsafeRawBufferPointer, Int) -> Int?, as found: (Int) -> Markup
  ) -> Markup {
    // Measure the limit from the start of the tag, so that the result does not depend on chunk
    // boundaries.
    let limit = start + HealthLimits.elementBytes
    if let end = find(bytes, min(limit, bytes.count)) { return found(end + 1) }
    return bytes.count < limit ? .unfinished : .endless
  }

  /// Returns the position of the `>` that ends a tag, skipping quoted values such as
  /// `device="<<HKDevice: 0x1>, …>"`.
  private static func endOfTag(
    _ bytes: UnsafeRawBufferPointer, from start: Int, to limit: Int
  ) -> Int? {
    var place = start
    while place < limit {
      switch bytes[place] {
      case UInt8(ascii: ">"): return place
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        guard let quote = bytes.first(bytes[place], from: place + 1, to: limit) else { return nil }
        place = quote + 1
      default: place += 1
      }
    }
    return nil
  }

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "_"), UInt8(ascii: ":"), 0x80...:
      true
    default: false
    }
  }
}

extension Markup.Terminator {
  /// Searches for the terminator.
  ///
  /// - Returns: the position after the terminator, or the position at which to resume when more
  ///   bytes are available.
  func search(_ bytes: UnsafeRawBufferPointer, from start: Int) -> (place: Int, isFound: Bool) {
    switch self {
    case .comment: last(bytes, start, "--")
    case .data: last(bytes, start, "]]")
    case .instruction: last(bytes, start, "?")
    case .declaration: last(bytes, start, "")
    case .doctype: head(bytes, start)
    }
  }

  /// Searches for the bytes of `before` followed by `>`, all at or after `start`.
  private func last(
    _ bytes: UnsafeRawBufferPointer, _ start: Int, _ before: StaticString
  ) -> (place: Int, isFound: Bool) {
    var place = start
    while let found = bytes.first(UInt8(ascii: ">"), from: place, to: bytes.count) {
      let head = found - before.utf8CodeUnitCount
      if head >= start, bytes.has(before, at: head) { return (found + 1, true) }
      place = found + 1
    }
    // The last bytes may be the beginning of the terminator, so search them again.
    return (max(start, bytes.count - before.utf8CodeUnitCount), false)
  }

  /// Finds the character that ends the start of a DOCTYPE: `[` if declarations follow, otherwise
  /// `>`.
  private func head(
    _ bytes: UnsafeRawBufferPointer, _ start: Int
  ) -> (place: Int, isFound: Bool) {
    for place in start..<max(start, bytes.count)
    where bytes[place] == UInt8(ascii: "[") || bytes[place] == UInt8(ascii: ">") {
      return (place + 1, true)
    }
    return (bytes.count, false)
  }
}
