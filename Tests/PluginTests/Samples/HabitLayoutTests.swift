import BuiltInPlugins
import Designs
import Graphics
import SourceJSON
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Several habits on one screen.
@Suite struct HabitLayoutTests {
  /// On small and large screens, up to five habits are all shown and use most of the width.
  @Test(arguments: ["iphonese3", "iphone15", "ipadpro13"], [1, 2, 3, 5])
  func allHabitsUseTheWholeWidth(on id: String, _ count: Int) throws {
    for language in ["en", "ar"] {
      let context = try context(of: count, on: id, language)
      let shown = try HabitGrid(ParameterValues()).arrange(in: context)
      #expect(shown.warnings == [])
      #expect(shown.texts.filter { $0.name.hasSuffix(".name") }.count == count)
      let marks = try shown.layers.map { try $0.marks(context.measurer) }.filter { $0.width > 0 }
      let first = try #require(marks.first)
      let all = marks.reduce(first) { $0.union($1) }
      let width = min(context.freeArea.width, LayoutLook.widest * context.typeScale)
      #expect(all.width > width * 0.75)
      #expect(all.height > context.freeArea.height * (count > 2 ? 0.7 : 0.4))
    }
  }

  private func context(
    of count: Int, on id: String, _ language: String
  ) throws -> ComposeContext {
    var sample = try #require(TemplateSample.all.first { $0.layout == HabitGrid.self })
    let names = ["Swimming", "Read ten pages before bed", "Meditation", "Spanish", "No sugar"]
    let days = (1...21).compactMap { Day(year: 2026, month: 5, day: $0) }
    sample.content = Content()
    sample.content[.habits] = names.prefix(count).map {
      ContentEntry(["name": .text($0), "days": .days(days)])
    }
    return try sample.context(
      on: DeviceCatalog.shipped.device(id), studio: Studio(), language: language)
  }
}
