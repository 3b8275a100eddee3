/// A line of a typed or pasted list, without its bullet, number or checkbox.
///
/// A number is removed only if it continues the list, because a title can also begin with a number,
/// as in `3. Oktober`.
struct ListLine: Equatable {
  /// The text after the marker; empty if the line consists of a marker.
  let text: String
  /// The removed number; nil if the line had none.
  let number: Int?

  /// Reads a line; `expected` contains the numbers that can follow in the list.
  init(_ line: String, expecting expected: Set<Int>) {
    var rest = Substring(line).trimmed
    number = Self.dropNumber(from: &rest, expected)
    if number == nil { Self.dropBullet(from: &rest) }
    Self.dropCheckbox(from: &rest)
    text = String(rest)
  }

  /// Bullets that must precede a space, because they can also begin a word or a number.
  private static let spaced: Set<Character> = ["-", "*", "+", "–", "—", "·"]
  private static let bullets: Set<Character> = [
    "•", "‣", "⁃", "●", "○", "◦", "■", "□", "▪", "▫", "◆", "◇", "・", "☐", "☑", "☒", "✓", "✔",
  ]

  private static func dropBullet(from rest: inout Substring) {
    guard let first = rest.first else { return }
    let after = rest.dropFirst()
    guard bullets.contains(first) || (spaced.contains(first) && after.beginsWithSpace) else {
      return
    }
    rest = after.trimmed
  }

  /// Removes a number such as `1.`, `1)`, `(1)` or `１．`.
  private static func dropNumber(from rest: inout Substring, _ expected: Set<Int>) -> Int? {
    let isOpen = rest.first.map { "(（".contains($0) } ?? false
    let digits = rest.dropFirst(isOpen ? 1 : 0).prefix { Int(anyDigits: String($0)) != nil }
    guard let number = Int(anyDigits: String(digits)), expected.contains(number) else { return nil }
    let after = rest[digits.endIndex...]
    guard let end = after.first else { return nil }
    let tail = after.dropFirst()
    let isEnd = isOpen ? ")）".contains(end) : ".)．）、".contains(end)
    // In Japanese, no space follows a wide delimiter. `1.5 kg` is not a number of a list.
    guard isEnd, tail.beginsWithSpace || "．）、".contains(end) else { return nil }
    rest = tail.trimmed
    return number
  }

  /// Removes `[ ]` or `[x]`.
  private static func dropCheckbox(from rest: inout Substring) {
    guard let box = ["[ ]", "[x]", "[X]"].first(where: rest.hasPrefix),
      rest.dropFirst(box.count).beginsWithSpace
    else { return }
    rest = rest.dropFirst(box.count).trimmed
  }
}

extension Substring {
  fileprivate var beginsWithSpace: Bool { first?.isWhitespace ?? true }

  fileprivate var trimmed: Substring {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return start.prefix(0) }
    return start[...last]
  }
}
