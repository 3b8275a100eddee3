import WallfarmPluginKit

/// A block prepared for Pango, with the mapping of its bytes to the caller's text.
struct PangoText {
  let block: TextBlock
  /// The boxes for characters without a glyph, in ascending order.
  let boxes: [Box]
  /// The byte offsets after invisible break opportunities, in ascending order.
  let breaks: [Int]
  /// The offsets of bytes that were added to the edited text, in ascending order.
  private let added: [Int]
  private let edits: [TextEdit]

  /// A character that is replaced by a labeled box, with its bytes in the block.
  struct Box {
    let range: Range<UInt32>
    let label: String
  }

  /// Applies edits and Pango's workarounds to a block.
  ///
  /// - Parameters:
  ///   - block: The caller's block.
  ///   - edits: The changes of its text, in ascending order without overlap.
  init(_ block: TextBlock, edits: [TextEdit] = []) {
    self.edits = edits
    let edited = edits.isEmpty ? block : block.edited(edits)
    // This order matters: a replaced line break may become the space that carries a mark.
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

  /// The text in UTF-8, without the added break opportunities inside ranges that must not break.
  ///
  /// Pango breaks after a zero-width space even if a range does not allow a break. The word joiner
  /// that replaces it has the same length.
  func bytes(unbroken: [Range<UInt32>]) -> [UInt8] {
    var bytes = Array(block.text.utf8)
    for place in breaks {
      let isWithin = unbroken.contains { $0.lowerBound < place && place < $0.upperBound }
      // U+200B is E2 80 8B, and U+2060 is E2 81 A0.
      if isWithin { bytes.replaceSubrange(place - 2..<place, with: [0x81, 0xA0]) }
    }
    return bytes
  }

  /// The bytes of the caller's text that a line shows.
  func range(ofLineAt start: Int, length: Int) -> Range<Int> {
    guard !added.isEmpty || !edits.isEmpty else { return start..<start + length }
    return place(start)..<place(start + length)
  }

  /// The offset in the caller's text of a byte of the block.
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

  /// The offset of a byte after bytes were added to the text.
  private static func moved(_ place: Int, over added: [Int]) -> Int {
    added.reduce(place) { $1 <= $0 ? $0 + 1 : $0 }
  }

  /// Compares both texts, which differ only where a space became a no-break space.
  private static func added(in changed: String, to plain: String) -> [Int] {
    var bytes = plain.utf8[...]
    var added: [Int] = []
    for (index, byte) in changed.utf8.enumerated() {
      if let next = bytes.first, next == byte {
        bytes.removeFirst()
      } else if byte == 0xC2 {
        added.append(index)
      } else {
        // The second byte of the no-break space replaces the space.
        bytes.removeFirst()
      }
    }
    return added
  }
}

extension TextBlock {
  /// The block with byte ranges of its text replaced.
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
          // The combining mark of a character that begins in another span.
          last = min(edit.range.upperBound - start, bytes.count)
        }
      }
      block.spans[index].text = String(decoding: edited + bytes[last...], as: UTF8.self)
      start += bytes.count
    }
    return block
  }

  /// The block with a space for each NUL and, in a text with a line limit, for each line break.
  ///
  /// Pango would stop at a NUL, and applies its line limit to each paragraph. All byte offsets stay
  /// the same.
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

  /// The block with a no-break space for each space or tab that carries a mark: an accent,
  /// variation selector or joiner.
  ///
  /// Pango 1.50 aborts if such a space follows a word that just fits its line (`process_line`,
  /// "assertion failed: result == BREAK_SOME_FIT"). Unicode also recommends a no-break space as the
  /// base of an isolated mark (15.0, section 2.11).
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
  /// The text with no-break spaces as the base of marks.
  ///
  /// - Parameter next: The following character, which may be a mark on the last space.
  /// - Returns: The text, one byte longer per replaced space.
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
