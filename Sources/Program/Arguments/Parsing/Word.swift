/// One word of a command line, told apart by its dashes alone.
enum Word {
  /// `--`: everything after it is an operand.
  case terminator
  /// `--name` or `--name=value`; the name keeps its dashes.
  case long(String, value: String?)
  /// `-abc`, without the dash.
  case cluster(Substring)
  /// Anything else, `-` included.
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
  /// `-5`, `-.5`, `-1e3`; not `-inf`, which is spelt like an option.
  var looksLikeNegativeNumber: Bool {
    guard hasPrefix("-"), let next = dropFirst().first else { return false }
    return (next.isNumber || next == ".") && Double(self) != nil
  }

  /// Whether it can be the separate word after an option that takes a value.
  var canFollowAnOption: Bool { !hasPrefix("-") || self == "-" || looksLikeNegativeNumber }
}
