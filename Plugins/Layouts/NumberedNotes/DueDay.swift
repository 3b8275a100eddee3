import WallfarmPluginKit

/// The due dates of notes, which are appended to the notes as text.
enum DueDay {
  /// The type size, relative to the note.
  private static let scale = 0.66

  /// The minimum weight of a late day, because its color may be close to the color of the text.
  private static let lateWeight = 600

  /// A span for each note with a due date, by the index of the note.
  static func spans(
    of notes: [Note], _ look: NotesLook, _ context: ComposeContext
  ) throws(RenderError) -> [Int: TextSpan] {
    // Without the current time, it is unknown which notes are overdue; this happens with an old
    // host and for the text of an empty list.
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

  /// `today`, `tomorrow`, `yesterday`, or the date, with the time if the date has one.
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
