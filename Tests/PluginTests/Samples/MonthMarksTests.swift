import BuiltInPlugins
import SourceJSON
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// The dots below the days of a month.
@Suite struct MonthMarksTests {
  /// A mark has the color of its date; without one, it has the late color for a past date and the
  /// accent color for other dates.
  @Test func marksHaveTheColorsOfDates() throws {
    let dates: [[String: ContentValue]] = [
      ["title": .text("a"), "date": try Self.when("2026-05-08")],
      ["title": .text("b"), "date": try Self.when("2026-05-19"), "color": .color(.black)],
      ["title": .text("c"), "date": try Self.when("2026-05-27")],
    ]
    let month = try TemplateSample.arrangement(
      of: MonthCalendar.self, .dates, dates,
      settings: ["late-color": "#ff0000", "accent": "#00ff00"])
    let fills = month.layers.filter { $0.name.hasPrefix("marks") }.map { layer -> Paint? in
      if case .shape(let shape) = layer.content { shape.fill } else { nil }
    }
    let expected = [Color(red: 255, green: 0, blue: 0), .black, Color(red: 0, green: 255, blue: 0)]
    #expect(fills == expected.map { .color($0) })
  }

  private static func when(_ text: String) throws -> ContentValue {
    .when(try #require(When(text)))
  }
}
