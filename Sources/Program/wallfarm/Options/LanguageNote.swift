/// Says where a language was asked for that something has no words in: another one, chosen silently, would look
/// like a mistake of its texts.
enum LanguageNote {
  /// Tells it.
  ///
  /// - Parameters:
  ///   - wanted: what was asked for; nil: nothing was.
  ///   - known: languages that there are, the one that is taken instead first.
  static func tell(_ wanted: String?, known: [String]) {
    guard let wanted, let first = known.first, !known.contains(where: { isAlike($0, wanted) })
    else { return }
    Terminal.note(
      "there are no words in '\(wanted)'; '\(first)' is taken, of "
        + known.joined(separator: ", "))
  }

  /// Whether two tags begin with the same language: `en-GB` is told in `en`.
  private static func isAlike(_ one: String, _ other: String) -> Bool {
    func main(_ tag: String) -> String {
      tag.split(whereSeparator: { "-_".contains($0) }).first.map { $0.lowercased() } ?? ""
    }
    return main(one) == main(other)
  }
}
