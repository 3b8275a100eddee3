import CWallfarmPlugin
import PluginMessages
import SourceJSON
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Layers, contexts and measurements survive the round trip through messages.
@Suite(.tags(.seeded, .sanitized)) struct MessageTests {
  @Test func randomLayersComeBackAsTheyWere() throws {
    var random = SeededGenerator()
    for _ in 0..<300 {
      let layers = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        RandomScene.layer(&random, depth: 0)
      }
      var text = JSONText()
      text.layers(layers)
      let node = try JSONEntry(parsing: text.bytes)
      let reader = MessageReader()
      #expect(try reader.layers(node) == layers, "seed \(random.seed)")
    }
  }

  @Test func aContextComesBackAsItWas() throws {
    let context = ComposeContext(
      canvas: Size(width: 393, height: 852),
      freeArea: Rect(x: 0, y: 286, width: 393, height: 440.5),
      obstacles: [Obstacle(.clock, frame: Rect(x: 1, y: 2, width: 3, height: 4))], typeScale: 0.91,
      isTablet: true, isOnPhoto: true,
      content: Content(notes: [Note("Buy \"milk\"\n\u{1}\\"), Note("🌱", done: true)]),
      filmTime: 7.25, overflow: .shorten, direction: .rightToLeft, language: "ar",
      measurer: BoxMeasurer())
    var text = JSONText()
    text.context(context)
    let reader = MessageReader()
    let read = try reader.context(
      JSONEntry(parsing: text.bytes), measurer: BoxMeasurer(), codes: nil)
    var again = JSONText()
    again.context(read)
    #expect(again.bytes == text.bytes)
    #expect(read.notes == context.notes && read.obstacles == context.obstacles)
    #expect(!read.hasEmptyList && read.filmTime == 7.25 && read.isOnPhoto)
  }

  @Test func anEmptyListIsToldApartFromNone() throws {
    for hasEmptyList in [false, true] {
      let context = ComposeContext(
        canvas: Size(width: 393, height: 852),
        freeArea: Rect(x: 0, y: 286, width: 393, height: 440),
        content: Content(notes: hasEmptyList ? [] : nil), measurer: BoxMeasurer())
      var text = JSONText()
      text.context(context)
      let read = try MessageReader().context(
        JSONEntry(parsing: text.bytes), measurer: BoxMeasurer(), codes: nil)
      #expect(read.hasEmptyList == hasEmptyList)
      #expect(String(decoding: text.bytes, as: UTF8.self).contains("emptyList") == hasEmptyList)
    }
  }

  @Test func aMeasurementComesBackAsItWas() throws {
    let block = TextBlock(
      "A few words that wrap", style: TextStyle(family: "Inter", size: 20.25, color: .white))
    let measurement = BoxMeasurer().measure(block, width: 90)
    var text = JSONText()
    text.measurement(measurement)
    let reader = MessageReader()
    #expect(try reader.measurement(JSONEntry(parsing: text.bytes)) == measurement)
  }

  /// The fast parser for measurements gives the same results as the general JSON parser.
  @Test func measurementsAreReadTheSameByBothWays() throws {
    var random = SeededGenerator()
    func number() -> Double {
      let number = Double.random(in: -2000...2000, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: return number.rounded()
      case 1: return (number * 1024).rounded() / 1024
      case 2: return number * .random(in: 0...1e-9, using: &random)
      default: return number
      }
    }
    func rect() -> Rect { Rect(x: number(), y: number(), width: number(), height: number()) }
    for _ in 0..<500 {
      let measurements = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        TextMeasurement(
          size: Size(width: number(), height: number()), ink: rect(),
          lines: (0..<Int.random(in: 0...3, using: &random)).map { line in
            TextLine(frame: rect(), ink: rect(), baseline: abs(number()), range: line..<line + 4)
          }, direction: .rightToLeft, isClipped: Bool.random(using: &random))
      }
      let text = JSONText.measured(measurements)
      #expect(WrittenMeasurements.read(text) == measurements, "seed \(random.seed)")
      let node = try JSONEntry(parsing: text)
      #expect(try MessageReader().measurements(node) == measurements, "seed \(random.seed)")
      let cut = Int.random(in: 1..<text.count, using: &random)
      // Truncated or extended input is rejected.
      #expect(WrittenMeasurements.read(Array(text.dropLast(cut))) == nil)
      #expect(WrittenMeasurements.read(text + Array(" ".utf8)) == nil)
    }
  }

  /// The fast parser accepts only JSON numbers, although C library functions accept more.
  @Test(arguments: [
    "04.5", "-04", "4.", "4.e1", "123456789012345678.", ".5", "-", "+4", "0x10", "1e", "1e+", "inf",
    "nan", "1e999", "4 ", " 4", "00",
  ])
  func whatIsNoNumberIsNotRead(_ number: String) {
    #expect(WrittenMeasurements.read(Self.measured(width: number)) == nil)
  }

  @Test(arguments: [
    ("0", 0), ("-0.5", -0.5), ("1e2", 100), ("2.5E-1", 0.25),
    ("123456789012345678.5e-1", 1.2345678901234568e16),
    ("0.1000000000000000055511151231257827", 0.1),
  ])
  func numbersAreReadAsTheyAreWritten(_ number: String, _ value: Double) {
    #expect(WrittenMeasurements.read(Self.measured(width: number))?.first?.size.width == value)
  }

  private static func measured(width: String) -> [UInt8] {
    let rect = #"{"x":0,"y":0,"width":1,"height":2}"#
    return Array(
      (#"{"type":"measured","texts":[{"size":{"width":\#(width),"height":2},"ink":\#(rect),"#
        + #""lines":[],"direction":"ltr","isClipped":false}]}"#).utf8)
  }

  /// An answer, the position of its error, and a part of the error message.
  @Test(arguments: [
    (#"{}"#, "", "needs the key 'layers'"),
    (#"{"layers": 3}"#, "layers", "is a number, expected a list"),
    (#"{"layers": [{"name": "a"}]}"#, "layers[0]", "needs exactly one of"),
    (##"{"layers": [{"name": "a", "fill": "#fff", "text": {}}]}"##, "layers[0]", "but has 2"),
    (##"{"layers": [{"name": "a", "fil": "#fff"}]}"##, "layers[0]", "the unknown key 'fil'"),
    (#"{"layers": [{"name": "a", "fill": "mauve-ish"}]}"#, "layers[0].fill", "is not a color"),
    (
      ##"{"layers": [{"name": "a", "role": {"note": 0}, "fill": "#fff"}]}"##,
      "layers[0].role.note", "is 0.0, expected a whole number from 1"
    ),
    (
      ##"{"layers": [{"name": "a", "role": {"part": "text"}, "fill": "#fff"}]}"##, "layers[0].role",
      "needs the key 'note'"
    ),
    (
      ##"{"layers": [{"name": "a", "role": {"note": 1, "part": "a..b"}, "fill": "#fff"}]}"##,
      "layers[0].role.part", "must consist of words that contain only the letters a–z"
    ),
    (
      ##"{"layers": [{"name": "a", "role": {"note": 1, "part": "Line2"}, "fill": "#fff"}]}"##,
      "layers[0].role.part", "must consist of words that contain only the letters a–z"
    ),
    (
      #"{"layers": [{"name": "a", "group": {"layers": [{"name": "b", "shape": {"shape": {"ellipse": {"x": 0, "y": 0, "width": "1"}}}}]}}]}"#,
      "layers[0].group.layers[0].shape.shape.ellipse.width", "is a string, expected a number"
    ),
    (
      #"{"layers": [], "notes": [{"number": 4, "lines": 1, "frame": {"x": 0, "y": 0, "width": 1, "height": 1}}]}"#,
      "notes[0].number", "is 4.0, expected a whole number from 1 to 3"
    ),
    (
      #"{"layers": [], "warnings": [{"code": "oops", "message": "a"}]}"#, "warnings[0].code",
      "is not one of"
    ),
  ])
  func aMistakeIsToldWithItsPath(_ json: String, _ path: String, _ what: String) throws {
    let reader = MessageReader()
    let mistake = #expect(throws: MessageMistake.self) {
      _ = try reader.arrangement(JSONEntry(parsing: Array(json.utf8)), notes: 3)
    }
    #expect(mistake?.path == path)
    #expect(mistake?.what.contains(what) == true, "\(mistake?.what ?? "")")
  }

  /// Found by fuzzing: escaping invisible characters made a sentence longer than the limit.
  @Test func aSentenceIsReadAgainAsItWasRead() throws {
    func read(_ bytes: [UInt8]) throws(MessageMistake) -> Arrangement {
      let reader = MessageReader()
      guard let node = try? JSONEntry(parsing: bytes) else { return Arrangement(layers: []) }
      return try reader.arrangement(node, notes: 1)
    }
    func answer(_ hint: String) -> [UInt8] {
      let warning = #"{"code": "notes-hidden", "message": "a", "hint": "\#(hint)"}"#
      return Array(#"{"layers": [], "warnings": [\#(warning)]}"#.utf8)
    }
    let first = try read(answer("w" + String(repeating: "\u{7F}", count: 100)))
    #expect(first.warnings.first?.hint?.count == 101)
    var text = JSONText()
    text.arrangement(first)
    #expect(try read(text.bytes) == first)
    // Only the first variation selector has an effect; the others are invisible and therefore
    // escaped.
    let hidden = "w" + String(repeating: "\u{FE0F}", count: 200)
    let mistake = #expect(throws: MessageMistake.self) { _ = try read(answer(hidden)) }
    #expect(mistake?.what.contains("characters after escaping; the maximum is 500") == true)
  }

  /// Error messages never quote text from a plugin's answer, because the text may be private.
  @Test func aMistakeNeverRepeatsAText() throws {
    let reader = MessageReader()
    let mistake = #expect(throws: MessageMistake.self) {
      _ = try reader.arrangement(
        JSONEntry(parsing: Array(#"{"layers": [{"name": "a", "fill": "Call Ana"}]}"#.utf8)),
        notes: 1)
    }
    #expect(mistake?.what.contains("Ana") == false)
  }
}

/// Layers of every kind with random numbers.
enum RandomScene {
  static func layer(_ random: inout SeededGenerator, depth: Int) -> Layer {
    let content: Layer.Content =
      switch Int.random(in: 0...(depth < 3 ? 4 : 3), using: &random) {
      case 0: .fill(paint(&random))
      case 1:
        .shape(
          ShapeContent(
            shape(&random), fill: Bool.random(using: &random) ? paint(&random) : nil,
            stroke: Bool.random(using: &random)
              ? Stroke(color: color(&random), width: number(&random), dash: [1, 2.5]) : nil,
            shadow: shadow(&random)))
      case 2:
        .text(
          TextContent(
            TextBlock(
              spans: [
                TextSpan("Größe \"\\\n\u{7}😀"),
                TextSpan("x", color: color(&random), weight: 700, scale: 0.5, strikethrough: true),
              ],
              style: TextStyle(
                family: "Inter", size: number(&random), weight: 300, italic: true,
                color: color(&random), letterSpacing: -0.02, lineGap: 0.1, features: "tnum=1",
                strikethrough: Bool.random(using: &random)), alignment: .end,
              direction: .rightToLeft, language: "ar", lineLimit: 3), frame: rect(&random),
            shadow: shadow(&random)))
      case 3:
        .image(
          ImageContent(
            file: "a b.png", frame: rect(&random), fit: .contain, focus: UnitPoint(x: 0.2, y: 1),
            zoom: 1.5, blur: number(&random), saturation: 0,
            cells: Bool.random(using: &random) ? 12 : 0,
            blend: ImageContent.Blend.allCases.randomElement(using: &random) ?? .normal,
            mask: [.none, .circle, .rounded(radius: 2.5)].randomElement(using: &random) ?? .none,
            tint: Bool.random(using: &random) ? color(&random) : nil,
            tile: Bool.random(using: &random) ? 33.5 : 0))
      default:
        .group(
          GroupContent(
            (0..<2).map { _ in layer(&random, depth: depth + 1) },
            clip: Bool.random(using: &random) ? shape(&random) : nil))
      }
    let role: LayerRole? =
      switch Int.random(in: 0..<3, using: &random) {
      case 0: nil
      case 1: LayerRole(note: Int.random(in: 1...500, using: &random))
      default: LayerRole(note: 1, part: "number.badge")
      }
    return Layer(
      "layer.\(depth)", opacity: Double.random(in: 0...1, using: &random), role: role, content)
  }

  private static func number(_ random: inout SeededGenerator) -> Double {
    Bool.random(using: &random)
      ? Double(Int.random(in: -500...500, using: &random))
      : Double.random(in: -1e6...1e6, using: &random)
  }

  private static func point(_ random: inout SeededGenerator) -> Point {
    Point(x: number(&random), y: number(&random))
  }

  private static func rect(_ random: inout SeededGenerator) -> Rect {
    Rect(origin: point(&random), size: Size(width: number(&random), height: number(&random)))
  }

  private static func color(_ random: inout SeededGenerator) -> Color {
    func channel(_ random: inout SeededGenerator) -> UInt8 { .random(in: 0...255, using: &random) }
    return Color(
      red: channel(&random), green: channel(&random), blue: channel(&random),
      alpha: channel(&random))
  }

  private static func shadow(_ random: inout SeededGenerator) -> Shadow? {
    Bool.random(using: &random)
      ? Shadow(color: color(&random), blur: number(&random), dx: 1, dy: number(&random)) : nil
  }

  private static func paint(_ random: inout SeededGenerator) -> Paint {
    let stops = [GradientStop(0, color(&random)), GradientStop(0.25, color(&random))]
    return switch Int.random(in: 0...2, using: &random) {
    case 0: .color(color(&random))
    case 1: .linear(LinearGradient(start: point(&random), end: point(&random), stops: stops))
    default:
      .radial(RadialGradient(center: point(&random), radius: number(&random), stops: stops))
    }
  }

  private static func shape(_ random: inout SeededGenerator) -> Shape {
    switch Int.random(in: 0...3, using: &random) {
    case 0: .rectangle(rect(&random))
    case 1: .rounded(rect(&random), radius: abs(number(&random)))
    case 2: .ellipse(rect(&random))
    default:
      .path([
        .move(point(&random)), .line(point(&random)),
        .curve(point(&random), point(&random), point(&random)), .close,
      ])
    }
  }
}

/// Content and extensions in messages to a plugin.
@Suite(.tags(.torture, .sanitized)) struct ContentMessageTests {
  private static func sent(_ content: Content) throws -> (text: String, read: ComposeContext) {
    let context = ComposeContext(
      canvas: Size(width: 393, height: 852), freeArea: Rect(x: 0, y: 286, width: 393, height: 440),
      content: content, measurer: BoxMeasurer())
    var text = JSONText()
    text.context(context)
    let read = try MessageReader().context(
      JSONEntry(parsing: text.bytes), measurer: BoxMeasurer(), codes: nil)
    return (String(decoding: text.bytes, as: UTF8.self), read)
  }

  @Test(arguments: ContentKind.allCases.filter { $0 != .notes })
  func entriesArriveAsTheyWere(_ kind: ContentKind) throws {
    var content = Content(notes: [Note("a", due: When("2026-12-01T09:40"), heading: "Home")])
    content[kind] = ContentExamples.entries(of: kind)
    #expect(try Self.sent(content).read.content == content)
    content[kind] = []
    #expect(try Self.sent(content).read.content == content)
  }

  /// The host inserts break opportunities into long words, so the text can exceed the maximum
  /// length for text in a file.
  @Test func aTextWithPlacesToBreakArrives() throws {
    var content = Content()
    content[.text] = [ContentEntry(["message": .text(String(repeating: "W\u{200B}", count: 4000))])]
    #expect(try Self.sent(content).read.content == content)
  }

  /// If the content consists only of notes, the message has no `content` member.
  @Test func notesAloneAreToldAsBefore() throws {
    let text = try Self.sent(Content(notes: [Note("a")])).text
    #expect(text.contains(#""notes":[{"text":"a","done":false}]"#))
    #expect(!text.contains(#""content""#))
  }

  @Test func theHostSaysWhatItKnows() throws {
    let text = try Self.sent(Content()).text
    #expect(text.contains(#""wallfarm.content/1""#))
    #expect(
      HostExtension.names == [
        WALLFARM_FIT, WALLFARM_CODES, WALLFARM_CONTENT, WALLFARM_TIME, WALLFARM_ROOM,
        WALLFARM_LINES, WALLFARM_CELLS, WALLFARM_FILM, WALLFARM_IMAGES,
      ])
  }
}
