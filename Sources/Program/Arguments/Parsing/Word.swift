/// A word of a command line, classified by its dashes.
enum Word {
  /// `--`: all following words are operands.
  case terminator
  /// `--name` or `--name=value`; the name includes its dashes.
  case long(String, value: String?)
  /// Short flags such as `-abc`, without the dash.
  case cluster(Substring)
  /// Any other word, including `-`.
  case plain

  init(_ text: String) {
    if text == "--" {
      self = .terminator
    } else if text.hasPrefix("--") {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      self = .long(String(parts[0]), value: parts.count > 1 ? String(parts[1]) : nil)
    } else if text.hasPrefix("-"), text != "-" {
      self = .cluster(text.dropFirst())
    } else {
      self = .plain
    }
  }
}

extension String {
  /// Whether the text is a number such as `-5`, `-.5` or `-1e3`.
  ///
  /// `-inf` is not accepted, because it looks like an option.
  var looksLikeNegativeNumber: Bool {
    guard hasPrefix("-"), let next = dropFirst().first else { return false }
    return (next.isNumber || next == ".") && Double(self) != nil
  }

  /// Whether this word can be the value of the option that precedes it, as in `--name value`.
  var canFollowAnOption: Bool { !hasPrefix("-") || self == "-" || looksLikeNegativeNumber }
}
