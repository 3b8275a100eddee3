import Glibc

/// ANSI colors for terminals.
///
/// The program does not use colors in a pipe, with `NO_COLOR` (https://no-color.org), or on a
/// terminal that does not support them.
enum Paint: String {
  case red = "1;31"
  case green = "32"
  case yellow = "1;33"
  case cyan = "36"

  /// Returns whether a descriptor is a terminal that supports and allows color.
  static func isWanted(on descriptor: Int32) -> Bool {
    func value(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
    return isatty(descriptor) == 1 && value("NO_COLOR").isEmpty
      && !["", "dumb"].contains(value("TERM"))
  }

  /// The line prefixes and their colors.
  private static let words: [(String, Paint)] = [
    ("error[", .red), ("warning[", .yellow), ("note:", .cyan), ("  hint:", .cyan),
    ("ok ", .green),
    ("error ", .red), ("rejected ", .yellow), ("warning ", .yellow), ("note ", .cyan),
  ]

  /// Colors the prefix of each line; the text must not contain control characters.
  static func lines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line(String($0)) }.joined(separator: "\n")
  }

  private static func line(_ line: String) -> String {
    guard let (word, paint) = words.first(where: { line.hasPrefix($0.0) }) else { return line }
    // Color all of `error[unknown-theme]`, including the brackets.
    let end =
      word.hasSuffix("[")
      ? line.firstIndex(of: ":") ?? line.endIndex
      : line.index(line.startIndex, offsetBy: word.count)
    return "\u{1B}[\(paint.rawValue)m\(line[..<end])\u{1B}[0m\(line[end...])"
  }
}
