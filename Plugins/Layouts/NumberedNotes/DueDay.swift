import WallfarmPluginKit

/// The due dates of notes, which are appended to the notes as text.
enum DueDay {
  /// The type size of a due date, relative to the note.
  private static let scale = 0.66

  /// The minimum weight of an overdue date, so that the date stands out even if its color is close
  /// to the text color.
  private static let lateWeight = 600

  /// Returns the text of the due date for each note that has one, keyed by the index of the note.
  static func spans(
    of notes: [Note], _ look: NotesLook, _ context: ComposeContext
  ) throws(RenderError) -> [Int: TextSpan] {
    // The current time is missing if the host is old, and for the text of an empty list. Without
    // it, overdue notes cannot be determined.
    guard let now = context.now else { return [:] }
    var spans: [Int: TextSpan] = [:]
    let isDue = notes.contains { $0.due != nil }
    let year = isDue ? try context.words.span(.year, of: now.day, ahead: 0) : nil
    for (index, note) in notes.enumerated() {
      guard let due = note.due else { continue }
      let isLate = now.day(of: due) < now.day && !note.done
      spans[index] = TextSpan(
        "\u{2002}" + (try words(due, now, year, context.words)), color: isLate ? look.late : nil,
        weight: isLate ? max(look.text.weight, lateWeight) : min(look.text.weight, 500),
        scale: scale, strikethrough: false)
    }
    return spans
  }

  /// Returns `today`, `tomorrow`, `yesterday`, or the date, followed by the time if the due date
  /// has one.
  private static func words(
    _ due: When, _ now: Now, _ year: CalendarSpan?, _ words: any LanguageWords
  ) throws(RenderError) -> String {
    let day = now.day(of: due)
    let ahead = day.number - now.day.number
    let name =
      (-1...1).contains(ahead)
      ? try words.relativeDay(ahead)
      : try words.day(day, year?.contains(day) == true ? .short : .dayMonthYear)
    let time = try now.time(of: due).map { (time) throws(RenderError) in try words.time(time) }
    // A due date stays on one line.
    return [name, time].compactMap(\.self).joined(separator: " ")
      .replacingSpaces(with: "\u{A0}")
  }
}

extension String {
  fileprivate func replacingSpaces(with other: Character) -> String {
    String(map { $0 == " " ? other : $0 })
  }
}
