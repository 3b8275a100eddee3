import BuiltInPlugins
import ContentSources
import Designs
import Geography
import Graphics
import Languages
import SourceJSON
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// A gallery layout with a little or a lot of content.
struct TemplateSample: Sendable, CustomTestStringConvertible {
  let testDescription: String
  var layout: any LayoutPlugin.Type
  var settings: [String: JSONValue]
  var content: Content

  static let now = "2026-05-21T09:41"

  /// Words of different lengths; some must be broken, and some do not fit.
  private static let words = [
    "Swim", "Donaudampfschifffahrtsgesellschaftskapitän", "قراءة الكتب", "毎朝の散歩と体操",
    "A name that goes on and on, as those of people who write a lot do",
  ]

  static let all: [TemplateSample] = [
    goals("one", 1), goals("several", 5),
    goals("a ring", 1, ["form": .string("ring")]), goals("rings", 3, ["form": .string("ring")]),
    goals("figures", 2, ["form": .string("figures")]),
    figures("one", 1), figures("four", 4), figures("twelve", 12),
    TemplateSample(
      "a quote", Quote.self, [:], .text,
      words.prefix(1).map { ["message": .text($0), "source": .text("Me")] }),
    TemplateSample(
      "a long quote", Quote.self, ["align": .string("center")], .text,
      [
        [
          "message": .text(Array(repeating: words[4], count: 12).joined(separator: ". ")),
          "source": .text(words[1]),
        ]
      ]),
    TemplateSample(
      "this month", MonthCalendar.self, [:], .dates,
      [["title": .text("x"), "date": when("2026-05-27")]]),
    TemplateSample(
      "a month of six weeks", MonthCalendar.self,
      ["ahead": .number(3), "week-numbers": .bool(true)], .dates, []),
    TemplateSample(
      "a year", YearDots.self, [:], .dates, [["title": .text("x"), "date": when("2026-08-01")]]),
    TemplateSample(
      "a life", YearDots.self, ["of": .string("life"), "born": .string("1988-03-02")], .dates, []),
    events("today", 3), events("a full day", 20),
    habits("one", 1), habits("four", 4),
    TemplateSample(
      "a memory", MemoryPhoto.self, [:], .photos,
      [["file": .text("beach.jpg"), "date": when("2021-05-21"), "place": .text(words[4])]]),
    places("a region", [(64.1, -21.9), (65.7, -18.1), (63.4, -19)]),
    places("one place", [(38.72, -9.14)]),
    places("a globe", [(52.5, 13.4), (-1.3, 36.8), (35.7, 139.7), (-33.9, 151.2)]),
    places("the date line", [(-17.8, 177.4), (-16.6, -179.9), (-13.8, -171.8)]),
    places("a pole", [(-77.8, 166.7), (-90, 0), (-64.8, -62.8)]),
    photos("one", 1, PhotoTimeline.self), photos("many", 40, PhotoTimeline.self),
    photos("one", 1, PhotoCollage.self), photos("six", 6, PhotoCollage.self),
    photos("many", 40, PhotoCollage.self),
    TemplateSample(
      "a card", FinderCard.self,
      ["name": .string(words[1]), "contacts": ["+49 30 1234567"], "code": "tel:+49301234567"],
      .text, []),
    TemplateSample(
      "an image", PictureLayout.self, ["file": "4.jpg", "place": "bottom"], .text, []),
    TemplateSample("tiles", PictureLayout.self, ["file": "4.jpg", "tile": .number(60)], .text, []),
    TemplateSample(
      "a step", StepCard.self, ["step": .number(2)], .steps,
      (1...9).map { _ in
        ["title": .text(words[4]), "body": .text(words[1]), "picture": .text("a.png")]
      }),
    TemplateSample(
      "a step with a tall picture", StepCard.self, [:], .steps,
      [["title": .text("Swim"), "body": .text(words[4]), "picture": .text("4.jpg")]]),
    TemplateSample(
      "a tip", Spotlight.self, [:], .tips,
      [
        [
          "title": .text(words[1]), "body": .text(words[4]),
          "target": .rect(Rect(x: 0.1, y: 0.4, width: 0.5, height: 0.1)),
        ]
      ]),
  ]

  private init(
    _ title: String, _ layout: any LayoutPlugin.Type, _ settings: [String: JSONValue],
    _ kind: ContentKind, _ entries: [[String: ContentValue]]
  ) {
    (testDescription, self.layout, self.settings) = ("\(layout.id): \(title)", layout, settings)
    var content = Content()
    content[kind] = entries.map { ContentEntry($0) }
    self.content = content
  }

  private static func goals(
    _ title: String, _ count: Int, _ settings: [String: JSONValue] = [:]
  ) -> TemplateSample {
    TemplateSample(
      title, GoalProgress.self, settings, .progress,
      (0..<count).map { index in
        [
          "value": .number(Double(index * 400)), "goal": .number(1000), "unit": .text("km"),
          "label": .text(words[index % words.count]),
          "marks": .numbers([1, 2, 250, 500, 990, 2000]),
        ]
      })
  }

  private static func figures(_ title: String, _ count: Int) -> TemplateSample {
    TemplateSample(
      title, Figures.self, [:], .figures,
      (0..<count).map { index in
        [
          "label": .text(words[index % words.count]), "value": .number(1234.56),
          "unit": .text("kWh"), "change": .number(-3),
        ]
      })
  }

  /// The sizes of the sample photos: landscape, portrait, square, a panorama, and one with the
  /// proportions of a phone.
  private static let photoSizes = [
    "0.jpg": (4032, 3024), "1.jpg": (3024, 4032), "2.jpg": (2000, 2000), "3.jpg": (9000, 1500),
    "4.jpg": (1179, 2556),
  ].mapValues { PixelSize(width: $0.0, height: $0.1) }

  private static func places(_ title: String, _ places: [(Double, Double)]) -> TemplateSample {
    TemplateSample(
      title, TripMap.self, [:], .photos,
      places.enumerated().map { index, place in
        [
          "latitude": .number(place.0), "longitude": .number(place.1),
          "date": when("2025-07-\(10 + index)"), "place": .text(words[index % words.count]),
        ]
      })
  }

  private static func photos(
    _ title: String, _ count: Int, _ layout: any LayoutPlugin.Type
  ) -> TemplateSample {
    TemplateSample(
      title, layout, [:], .photos,
      (0..<count).map { index in
        [
          "file": .text("\(index % 5).jpg"), "date": when("2025-07-\(10 + index / 2)"),
          "place": .text(words[index / 4 % words.count]),
        ]
      })
  }

  private static func events(_ title: String, _ count: Int) -> TemplateSample {
    TemplateSample(
      title, Agenda.self, ["most": .number(20)], .events,
      (0..<count).map { index in
        [
          "title": .text(words[index % words.count]),
          "place": .text(words[(index + 1) % words.count]),
          "start": when(
            index == 0 ? "2026-05-21" : "2026-05-21T\(index < 10 ? "0" : "")\(index):30"),
        ]
      })
  }

  private static func habits(_ title: String, _ count: Int) -> TemplateSample {
    let days = (1...20).compactMap { Day(year: 2026, month: 5, day: $0) }
    return TemplateSample(
      title, HabitGrid.self, [:], .habits,
      (0..<count).map { ["name": .text(words[$0 % words.count]), "days": .days(days)] })
  }

  /// Returns a time, or the text itself if it is not a valid time.
  ///
  /// An invalid time is detected when the entries are read.
  private static func when(_ text: String) -> ContentValue {
    When(text).map { .when($0) } ?? .text(text)
  }

  /// Returns the context for the layout on a screen.
  func context(
    on device: Device, measuredBy measurer: (any TextMeasurer)? = nil, studio: Studio,
    language: String? = nil, now: String = now, zone: Zone = .utc
  ) throws -> ComposeContext {
    let plain = studio.context(on: device, notes: [])
    let midnight = Now(zone.start(of: try #require(Day("2026-01-01"))), in: zone)
    let here = Now(midnight.moment(of: try #require(When(now))), in: zone)
    return ComposeContext(
      canvas: plain.canvas, freeArea: plain.freeArea, typeScale: plain.typeScale,
      isTablet: plain.isTablet, content: content, now: here, words: ICUWords(language),
      language: language, measurer: measurer ?? studio.engine(for: device), codes: QRCodes(),
      maps: WorldMap(file: Workspace.installation.coasts), photoSizes: Self.photoSizes)
  }

  func arrangement(in context: ComposeContext) throws -> Arrangement {
    try layout.init(ParameterValues(settings)).arrange(in: context)
  }

  /// Arranges a layout with the given entries of one kind on an iPhone 15.
  static func arrangement(
    of layout: any LayoutPlugin.Type, _ kind: ContentKind, _ entries: [[String: ContentValue]],
    settings: [String: JSONValue] = [:], now: String = now, language: String? = "en",
    zone: String = "UTC"
  ) throws -> Arrangement {
    let sample = TemplateSample("", layout, settings, kind, entries)
    let device = try DeviceCatalog.shipped.device("iphone15")
    return try sample.arrangement(
      in: sample.context(
        on: device, studio: Studio(), language: language, now: now,
        zone: ZoneFile.zone(zone, origin: .option("zone"))))
  }
}

extension Arrangement {
  /// Every text with the name of its layer.
  var texts: [(name: String, content: TextContent)] { layers.flatMap(\.allTexts) }

  /// Returns the outline of a layer, or `nil` if the layer does not exist.
  func outline(_ name: String) -> Shape? {
    guard case .shape(let shape)? = layers.first(where: { $0.name == name })?.content else {
      return nil
    }
    return shape.shape
  }

  /// Returns the number of closed subpaths of a layer's outline, or 0 if the layer does not exist.
  func pieces(_ name: String) -> Int {
    guard case .path(let path)? = outline(name) else { return 0 }
    return path.count { $0 == .close }
  }
}
