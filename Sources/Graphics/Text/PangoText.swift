import WallfarmPluginKit

/// A block as Pango is given it, and where each of its bytes stands in the caller's text.
struct PangoText {
  let block: TextBlock
  /// Bytes of the block that the caller's text does not have, in ascending order.
  private let added: [Int]
  /// Those of soft hyphens, before any other was added.
  private let hyphens: [Int]

  /// - Parameters:
  ///   - block: what the caller has.
  ///   - places: bytes of its text before which soft hyphens are put, in ascending order.
  init(_ block: TextBlock, softHyphensAt places: [Int] = []) {
    let divided = places.isEmpty ? block : block.withSoftHyphens(at: places)
    hyphens = places.enumerated().flatMap { index, place in
      let start = place + index * SoftHyphen.bytes
      return start..<start + SoftHyphen.bytes
    }
    // In this order: what was a line break may become the space that carries a mark.
    let plain = divided.plainForPango
    self.block = plain.withoutMarkedSpaces
    added = self.block == plain ? [] : Self.added(in: self.block.text, to: plain.text)
  }

  /// The bytes of the caller's text that a line shows.
  func range(ofLineAt start: Int, length: Int) -> Range<Int> {
    guard !added.isEmpty || !hyphens.isEmpty else { return start..<start + length }
    func place(_ index: Int) -> Int {
      let divided = index - added.count { $0 < index }
      return divided - hyphens.count { $0 < divided }
    }
    return place(start)..<place(start + length)
  }

  /// Walks over both texts, which differ only where a space became a no-break space.
  private static func added(in changed: String, to plain: String) -> [Int] {
    var bytes = plain.utf8[...]
    var added: [Int] = []
    for (index, byte) in changed.utf8.enumerated() {
      if let next = bytes.first, next == byte {
        bytes.removeFirst()
      } else if byte == 0xC2 {
        added.append(index)
      } else {
        // The second byte of the no-break space stands for the space.
        bytes.removeFirst()
      }
    }
    return added
  }
}

/// U+00AD, at which a line may end, and then has a hyphen.
enum SoftHyphen {
  static let scalar: Unicode.Scalar = "\u{AD}"
  static let bytes = 2
}

extension TextBlock {
  /// The block with soft hyphens before some bytes of its text.
  fileprivate func withSoftHyphens(at places: [Int]) -> TextBlock {
    var block = self
    var start = 0
    for index in spans.indices {
      let bytes = Array(spans[index].text.utf8)
      var divided: [UInt8] = []
      var last = 0
      for place in places where (start..<start + bytes.count).contains(place) {
        divided += bytes[last..<place - start]
        divided += Array(String(SoftHyphen.scalar).utf8)
        last = place - start
      }
      block.spans[index].text = String(decoding: divided + bytes[last...], as: UTF8.self)
      start += bytes.count
    }
    return block
  }

  /// The block with a space for each NUL and, in a shortened text, for each line break.
  ///
  /// Pango would stop at a NUL, and counts its limit of lines for each paragraph by itself. Every
  /// byte keeps its place.
  fileprivate var plainForPango: TextBlock {
    let isShortened = lineLimit != nil
    func isReplaced(_ byte: UInt8) -> Bool {
      byte == 0 || (byte == UInt8(ascii: "\n") && isShortened)
    }
    guard text.utf8.contains(where: isReplaced) else { return self }
    var block = self
    for index in spans.indices {
      let bytes = spans[index].text.utf8.map { isReplaced($0) ? UInt8(ascii: " ") : $0 }
      block.spans[index].text = String(decoding: bytes, as: UTF8.self)
    }
    return block
  }

  /// The block with a no-break space wherever a space or a tab carries a mark: an accent, a variation
  /// selector, a joiner.
  ///
  /// Pango 1.50 ends the process where such a space follows a word that only just fits its line
  /// (`process_line`, "assertion failed: result == BREAK_SOME_FIT"). A no-break space is also what
  /// Unicode asks for below a mark that stands alone (15.0, section 2.11).
  fileprivate var withoutMarkedSpaces: TextBlock {
    // No mark has a lower first byte than U+0300.
    let mayHave = zip(text.utf8, text.utf8.dropFirst()).contains {
      ($0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t")) && $1 >= 0xCC
    }
    guard mayHave else { return self }
    var block = self
    for index in spans.indices {
      let next = spans[(index + 1)...].lazy.compactMap(\.text.first).first
      block.spans[index].text = spans[index].text.withoutMarkedSpaces(before: next)
    }
    return block
  }
}

extension String {
  /// The text with no-break spaces below marks.
  ///
  /// - Parameter next: what follows, which may be the mark of the last space.
  /// - Returns: the text, longer by a byte for each of them.
  fileprivate func withoutMarkedSpaces(before next: Character?) -> String {
    var result = ""
    var rest = self[...]
    while let character = rest.popFirst() {
      let isLast = rest.isEmpty
      let isMarked =
        character.unicodeScalars.count > 1
        || isLast && next.map { "\(character)\($0)".count == 1 } ?? false
      if isMarked, let first = character.unicodeScalars.first, first == " " || first == "\t" {
        result.unicodeScalars.append("\u{A0}")
        result.unicodeScalars.append(contentsOf: character.unicodeScalars.dropFirst())
      } else {
        result.append(character)
      }
    }
    return result
  }
}
