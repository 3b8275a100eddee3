import WallfarmPluginKit

/// A block that is prepared for Pango, and the mapping from its bytes to the caller's text.
struct PangoText {
  let block: TextBlock
  /// The boxes that replace characters without a glyph, in ascending order.
  let boxes: [Box]
  /// The byte offsets after invisible break opportunities, in ascending order.
  let breaks: [Int]
  /// The offsets of the bytes that were added when spaces were replaced by no-break spaces, in
  /// ascending order.
  ///
  /// The replacement happens after the edits.
  private let added: [Int]
  private let edits: [TextEdit]

  /// A labeled box and the byte range of the character that it replaces in the block.
  struct Box {
    let range: Range<UInt32>
    let label: String
  }

  /// Applies text edits and workarounds for Pango to a block.
  ///
  /// - Parameters:
  ///   - block: The caller's block.
  ///   - edits: The changes to the text, in ascending order and without overlap.
  init(_ block: TextBlock, edits: [TextEdit] = []) {
    self.edits = edits
    let edited = edits.isEmpty ? block : block.edited(edits)
    // The order matters, because a line break may be replaced by a space that carries a combining
    // mark.
    let plain = edited.plainForPango
    self.block = plain.withoutMarkedSpaces
    let added = self.block == plain ? [] : Self.added(in: self.block.text, to: plain.text)
    self.added = added
    var (boxes, breaks): ([Box], [Int]) = ([], [])
    var shift = 0
    for edit in edits {
      let start = Self.moved(edit.range.lowerBound + shift, over: added)
      let length = edit.text.utf8.count
      switch edit.kind {
      case .softHyphen: break
      case .lineBreak: breaks.append(start + length)
      case .box(let label):
        boxes.append(Box(range: UInt32(start)..<UInt32(start + length), label: label))
      }
      shift += length - edit.range.count
    }
    (self.boxes, self.breaks) = (boxes, breaks)
  }

  /// Returns the UTF-8 text without the added break opportunities inside ranges that must not
  /// break.
  ///
  /// Pango breaks after a zero-width space even where breaks are not allowed. Therefore, each
  /// zero-width space in these ranges is replaced by a word joiner, which has the same length in
  /// UTF-8.
  func bytes(unbroken: [Range<UInt32>]) -> [UInt8] {
    var bytes = Array(block.text.utf8)
    for place in breaks {
      let isWithin = unbroken.contains { $0.lowerBound < place && place < $0.upperBound }
      // U+200B is E2 80 8B, and U+2060 is E2 81 A0.
      if isWithin { bytes.replaceSubrange(place - 2..<place, with: [0x81, 0xA0]) }
    }
    return bytes
  }

  /// Returns the byte range of the caller's text that a line shows.
  func range(ofLineAt start: Int, length: Int) -> Range<Int> {
    guard !added.isEmpty || !edits.isEmpty else { return start..<start + length }
    return place(start)..<place(start + length)
  }

  /// Converts a byte offset in the block to an offset in the caller's text.
  private func place(_ index: Int) -> Int {
    var place = index - added.count { $0 < index }
    for edit in edits {
      let length = edit.text.utf8.count
      guard edit.range.lowerBound < place else { break }
      guard edit.range.lowerBound + length <= place else { return edit.range.lowerBound }
      place += edit.range.count - length
    }
    return place
  }

  /// Adjusts a byte offset for the bytes that were added to the text.
  private static func moved(_ place: Int, over added: [Int]) -> Int {
    added.reduce(place) { $1 <= $0 ? $0 + 1 : $0 }
  }

  /// Returns the offsets of the bytes that were added when spaces became no-break spaces.
  private static func added(in changed: String, to plain: String) -> [Int] {
    var bytes = plain.utf8[...]
    var added: [Int] = []
    for (index, byte) in changed.utf8.enumerated() {
      if let next = bytes.first, next == byte {
        bytes.removeFirst()
      } else if byte == 0xC2 {
        added.append(index)
      } else {
        // The second byte of the no-break space takes the place of the original space or tab.
        bytes.removeFirst()
      }
    }
    return added
  }
}

extension TextBlock {
  /// Returns the block with edits applied to its text.
  fileprivate func edited(_ edits: [TextEdit]) -> TextBlock {
    var block = self
    var start = 0
    for index in spans.indices {
      let bytes = Array(spans[index].text.utf8)
      let own = start..<start + bytes.count
      var edited: [UInt8] = []
      var last = 0
      for edit in edits {
        if own.contains(edit.range.lowerBound) {
          edited += bytes[last..<edit.range.lowerBound - start] + Array(edit.text.utf8)
          last = min(edit.range.upperBound - start, bytes.count)
        } else if edit.range.contains(start) {
          // The edit begins in an earlier span. Drop the rest of the replaced character, such as
          // combining marks.
          last = min(edit.range.upperBound - start, bytes.count)
        }
      }
      block.spans[index].text = String(decoding: edited + bytes[last...], as: UTF8.self)
      start += bytes.count
    }
    return block
  }

  /// Returns the block with a space in place of each NUL and, if there is a line limit, of each
  /// line break.
  ///
  /// Pango would stop at a NUL, and it applies its line limit to each paragraph separately. All
  /// byte offsets stay the same.
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

  /// Returns the block with a no-break space in place of each space or tab that carries a mark: an
  /// accent, a variation selector or a joiner.
  ///
  /// Pango 1.50 aborts if such a space follows a word that exactly fits its line (`process_line`,
  /// "assertion failed: result == BREAK_SOME_FIT"). Unicode also recommends a no-break space as the
  /// base of an isolated mark (15.0, section 2.11).
  fileprivate var withoutMarkedSpaces: TextBlock {
    // In UTF-8, the first byte of a mark is never lower than 0xCC, which is the first byte of
    // U+0300.
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
  /// Returns the text with a no-break space in place of each space or tab that carries a mark.
  ///
  /// - Parameter next: The character after the text; if it is a mark, the last space carries it.
  /// - Returns: The text, which is one byte longer for each replaced space.
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
