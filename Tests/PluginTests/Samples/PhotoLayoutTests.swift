import BuiltInPlugins
import Designs
import Files
import Geography
import Languages
import SourceJSON
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Photos in rows, in tiles and on maps.
@Suite(.tags(.torture)) struct PhotoLayoutTests {
  /// For any number and shape of photos, the photos are inside the free area, are not too small and
  /// do not overlap.
  ///
  /// In a timeline, all photos have the same height.
  @Test(arguments: [PhotoTimeline.self, PhotoCollage.self] as [any LayoutPlugin.Type])
  func photosNeverTouch(_ layout: any LayoutPlugin.Type) throws {
    var random = SeededGenerator()
    let studio = try Studio()
    let devices = DeviceCatalog.appleScreens
    for round in 0..<(Torture.isOn ? 400 : 40) {
      let device = devices[round % devices.count]
      let count = Int.random(in: 1...30, using: &random)
      var sizes: [String: PixelSize] = [:]
      for index in 0..<count {
        let ratio = Double.random(in: 0.3...3, using: &random)
        sizes["\(index).jpg"] = PixelSize(width: Int(1000 * ratio), height: 1000)
      }
      let context = try Self.context(
        device, studio, count, sizes, language: round % 2 == 0 ? "en" : "ar")
      let arrangement = try layout.init(ParameterValues()).arrange(in: context)
      let frames = arrangement.layers.filter { $0.name.hasPrefix("photo.") }.compactMap(\.clip)
      let told = "\(count) on \(device.id), round \(round), seed \(random.seed)"
      #expect(!frames.isEmpty, "\(told)")
      #expect(
        frames.count == count || arrangement.warnings.map(\.code) == [.contentHidden], "\(told)")
      for (index, frame) in frames.enumerated() {
        #expect(context.freeArea.contains(frame, tolerance: 0.01), "\(told)")
        #expect(min(frame.width, frame.height) > 12 * device.typeScale, "\(told)")
        for other in frames[..<index] {
          #expect(
            frame.intersection(other).isEmpty || touch(frame, other) < 0.01, "\(told)")
        }
      }
      guard layout == PhotoTimeline.self else { continue }
      let heights = frames.map(\.height)
      #expect((heights.max() ?? 0) - (heights.min() ?? 0) < 0.01, "\(told)")
    }
  }

  private func touch(_ one: Rect, _ other: Rect) -> Double {
    let shared = one.intersection(other)
    return min(shared.width, shared.height)
  }

  /// For photos with common shapes, less than 26% of a photo is cropped on average in a collage,
  /// and less than 34% in a timeline.
  @Test func littleIsCutAway() throws {
    let studio = try Studio()
    let device = try DeviceCatalog.shipped.device("iphone15")
    let shapes = [PixelSize(width: 4032, height: 3024), PixelSize(width: 3024, height: 4032)]
    for count in 1...12 {
      let sizes = Dictionary(
        uniqueKeysWithValues: (0..<count).map { ("\($0).jpg", shapes[$0 % 2]) })
      let context = try Self.context(device, studio, count, sizes)
      for layout in [PhotoTimeline.self, PhotoCollage.self] as [any LayoutPlugin.Type] {
        let layers = try layout.init(ParameterValues()).arrange(in: context).layers
        let seen = layers.filter { $0.name.hasPrefix("photo.") }.compactMap(\.clip).enumerated()
          .map { index, frame in
            let ratio = Double(shapes[index % 2].width) / Double(shapes[index % 2].height)
            let own = frame.width / frame.height
            return min(own / ratio, ratio / own)
          }
        #expect(
          seen.reduce(0, +) / Double(seen.count) > (layout == PhotoCollage.self ? 0.74 : 0.66),
          "\(count) in \(layout.id): \(seen)")
      }
    }
  }

  /// A picture is cropped around its point of interest.
  @Test func whatMattersStays() throws {
    let device = try DeviceCatalog.shipped.device("iphone15")
    let context = try Self.context(
      device, Studio(), 1, [:], more: ["focus-x": .number(0.9), "focus-y": .number(0.2)])
    for layout in [PhotoTimeline.self, PhotoCollage.self] as [any LayoutPlugin.Type] {
      let layers = try layout.init(ParameterValues()).arrange(in: context).layers
      let image = try #require(layers.flatMap(\.pictures).first)
      #expect(image.focus == UnitPoint(x: 0.9, y: 0.2))
    }
  }

  /// If no language is set, rows of photos start on the same side as their captions.
  @Test(arguments: [("Lisbon", TextDirection.leftToRight), ("لشبونة", .rightToLeft)])
  func captionsAndPhotosBeginAtOneSide(_ place: String, _ direction: TextDirection) throws {
    let device = try DeviceCatalog.shipped.device("iphone15")
    let context = try Self.context(
      device, Studio(), 6, [:], language: nil, more: ["place": .text(place)])
    let layers = try PhotoTimeline(ParameterValues()).arrange(in: context).layers
    let captions = layers.flatMap(\.allTexts).map(\.content.block.direction)
    #expect(!captions.isEmpty && captions.allSatisfy { $0 == direction })
    let frames = layers.filter { $0.name.hasPrefix("photo.") }.compactMap(\.clip)
    let row = frames.prefix { $0.y == frames[0].y }
    try #require(row.count > 1)
    #expect((row[0].x < row[1].x) == (direction == .leftToRight))
  }

  /// Place names move to separate lines or are shortened, so that the dates in captions are never
  /// truncated.
  @Test(arguments: ["iphonese3", "iphone15", "ipadpro13"], ["Pier", "Derwentwater, Cumbria"])
  func daysAreNeverCut(on id: String, _ place: String) throws {
    let device = try DeviceCatalog.shipped.device(id)
    let entries = try (0..<6).map { index in
      [
        "file": ContentValue.text("\(index).jpg"),
        "date": .when(try #require(When("2025-0\(index + 1)-10"))),
        "place": .text("\(place) \(index)"),
      ]
    }
    let context = try Self.context(device, Studio(), entries: entries, language: "de")
    let shown = try PhotoTimeline(ParameterValues()).arrange(in: context)
    #expect(shown.layers.filter { $0.name.hasPrefix("photo.") }.count == 6)
    let captions = shown.texts.filter { $0.name.hasPrefix("caption.") }
    #expect(captions.contains { $0.content.block.text.contains("2025") })
    for (name, text) in captions where text.block.text.contains("2025") {
      let measured = try context.measurer.measure(text.block, width: text.frame.width)
      #expect(!measured.isClipped && measured.lines.count == 1, "\(name)")
    }
  }

  /// The title contains the given text or, if there is none, the most frequent place, and the first
  /// and the last day.
  @Test func aTitleSaysPlaceAndDays() throws {
    let device = try DeviceCatalog.shipped.device("iphone15")
    let context = try Self.context(device, Studio(), 5, [:], more: ["place": .text("Lisbon")])
    let texts = try PhotoCollage(ParameterValues()).arrange(in: context).layers
      .flatMap(\.allTexts).map(\.content.block.text)
    #expect(texts.first == "Lisbon")
    // ICU inserts thin spaces around the dash.
    #expect(texts.last?.filter { !$0.isWhitespace } == "July10–14,2025")
  }

  /// Photos without a location are omitted from a map; a map without any location is an error.
  @Test func aMapNeedsPlaces() throws {
    let device = try DeviceCatalog.shipped.device("iphone15")
    let context = try Self.context(device, Studio(), 3, [:])
    let error = #expect(throws: RenderError.self) {
      try TripMap(ParameterValues()).arrange(in: context)
    }
    #expect(error?.code == .noContent)
  }

  /// A line between two places is drawn only once, and places that share a dot are not connected by
  /// a line.
  @Test func aWayIsDrawnOnce() throws {
    let device = try DeviceCatalog.shipped.device("iphone15")
    func ways(_ places: [(Double, Double)]) throws -> Int {
      let content = places.map { place in
        ["latitude": ContentValue.number(place.0), "longitude": .number(place.1)]
      }
      let context = try Self.context(device, Studio(), entries: content)
      let layers = try TripMap(ParameterValues()).arrange(in: context).layers
      guard case .shape(let route)? = layers.first(where: { $0.name == "route" })?.content,
        case .path(let path) = route.shape
      else { return 0 }
      return path.count { if case .move = $0 { true } else { false } }
    }
    #expect(try ways([(60, 10), (64, 20)]) == 1)
    #expect(try ways([(60, 10), (64, 20), (60, 10), (64, 20)]) == 1)
    #expect(try ways([(60, 10), (64, 20), (61, 25)]) == 2)
    #expect(try ways([(60, 10), (60.01, 10.03), (64, 20)]) == 1)
    #expect(try ways([(60, 10)]) == 0)
  }

  /// A memory shows landscape and square photos completely, but crops a panorama.
  @Test(arguments: [("0.jpg", 4032.0 / 3024), ("2.jpg", 1), ("3.jpg", 1.6)])
  func aMemoryKeepsTheRatioOfItsPhoto(_ file: String, _ ratio: Double) throws {
    let shown = try TemplateSample.arrangement(
      of: MemoryPhoto.self, .photos, [["file": .text(file)]])
    let frame = try #require(shown.layers.first { $0.name == "photo" }?.clip)
    #expect(abs(frame.width / frame.height - ratio) < 0.01)
  }

  /// Place names are next to their dots, do not cover dots or other names, and do not extend beyond
  /// the free area.
  ///
  /// A failure prints the seed; WALLFARM_SEED sets another seed.
  @Test(arguments: ["iphonese3", "ipadpro13"], ["en", "ar"])
  func namesOfPlacesCoverNothing(on id: String, _ language: String) throws {
    let device = try DeviceCatalog.shipped.device(id)
    let studio = try Studio()
    let seed = SeededGenerator.standardSeed
    var generator = SeededGenerator(seed: seed)
    for count in [1, 2, 7, 30] {
      let entries = (0..<count).map { index -> [String: ContentValue] in
        [
          "latitude": .number(Double.random(in: 63.5...66, using: &generator)),
          "longitude": .number(Double.random(in: -23 ... -15, using: &generator)),
          "place": .text(["Vík", "Seyðisfjörður", "The bay of the two brothers"][index % 3]),
        ]
      }
      let context = try Self.context(device, studio, entries: entries, language: language)
      // Routes between many places leave no space for names, so routes are drawn only for one or
      // two places.
      let values = ParameterValues(["route": .bool(count <= 2)])
      let shown = try TripMap(values).arrange(in: context)
      let dots = try #require(shown.outline("places"))
      guard case .path(let path) = dots else { throw RenderError(.invalidParameter, "no dots") }
      let marks = path.split(separator: .close).map { Shape.path(Array($0)).bounds }
      let names = shown.texts.filter { $0.name.hasPrefix("name.") }
      let frames = names.map(\.content.frame)
      #expect(frames.count >= min(count, 3), "seed \(seed)")
      for (index, frame) in frames.enumerated() {
        #expect(context.freeArea.contains(frame), "seed \(seed), \(frame)")
        for other in marks + frames.dropFirst(index + 1) {
          #expect(frame.intersection(other).isEmpty, "seed \(seed), \(frame) and \(other)")
        }
      }
    }
  }

  /// Different coastlines produce different pictures, so a change of the coastlines requires a new
  /// version of the layout.
  ///
  /// If this test fails after `scripts/coast-data`, raise the version of `TripMap` and update the
  /// digest here.
  @Test func coastsBelongToAVersion() throws {
    #expect(TripMap.version == 2)
    let digest = try FileDigest.sha256(ofFile: Workspace.installation.coasts)
    #expect(digest.hasPrefix("4437ed75e91c0a4e"))
  }

  private static func context(
    _ device: Device, _ studio: Studio, _ count: Int, _ sizes: [String: PixelSize],
    language: String? = "en", more: [String: ContentValue] = [:]
  ) throws -> ComposeContext {
    let entries = try (0..<count).map { index in
      let day = try #require(When("2025-07-\(10 + index % 20)"))
      return ["file": ContentValue.text("\(index).jpg"), "date": .when(day)]
        .merging(more) { $1 }
    }
    return try context(device, studio, entries: entries, sizes, language: language)
  }

  private static func context(
    _ device: Device, _ studio: Studio, entries: [[String: ContentValue]],
    _ sizes: [String: PixelSize] = [:], language: String? = "en"
  ) throws -> ComposeContext {
    let plain = studio.context(on: device, notes: [])
    var content = Content()
    content[.photos] = entries.map { ContentEntry($0) }
    return ComposeContext(
      canvas: plain.canvas, freeArea: plain.freeArea, typeScale: plain.typeScale,
      isTablet: plain.isTablet, content: content, words: ICUWords(language ?? "en"),
      language: language,
      measurer: studio.engine(for: device),
      maps: WorldMap(file: Workspace.installation.coasts), photoSizes: sizes)
  }
}

extension Layer {
  fileprivate var clip: Rect? {
    if case .group(let group) = content { group.clip?.bounds } else { nil }
  }

  fileprivate var pictures: [ImageContent] {
    switch content {
    case .image(let image): [image]
    case .group(let group): group.layers.flatMap(\.pictures)
    default: []
    }
  }
}
