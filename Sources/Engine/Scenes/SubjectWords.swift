/// The display name for the subjects of a sentence.
struct SubjectWords {
  let text: String
  let isMany: Bool
  /// The display name of the notes that contain the subjects; equal to `text` if the subjects are
  /// not in notes.
  let owners: String

  /// Creates the display name for subjects.
  ///
  /// - Parameters:
  ///   - subjects: The names of the subjects, which have the same role.
  ///   - notes: The number of notes in the picture; `nil` to omit the numbers of the notes.
  init(_ subjects: [String], notes: Int?) {
    let names = subjects.map(SubjectName.init)
    let numbers = Array(Set(names.compactMap(\.note))).sorted()
    if !numbers.isEmpty, numbers.count == Set(names.map { $0.note }).count {
      let role = names[0].role
      let list = SubjectWords.list(numbers, of: notes)
      // "The text of notes 2 and 3" takes a singular verb; "lines of notes 2 and 3" takes a plural
      // verb.
      let isPlural = numbers.count > 1 || names.count > numbers.count
      isMany = isPlural && (role != "text" || names[0].line != nil)
      let lines = Set(names.compactMap(\.line)).sorted()
      var part =
        switch role {
        case "", "place": list
        case "text": notes == nil && numbers.count > 1 ? "note text" : "the text of \(list)"
        case "number": numbers.count > 1 ? "the numbers of \(list)" : "the number of \(list)"
        // In `number.badge`, the last component names the visible part.
        default:
          "the \(role.split(separator: ".").last ?? "")\(numbers.count > 1 ? "s" : "") of \(list)"
        }
      if lines.count == 1, names.count == 1 {
        part = "line \(lines[0]) of \(list)"
      } else if !lines.isEmpty {
        part = "lines of \(list)"
      }
      text = part
      owners = list
      return
    }
    let plain = Array(Set(subjects)).sorted()
    isMany = plain.count > 1
    let known = plain.prefix(3).map { SubjectWords.known($0) }
    text = known.joined(separator: ", ") + (plain.count > 3 ? " and \(plain.count - 3) more" : "")
    owners = text
  }

  /// Returns words for the given notes, for example, `note 2`, `notes 2 to 5`, `notes 2, 4 and 5`
  /// or `all 7 notes`.
  private static func list(_ numbers: [Int], of count: Int?) -> String {
    if numbers.count == 1 { return "note \(numbers[0])" }
    guard let count else { return "notes" }
    if numbers.count == count { return numbers.count == 2 ? "both notes" : "all \(count) notes" }
    if numbers.last == numbers[0] + numbers.count - 1, numbers.count > 2 {
      return "notes \(numbers[0]) to \(numbers[numbers.count - 1])"
    }
    return "notes " + numbers.dropLast().map(String.init).joined(separator: ", ")
      + " and \(numbers[numbers.count - 1])"
  }

  private static func known(_ subject: String) -> String {
    let name = SubjectName(subject)
    if let line = name.line { return "line \(line) of '\(name.owner)'" }
    switch subject {
    case "free-area": return "the free area"
    case "screen": return "the screen"
    case "widgets": return "the row of widgets"
    case "controls": return "the row of controls"
    case "legibility": return "legibility"
    case "warnings": return "warnings"
    case let layout where layout.hasPrefix("layout."):
      return "the area of layout \(layout.dropFirst("layout.".count))"
    default: return isWord(subject) ? "the \(subject)" : "layer '\(subject)'"
    }
  }

  /// Returns whether a name is a singular word that can be used without quotes, such as `photo`.
  private static func isWord(_ name: String) -> Bool {
    name.count > 2 && name.last != "s" && name.allSatisfy { ("a"..."z").contains($0) }
  }
}
