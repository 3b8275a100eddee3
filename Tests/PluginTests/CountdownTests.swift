import BuiltInPlugins
import Designs
import Graphics
import Languages
import SourceJSON
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// On every screen, all dates are inside the free area, no date is lost, and the dates stay in
/// order.
@Suite(.tags(.torture)) struct CountdownTests {
  private static let zone = Zone.utc

  private static func context(
    on device: Device, _ dates: [(String, String)], now: String = "2026-11-23",
    language: String? = nil, overflow: OverflowPolicy = .more, studio given: Studio? = nil
  ) throws -> ComposeContext {
    let studio = try given ?? Studio()
    let plain = studio.context(on: device, notes: [])
    var content = Content()
    content[.dates] = try dates.map { title, date in
      ContentEntry(["title": .text(title), "date": .when(try #require(When(date)))])
    }
    let day = try #require(Day(now))
    return ComposeContext(
      canvas: plain.canvas, freeArea: plain.freeArea, typeScale: plain.typeScale,
      isTablet: plain.isTablet, content: content, now: Now(Self.zone.start(of: day), in: Self.zone),
      words: ICUWords(language), overflow: overflow, language: language,
      measurer: studio.engine(for: device))
  }

  private static func texts(_ arrangement: Arrangement) -> [String] {
    arrangement.layers.flatMap(\.allTexts).map { $0.content.block.text }
  }

  /// Outside torture mode, each screen is tested with only one of the lists, in rotation.
  @Test(arguments: DeviceCatalog.appleScreens)
  func everythingStandsInTheFreeArea(on device: Device) throws {
    let lists: [[(String, String)]] = [
      [("x", "2026-12-24")],
      [("Donaudampfschifffahrtsgesellschaft", "2035-01-01"), ("عيد الفطر", "2026-11-25")],
      (1...12).map {
        ("A date with a long title that goes on, number \($0)", "2027-01-\($0 + 10)")
      },
    ]
    let studio = try Studio()
    let number = try #require(DeviceCatalog.appleScreens.firstIndex(of: device))
    for (index, dates) in lists.enumerated() where Torture.isOn || index == number % lists.count {
      let context = try Self.context(on: device, dates, studio: studio)
      var values = ParameterValues()
      values.set("most", to: 12)
      let arrangement = try Countdown(values).arrange(in: context)
      for layer in arrangement.layers.flatMap(\.allTexts) {
        let ink = try context.measurer.measure(
          layer.content.block, width: layer.content.frame.width
        ).ink
        let frame = layer.content.frame
        let drawn = Rect(
          x: frame.x + ink.x, y: frame.y + ink.y, width: ink.width, height: ink.height)
        #expect(context.freeArea.contains(drawn), "\(layer.name) \(drawn) \(context.freeArea)")
      }
      // Dates that do not fit are reported.
      let titles = arrangement.layers.filter { $0.name.hasSuffix(".title") }.count
      #expect((titles == dates.count) == arrangement.warnings.isEmpty)
    }
  }

  @Test func theNextDateIsTheLargeOne() throws {
    let device = try DeviceCatalog.shipped.device("iphone15")
    let dates = [
      ("later", "2027-02-28"), ("past", "2026-11-22"), ("next", "2026-12-24"),
      ("moment", "2027-01-01T00:30+01:00"),
    ]
    let shown = try Countdown(ParameterValues()).arrange(in: Self.context(on: device, dates))
    #expect(
      Self.texts(shown) == [
        "31", "days", "next", "Thursday, December 24", "moment", "38\u{A0}days", "later",
        "97\u{A0}days",
      ])
    var values = ParameterValues()
    values.set("past", to: "count-up")
    values.set("most", to: 1)
    let since = try Countdown(values).arrange(
      in: Self.context(on: device, [("past", "2026-11-22")]))
    #expect(Self.texts(since) == ["1", "day", "past", "Sunday, November 22"])
  }

  @Test(arguments: [
    ("en", "2026-11-23", ["Today", "x", "Monday, November 23"]),
    ("de", "2028-02-29", ["463", "Tage", "x", "29. Februar 2028"]),
    ("ar", "2026-11-25", ["يومان", "x", "الأربعاء، ٢٥ نوفمبر"]),
    ("ja", "2026-12-01", ["8", "日", "x", "12月1日火曜日"]),
  ])
  func wordsAreThoseOfTheLanguage(_ language: String, _ date: String, _ texts: [String]) throws {
    let device = try DeviceCatalog.shipped.device("iphone15")
    let context = try Self.context(on: device, [("x", date)], language: language)
    #expect(Self.texts(try Countdown(ParameterValues()).arrange(in: context)) == texts)
  }

  /// A time is shown in the time zone of the context, here UTC.
  @Test(arguments: [
    ("de", "2026-12-24T18:00", "Donnerstag, 24. Dezember um 18:00"),
    ("en-GB", "2026-12-24T18:00+01:00", "Thursday, 24 December at 17:00"),
    ("ja", "2027-01-01T00:30+09:00", "12月31日木曜日 15:30"),
  ])
  func theTimeOfADateIsShown(_ language: String, _ date: String, _ text: String) throws {
    let device = try DeviceCatalog.shipped.device("iphone15")
    let context = try Self.context(on: device, [("x", date)], language: language)
    #expect(Self.texts(try Countdown(ParameterValues()).arrange(in: context)).last == text)
  }

  /// All rows start on the side that the language or, without a language, the direction of most
  /// titles determines.
  ///
  /// Each title keeps its own direction.
  @Test(arguments: [
    ("he", ["פסח", "Flight to NYC", "יום הולדת", "iOS 19"], true),
    ("en", ["a", "عيد", "Latin"], false), (nil, ["a", "Latin", "عيد"], false),
    (nil, ["عيد", "عيد", "Latin"], true), (nil, ["عيد", "Latin"], true),
    ("ar", ["a", "b"], true),
  ])
  func rowsBeginAtOneSide(_ language: String?, _ titles: [String], _ isMirrored: Bool) throws {
    let device = try DeviceCatalog.shipped.device("iphone15")
    let dates = titles.enumerated().map { ($1, "2026-12-0\($0 + 1)") }
    let context = try Self.context(on: device, dates, language: language)
    let texts = try Countdown(ParameterValues()).arrange(in: context).layers.flatMap(\.allTexts)
    for (index, title) in titles.enumerated().dropFirst() {
      let name = "date.\(index + 1)"
      let words = try #require(texts.first { $0.name == "\(name).title" }).content
      let count = try #require(texts.first { $0.name == "\(name).count" }).content
      #expect(
        isMirrored ? count.frame.maxX < words.frame.x : words.frame.maxX < count.frame.x)
      let isReadFromRight = title.unicodeScalars.contains { $0.value > 0x500 }
      #expect(words.block.alignment == (isReadFromRight == isMirrored ? .start : .end))
      #expect(words.block.direction == .automatic)
    }
  }

  @Test func datesOfADayGoByMoments() throws {
    let device = try DeviceCatalog.shipped.device("iphone15")
    let dates = [
      ("late", "2026-12-24T18:00"), ("whole", "2026-12-24"), ("early", "2026-12-24T08:00Z"),
    ]
    let shown = try Countdown(ParameterValues()).arrange(in: Self.context(on: device, dates))
    let titles = shown.layers.flatMap(\.allTexts).filter { $0.name.hasSuffix(".title") }
    #expect(titles.map { $0.content.block.text } == ["whole", "early", "late"])
  }

  @Test func nothingAheadIsSaidAndStaysTrue() throws {
    let device = try DeviceCatalog.shipped.device("iphonese3")
    for dates in [[], [("past", "2020-01-01")]] {
      let shown = try Countdown(ParameterValues()).arrange(in: Self.context(on: device, dates))
      #expect(Self.texts(shown) == ["Nothing ahead"] && shown.expires == .never)
    }
  }

  @Test func whatMayNotBeLeftOutIsAnError() throws {
    let device = try DeviceCatalog.shipped.device("iphonese3")
    let long = String(repeating: "A title that goes on and on. ", count: 10)
    let dates = (1...4).map { (long, "2027-01-0\($0)") }
    let context = try Self.context(on: device, dates, overflow: .fail)
    let error = try #require(throws: RenderError.self) {
      try Countdown(ParameterValues()).arrange(in: context)
    }
    #expect(error.code == .textDoesNotFit)
  }
}
