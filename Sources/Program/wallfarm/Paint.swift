import Glibc

/// Colours for people at a terminal; none in a pipe, with `NO_COLOR` (https://no-color.org) or on a
/// terminal that has none.
enum Paint: String {
  case red = "1;31"
  case green = "32"
  case yellow = "1;33"
  case cyan = "36"

  /// Whether a descriptor leads to somebody who wants colours.
  static func isWanted(on descriptor: Int32) -> Bool {
    func value(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
    return isatty(descriptor) == 1 && value("NO_COLOR").isEmpty
      && !["", "dumb"].contains(value("TERM"))
  }

  /// The words that stand at the begin of a line, and how they look.
  private static let words: [(String, Paint)] = [
    ("error[", .red), ("warning[", .yellow), ("note:", .cyan), ("  hint:", .cyan),
    ("good ", .green),
    ("wrong ", .red), ("refused ", .yellow), ("doubtful ", .yellow), ("note ", .cyan),
  ]

  /// Text, of which nothing steers a terminal, with its first words in colour.
  static func lines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line(String($0)) }.joined(separator: "\n")
  }

  private static func line(_ line: String) -> String {
    guard let (word, paint) = words.first(where: { line.hasPrefix($0.0) }) else { return line }
    // `error[unknown-theme]` as a whole.
    let end =
      word.hasSuffix("[")
      ? line.firstIndex(of: ":") ?? line.endIndex
      : line.index(line.startIndex, offsetBy: word.count)
    return "\u{1B}[\(paint.rawValue)m\(line[..<end])\u{1B}[0m\(line[end...])"
  }
}
