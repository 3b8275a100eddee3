import WallfarmPluginKit

/// A block as Pango is given it, and where each of its bytes stands in the caller's text.
struct PangoText {
  let block: TextBlock
  /// Boxes that stand for characters no font has, in ascending order.
  let boxes: [Box]
  /// The bytes after invisible places to break, at which a line may begin, in ascending order.
  let breaks: [Int]
  /// Bytes of the block that the edited text does not have, in ascending order.
  private let added: [Int]
  private let edits: [TextEdit]

  /// A character with a box in its place, by its bytes in the block.
  struct Box {
    let range: Range<UInt32>
    let label: String
  }

  /// - Parameters:
  ///   - block: what the caller has.
  ///   - edits: how its text is changed, in ascending order and apart from one another.
  init(_ block: TextBlock, edits: [TextEdit] = []) {
    self.edits = edits
    let edited = edits.isEmpty ? block : block.edited(edits)
    // In this order: what was a line break may become the space that carries a mark.
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

  /// The bytes of the caller's text that a line shows.
  func range(ofLineAt start: Int, length: Int) -> Range<Int> {
    guard !added.isEmpty || !edits.isEmpty else { return start..<start + length }
    return place(start)..<place(start + length)
  }

  /// A byte of the block in the caller's text.
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

  /// A byte of a text after bytes were added to it.
  private static func moved(_ place: Int, over added: [Int]) -> Int {
    added.reduce(place) { $1 <= $0 ? $0 + 1 : $0 }
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

extension TextBlock {
  /// The block with some bytes of its text replaced.
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
          // The mark of a character that began in another span.
          last = min(edit.range.upperBound - start, bytes.count)
        }
      }
      block.spans[index].text = String(decoding: edited + bytes[last...], as: UTF8.self)
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
