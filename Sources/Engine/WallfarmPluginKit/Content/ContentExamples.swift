/// Sample content for layout tests and documentation.
public enum ContentExamples {
  /// Returns sample entries of a kind; an empty list for notes and photos.
  public static func entries(of kind: ContentKind) -> [ContentEntry] {
    examples[kind] ?? []
  }

  private static let examples: [ContentKind: [ContentEntry]] = [
    .progress: [
      ContentEntry([
        "value": .number(340), "goal": .number(1000), "unit": .text("km"),
        "label": .text("Cycling this year"), "marks": .numbers([250, 500, 750]),
      ])
    ],
    .dates: [
      ContentEntry(["title": .text("Christmas Eve"), "date": when("2026-12-24")]),
      ContentEntry([
        "title": .text("Ana’s birthday"), "date": when("2027-02-28"), "color": .color(.white),
      ]),
    ],
    .events: [
      ContentEntry([
        "title": .text("Dentist"), "start": when("2026-12-03T09:40"),
        "end": when("2026-12-03T10:15"), "place": .text("Bahnhofstr. 12"),
      ]),
      ContentEntry([
        "title": .text("Holiday"), "start": when("2026-12-24"), "end": when("2026-12-27"),
        "all-day": .flag(true),
      ]),
    ],
    .figures: [
      ContentEntry([
        "label": .text("Steps"), "value": .number(8340), "unit": .text("steps"),
        "change": .number(520),
      ]),
      ContentEntry(["label": .text("Pace"), "value": .text("5:42"), "unit": .text("/km")]),
    ],
    .text: [
      ContentEntry([
        "message": .text("Not all those who wander are lost."), "source": .text("J. R. R. Tolkien"),
      ])
    ],
    .habits: [
      ContentEntry([
        "name": .text("Swimming"),
        "days": .days([1, 3, 4, 8, 10].compactMap { Day(year: 2026, month: 11, day: $0) }),
      ])
    ],
    .photos: [],
    .tips: [
      ContentEntry([
        "title": .text("Tap here"), "body": .text("The camera opens."),
        "target": .rect(Rect(x: 0.72, y: 0.88, width: 0.2, height: 0.08)),
      ])
    ],
    .steps: [
      ContentEntry(["title": .text("Open Settings"), "body": .text("It is the gray wheel.")])
    ],
  ]

  /// Returns the date value for a string.
  private static func when(_ text: String) -> ContentValue { .when(When(text) ?? .day(.first)) }
}
