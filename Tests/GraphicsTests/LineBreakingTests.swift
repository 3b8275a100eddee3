import Foundation
import Graphics
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Line breaking of whole paragraphs according to the typographic rules of each language.
///
/// Sources: Japanese, JLREQ 3.1.10 (numbers and their units) and phrases (文節); Thai, the Royal
/// Institute's rule that words are not divided; Korean, KLREQ 2.2 ("keep-all"); for other
/// languages, the positions at which typographers prevent breaks manually.
@Suite(.serialized, .tags(.torture)) struct LineBreakingTests {
  struct Sample: CustomTestStringConvertible, Sendable {
    let language: String
    let text: String
    /// The phrases that must not be broken if they fit on a line.
    let whole: [String]
    var testDescription: String { language }
  }

  static let samples = [
    Sample(
      language: "en", text: "Call Ana about the train at 9:40 am from platform 2",
      whole: ["9:40 am", "platform 2"]),
    Sample(
      language: "de", text: "Frau Weber um 9:40 Uhr an Gleis 2 abholen und nach Hause bringen",
      whole: ["Frau Weber", "9:40 Uhr", "Gleis 2", "nach Hause"]),
    Sample(
      language: "fi", text: "Soita Annalle lauantaina klo 9.40 ja osta 2 kg perunoita",
      whole: ["klo 9.40", "2 kg"]),
    Sample(
      language: "ja", text: "明日の朝9時40分に田中さんと東京駅で会って資料を渡す",
      whole: ["9時40分", "田中さんと", "東京駅で", "明日の", "資料を"]),
    Sample(
      language: "th", text: "ไปรับลูกที่โรงเรียนวันเสาร์เวลา 9:40 น. แล้วซื้อขนมปัง",
      whole: ["โรงเรียน", "วันเสาร์", "9:40 น.", "ขนมปัง"]),
    Sample(
      language: "ar", text: "اتصل بـ Ana Schmidt قبل القطار 9:40 من رصيف 2",
      whole: ["رصيف 2"]),
    Sample(
      language: "he", text: "להתקשר לאנה לפני הרכבת של 9:40 מרציף 2", whole: ["מרציף 2"]),
    Sample(
      language: "hi", text: "कल सुबह 9 बजे डॉक्टर से मिलना और 2 किलो आलू खरीदना",
      whole: ["9 बजे", "2 किलो"]),
    Sample(
      language: "ko", text: "내일 아침 9시 40분에 김민수 씨를 만나서 자료를 전달하기",
      whole: ["9시 40분에", "김민수 씨를", "만나서", "전달하기"]),
  ]

  private func engine() throws -> TextEngine {
    let folder = Workspace.root + "/Fonts"
    let names = try #require(Tool.output(of: "ls", [folder + "/hyphens"]))
    return try FontContext(
      folder: folder, cache: folder + "/cache",
      hyphens: names.split(separator: "\n").map(String.init),
      digest: "test"
    )
    .textEngine(scale: Scale(x: 3, y: 3))
  }

  private func block(_ text: String, _ breaking: LineBreaking?, _ language: String) -> TextBlock {
    TextBlock(
      text, style: TextStyle(family: "Inter", size: 30, weight: 600, color: .white),
      language: language, breaking: breaking)
  }

  private func lines(_ text: String, _ measured: TextMeasurement) -> [String] {
    measured.lines.map { line in
      String(decoding: Array(text.utf8)[line.range], as: UTF8.self)
        .trimmingCharacters(in: .whitespaces)
    }
  }

  /// Outside `make torture`, only every third width is tested.
  @Test(arguments: samples)
  func whatBelongsTogetherStaysTogether(_ sample: Sample) throws {
    let engine = try engine()
    var wrapped = 0
    for width in stride(from: 150.0, through: 620, by: Torture.isOn ? 7 : 21) {
      let together = try engine.measure(
        block(sample.text, .together, sample.language), width: width)
      let even = try engine.measure(block(sample.text, .even, sample.language), width: width)
      #expect(together.lines.count == even.lines.count, "\(sample.language) at \(width)")
      #expect(even.size.width <= width + 0.01, "\(sample.language) at \(width)")
      // The lines contain all text exactly once.
      #expect(
        lines(sample.text, even).joined(separator: " ").filter { $0 != " " }
          == sample.text.filter { $0 != " " })
      guard even.lines.count > 1 else { continue }
      wrapped += 1
      for whole in sample.whole
      where try engine.measure(block(whole, nil, sample.language), width: nil).size.width <= width {
        for measured in [together, even] {
          let found = lines(sample.text, measured)
          #expect(found.contains { $0.contains(whole) }, "\(width): \(found) breaks \(whole)")
        }
      }
    }
    #expect(wrapped > (Torture.isOn ? 20 : 6))
  }

  /// The last line never consists of a single word if other breaks result in the same number of
  /// lines.
  @Test(arguments: samples.filter { !["ja", "th"].contains($0.language) })
  func noWordIsLonely(_ sample: Sample) throws {
    let engine = try engine()
    let words = sample.text.split(separator: " ").map(String.init)
    for width in stride(from: 230.0, through: 620, by: 11) {
      let even = try engine.measure(block(sample.text, .even, sample.language), width: width)
      guard even.lines.count > 1 else { continue }
      let found = lines(sample.text, even)
      if found.last?.contains(" ") == false, words.count > even.lines.count {
        #expect(
          try !mayEndInTwoWords(words, even.lines.count, width, sample, engine),
          "\(width): \(found)")
      }
    }
  }

  /// Returns whether the words fit on `count` lines without breaking a phrase and with at least two
  /// words on the last line.
  private func mayEndInTwoWords(
    _ words: [String], _ count: Int, _ width: Double, _ sample: Sample, _ engine: TextEngine
  ) throws -> Bool {
    func fits(_ range: Range<Int>) throws -> Bool {
      let text = words[range].joined(separator: " ")
      // Allow slightly less than the width, because the sum of the characters' widths differs from
      // the width of the line.
      return try engine.measure(block(text, nil, sample.language), width: nil).size.width
        <= width - 0.5
    }
    func isWhole(_ end: Int) -> Bool {
      !sample.whole.contains { whole in
        let parts = whole.split(separator: " ").map(String.init)
        return (1..<max(1, parts.count)).contains { cut in
          end >= cut && end + parts.count - cut <= words.count
            && Array(words[end - cut..<end + parts.count - cut]) == parts
        }
      }
    }
    func search(_ start: Int, _ left: Int) throws -> Bool {
      if left == 1 { return try words.count - start >= 2 && fits(start..<words.count) }
      for end in (start + 1)..<max(start + 1, words.count) where isWhole(end) {
        guard try fits(start..<end) else { return false }
        if try search(end, left - 1) { return true }
      }
      return false
    }
    return try search(0, count)
  }

  /// Two clauses are on separate lines whenever each fits on one line, even if other breaks would
  /// make the lines more even.
  @Test(arguments: [
    ("en", "Call Ana, ", "the train is late"), ("he", "מתי באים? ", "ומה להביא לארוחה?"),
    ("ko", "우유를 사고, ", "빵도 잊지 말고 사 오기"), ("zh-CN", "千里之行，", "始于足下。"),
    ("th", "ความพยายามอยู่ที่ไหน ", "ความสำเร็จอยู่ที่นั่น"),
  ])
  func linesEndWithClauses(_ language: String, _ first: String, _ second: String) throws {
    let engine = try engine()
    let text = first + second
    func width(_ text: String) throws -> Double {
      try engine.measure(block(text, nil, language), width: nil).size.width
    }
    let least = try max(width(first.trimmingCharacters(in: .whitespaces)), width(second))
    for width in stride(from: least * 1.03, to: try width(text) * 0.98, by: 7) {
      let found = lines(text, try engine.measure(block(text, .even, language), width: width))
      #expect(
        found == [first, second].map { $0.trimmingCharacters(in: .whitespaces) },
        "\(width): \(found)")
    }
  }

  /// Compares the result with every possible way to break a short paragraph into the same number of
  /// lines.
  @Test func linesAreAsEvenAsTheyCanBe() throws {
    let engine = try engine()
    let text = "Return the library books before they close for the long summer"
    let words = text.split(separator: " ").map(String.init)
    var improved = 0
    for width in stride(from: 300.0, through: 700, by: 9) {
      let even = try engine.measure(block(text, .even, "en"), width: width)
      let greedy = try engine.measure(block(text, nil, "en"), width: width)
      guard (2...4).contains(even.lines.count) else { continue }
      func slack(_ widths: [Double]) -> Double {
        // The last line counts with a weight of 0.7.
        widths.enumerated().reduce(0) { sum, line in
          let share = line.offset == widths.count - 1 ? 0.7 : 1
          return sum + share * (1 - line.element / width) * (1 - line.element / width)
        }
      }
      var best = Double.infinity
      func search(_ start: Int, _ widths: [Double]) throws {
        if start == words.count {
          if widths.count == even.lines.count { best = min(best, slack(widths)) }
          return
        }
        guard widths.count < even.lines.count else { return }
        for end in (start + 1)...words.count {
          let line = words[start..<end].joined(separator: " ")
          let length = try engine.measure(block(line, nil, "en"), width: nil).size.width
          guard length <= width - 0.1 else { return }
          // Skip breaks that leave a single word on the last line, because that is worse than any
          // unevenness here.
          if end == words.count, end - start == 1 { continue }
          try search(end, widths + [length])
        }
      }
      try search(0, [])
      let found = slack(even.lines.map(\.frame.width))
      #expect(found <= best + 0.02, "\(width): \(lines(text, even))")
      if slack(greedy.lines.map(\.frame.width)) > found + 0.02 { improved += 1 }
    }
    #expect(improved > 10)
  }

  /// Words with all permitted division points, according to Duden, D 169, and Kotus; at least three
  /// letters are on each side.
  @Test(arguments: [
    (
      "de", "Die Donau-dampf-schiff-fahrts-ge-sell-schaft („Rechts-schutz-ver-si-che-rung“) anrufen"
    ),
    ("de", "ÄRZTEHAUS-GRUND-STÜCKS-VER-KEHRS-GE-NEH-MI-GUNG"),
    ("fi", "Varaa ham-mas-lää-kä-ri-käynti ja polt-to-ai-ne-nes-tettä"),
  ])
  func wordsThatAreTooLongAreDivided(_ language: String, _ marked: String) throws {
    let engine = try engine()
    let text = marked.filter { $0 != "-" }
    var allowed: Set<Int> = []
    var bytes = 0
    for character in marked {
      if character == "-" { allowed.insert(bytes) } else { bytes += character.utf8.count }
    }
    var divided = 0
    for breaking in [LineBreaking.together, .even] {
      for width in stride(from: 200.0, through: 560, by: 7) {
        let measured = try engine.measure(block(text, breaking, language), width: width)
        let all = lines(text, measured).joined().filter { $0 != " " }
        #expect(all == text.filter { $0 != " " })
        for line in measured.lines where line.isHyphenated {
          divided += 1
          #expect(
            allowed.contains(line.range.upperBound), "\(width): \(lines(text, measured))")
        }
        // Check only wide lines, because if not even a part of a word fits on a line, the word is
        // broken anywhere.
        for line in measured.lines.dropLast() where width > 330 {
          let last = Array(text.utf8)[line.range.upperBound - 1]
          #expect(line.isHyphenated || last == 0x20, "\(width): \(lines(text, measured))")
        }
        #expect(measured.size.width <= width + 0.01)
      }
    }
    #expect(divided > 20)
  }

  @Test(arguments: [
    ("de", "hunter2Donaudampfschifffahrt@gesellschaft.example"),
    ("de", "geheimnis_schifffahrtsgesell"),
    ("th", "Donaudampfschifffahrtsgesellschaft"), ("de", "Schifffahrt7gesellschaft"),
  ])
  func codesAndUnknownLanguagesHaveNoHyphens(_ language: String, _ text: String) throws {
    let engine = try engine()
    for width in stride(from: 60.0, through: 500, by: 11) {
      let measured = try engine.measure(block(text, .even, language), width: width)
      #expect(!measured.lines.contains { $0.isHyphenated }, "\(lines(text, measured))")
    }
    // Greedy line breaking never hyphenates.
    let greedy = try engine.measure(
      block("Donaudampfschifffahrtsgesellschaft", nil, "de"), width: 300)
    #expect(greedy.lines.count > 1 && !greedy.lines.contains { $0.isHyphenated })
  }

  @Test func aSoftHyphenOfTheTextIsSaid() throws {
    let engine = try engine()
    let text = "Donau\u{AD}dampf"
    let measured = try engine.measure(block(text, nil, "en"), width: 130)
    #expect(measured.lines.map(\.isHyphenated) == [true, false])
    #expect(measured.lines.map(\.range) == [0..<7, 7..<12])
    // A soft hyphen at the end of a paragraph is invisible.
    let last = try engine.measure(block("Donau\u{AD}\nDampf\u{AD}", nil, "en"), width: 300)
    #expect(last.lines.map(\.isHyphenated) == [false, false])
  }

  /// Line ranges cover the whole text, even if a space has a combining mark and the next word is
  /// hyphenated.
  @Test func rangesAreThoseOfTheTextAlsoWithMarks() throws {
    let engine = try engine()
    let text = "a \u{301}b Donaudampfschifffahrtsgesellschaft \u{301}c"
    for width in stride(from: 150.0, through: 600, by: 13) {
      let measured = try engine.measure(block(text, .even, "de"), width: width)
      #expect(measured.lines.first?.range.lowerBound == 0)
      #expect(measured.lines.last?.range.upperBound == text.utf8.count)
      for (one, next) in zip(measured.lines, measured.lines.dropFirst()) {
        #expect(one.range.upperBound == next.range.lowerBound)
      }
    }
  }

  /// The default is still greedy line breaking.
  @Test func contractOneStaysGreedy() throws {
    let engine = try engine()
    let text = "Call Ana about Saturday"
    let greedy = try engine.measure(block(text, nil, "en"), width: 330)
    #expect(lines(text, greedy) == ["Call Ana about", "Saturday"])
    let even = try engine.measure(block(text, .even, "en"), width: 330)
    #expect(lines(text, even) == ["Call Ana", "about Saturday"])
  }

  /// If a word or phrase is wider than the line, it is broken by the default rules.
  @Test(arguments: [
    "Donaudampfschifffahrtsgesellschaft", "platform 2 Donaudampf", "東京都千代田区丸の内", "가나다라마바사아자차카타파하",
  ])
  func whatIsTooWideBreaks(_ text: String) throws {
    let engine = try engine()
    for width in stride(from: 35.0, through: 200, by: 13) {
      let even = try engine.measure(block(text, .even, "en"), width: width)
      #expect(even.size.width <= width + 0.01, "\(text) at \(width)")
      #expect(lines(text, even).joined().filter { $0 != " " } == text.filter { $0 != " " })
    }
  }
}
