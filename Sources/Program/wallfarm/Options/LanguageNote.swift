/// Prints a note if texts are not available in the requested language.
///
/// Without the note, a fallback to another language would look like a bug.
enum LanguageNote {
  /// Prints the note if no available language matches.
  ///
  /// - Parameters:
  ///   - wanted: The requested language, or `nil`.
  ///   - known: The available languages, starting with the fallback.
  static func tell(_ wanted: String?, known: [String]) {
    guard let wanted, let first = known.first, !known.contains(where: { isAlike($0, wanted) })
    else { return }
    Terminal.note(
      "no texts in the language '\(wanted)'; using '\(first)' instead; available: "
        + known.joined(separator: ", "))
  }

  /// Returns whether two tags have the same primary language, such as `en-GB` and `en`.
  private static func isAlike(_ one: String, _ other: String) -> Bool {
    func main(_ tag: String) -> String {
      tag.split(whereSeparator: { "-_".contains($0) }).first.map { $0.lowercased() } ?? ""
    }
    return main(one) == main(other)
  }
}
