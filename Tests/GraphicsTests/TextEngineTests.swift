import Foundation
import Graphics
import Testing
import WallfarmPluginKit
import WallfarmTesting

@Suite(.serialized) struct TextEngineTests {
  private func engine(_ fonts: FontContext) -> TextEngine {
    fonts.textEngine(scale: Scale(x: 3, y: 3))
  }

  private func fonts() throws -> FontContext {
    let folder = Workspace.root + "/Fonts"
    return try FontContext(folder: folder, cache: folder + "/cache", digest: "test")
  }

  private func style(_ size: Double, family: String = "Inter") -> TextStyle {
    TextStyle(family: family, size: size, weight: 800, color: .white)
  }

  /// Every word has its own box, in reading order, regardless of where lines break.
  @Test(arguments: [
    ("One by one, it’s 10,000!", 5), ("  spaces   here ", 2), ("أهدافك أمام عينيك", 3),
    ("line\nbreak", 2), ("", 0), ("x", 1),
  ])
  func wordsHaveBoxes(_ text: String, _ count: Int) throws {
    let engine = try engine(fonts())
    for breaking in [nil, LineBreaking.even] {
      for width in [nil, 120.0] {
        let block = TextBlock(text, style: style(20), alignment: .center, breaking: breaking)
        let shaped = try engine.shape(block, width: width)
        let boxes = shaped.wordBoxes
        #expect(boxes.count == count, "\(boxes)")
        for (index, box) in boxes.enumerated() {
          #expect(box.width > 2 && box.height > 15)
          for other in boxes[..<index] {
            #expect(
              box.inset(by: Insets(horizontal: 0.1, vertical: 0.1)).intersection(other).isEmpty)
          }
        }
        guard let first = boxes.first else { continue }
        let all = boxes.dropFirst().reduce(first) { $0.union($1) }
        let ink = shaped.measurement.ink.inset(by: Insets(horizontal: 2, vertical: 2))
        #expect(all.contains(ink, tolerance: 0.5))
      }
    }
  }

  @Test func wordsWithoutSpacesHaveBoxesToo() throws {
    let engine = try engine(fonts())
    for (text, count) in [
      ("見えないものは、忘れてしまいます。", 2), ("「おばあちゃん」に電話", 2), ("日本", 1),
      ("だから、いつも見る場所へ。", 4),
    ] {
      let block = TextBlock(text, style: style(20), language: "ja")
      #expect(try engine.shape(block, width: nil).wordBoxes.count == count, "\(text)")
    }
  }

  /// Faded text equals the same text in a faded group as large as the canvas.
  ///
  /// The group for faded text is only as large as the text's ink, and it must not clip the ink.
  @Test(arguments: [
    "Buy milk, fjord Å\u{0302}\u{0306}\u{0301}", "ۛشَاتٌ وَلَيْلٌ", "ที่ปรึกษาญู้", "👨‍👩‍👧 🏔️ x", "ΐ ÿ ﷺ",
  ])
  func fadingCutsNoMark(_ text: String) throws {
    let engine = try engine(fonts())
    var style = TextStyle(family: "Inter", size: 21.3, weight: 800, color: .white)
    style.strikethrough = true
    let block = TextBlock(text, style: style)
    func drawn(_ body: (borrowing Canvas, borrowing ShapedText) throws(RenderError) -> Void)
      throws -> [UInt32]
    {
      var surface = try ImageSurface(size: PixelSize(width: 900, height: 300))
      try surface.draw(scale: Scale(x: 3, y: 3)) { (canvas) throws(RenderError) in
        try body(canvas, try engine.shape(block, width: nil))
      }
      return pixels(of: surface)
    }
    let origin = Point(x: 30.37, y: 29.61)
    let faded = try drawn { (canvas, shaped) throws(RenderError) in
      try canvas.draw(shaped, at: origin, color: .white, opacity: 0.5)
    }
    let whole = try drawn { (canvas, shaped) throws(RenderError) in
      try canvas.group(opacity: 0.5, clip: nil) { (canvas) throws(RenderError) in
        try canvas.draw(shaped, at: origin, color: .white)
      }
    }
    #expect(faded == whole)
    #expect(faded.contains { $0 != 0 })
  }

  @Test func onlyPinnedFamiliesExist() throws {
    let fonts = try fonts()
    #expect(!fonts.families.contains { $0.hasPrefix("DejaVu") }, "a font of the host is visible")
    let error = #expect(throws: RenderError.self) {
      try engine(fonts).measure(TextBlock("a", style: style(20, family: "Intr")), width: nil)
    }
    #expect(error?.code == .unknownFont && error?.hint?.contains("'Inter'") == true)
  }

  /// Found by fuzzing: a space with a combining mark caused a crash at the end of a line on which
  /// the previous word just fits.
  @Test func aSpaceThatCarriesAMarkEndsNoProcess() throws {
    let engine = engine(try fonts())
    engine.allowsMissingGlyphs = true
    let marks = ["\u{FE0F}", "\u{301}", "\u{20E3}", "\u{200D}", "\u{E0100}"]
    for mark in marks {
      for text in [
        "0 \(mark)6", "0\t\(mark)6", "0\u{A0} \(mark)6", "\u{1F308} 0 \(mark)6",
        "0\u{2003}\(mark)6", "0\u{3000}\(mark)6",
      ] {
        for width in [1, 8, 16, 40] {
          let block = TextBlock(text, style: style(90, family: "JetBrains Mono"))
          #expect(try engine.measure(block, width: Double(width)).lines.count > 0)
        }
      }
      // Pango treats NUL as a space. In text with a line limit, it also treats line breaks as
      // spaces.
      for text in ["0\0\(mark)6", "0\n\(mark)6", "0\r\n\(mark)6", "0\u{2029}\(mark)6"] {
        for width in [1, 8, 16, 40] {
          var block = TextBlock(text, style: style(90, family: "JetBrains Mono"))
          block.lineLimit = 3
          #expect(try engine.measure(block, width: Double(width)).lines.count > 0)
        }
      }
      // The mark and its space may be in different spans.
      var block = TextBlock("0 ", style: style(90))
      block.spans.append(TextSpan("\(mark)6"))
      #expect(try engine.measure(block, width: 1).lines.count > 0)
    }
  }

  /// Line ranges count the bytes of the original spaces, although the no-break spaces that replace
  /// them are one byte longer.
  @Test func linesAreToldByTheBytesOfTheCallersText() throws {
    let engine = engine(try fonts())
    engine.allowsMissingGlyphs = true
    let text = "one \u{301}two three \u{301}four"
    let lines = try engine.measure(TextBlock(text, style: style(20)), width: 30).lines
    let words = lines.map { String(decoding: Array(text.utf8)[$0.range], as: UTF8.self) }
    #expect(words.count > 1 && words.joined() == text, "\(words)")
  }

  /// Fontconfig silently replaces an unreadable font file with another font, so the program must
  /// detect this.
  @Test func aFontThatWasLeftOutIsAnError() {
    let folder = Workspace.root + "/Fonts"
    let error = #expect(throws: RenderError.self) {
      _ = try FontContext(
        folder: folder, cache: folder + "/cache", files: ["Inter-Regular.otf", "Gone.otf"],
        digest: "test")
    }
    #expect(error?.code == .fontsMissing)
    #expect(error?.message.contains("'Gone.otf'") == true)
  }

  @Test func aCharacterNoFontHasIsNamed() throws {
    let fonts = try fonts()
    let engine = engine(fonts)
    let block = TextBlock("a \u{1FAE9} b", style: style(20))
    let error = #expect(throws: RenderError.self) { try engine.measure(block, width: nil) }
    #expect(error?.code == .missingGlyph && error?.message.contains("U+1FAE9") == true)
    engine.allowsMissingGlyphs = true
    #expect(try engine.shape(block, width: nil).missing.map(\.scalars) == [["\u{1FAE9}"]])
  }

  /// Layout is computed in points, and must not depend on the pixel density of a device.
  @Test(arguments: [10.0, 17.25, 33, 46.75])
  func widthsScaleExactlyWithTheSize(_ size: Double) throws {
    let fonts = try fonts()
    let text = "Hamburgefonstiv 123 حليب 牛乳"
    let small = try engine(fonts).measure(TextBlock(text, style: style(size)), width: nil).size
    let large = try engine(fonts).measure(TextBlock(text, style: style(size * 2)), width: nil).size
    #expect(abs(large.width - 2 * small.width) < 0.05)
    #expect(abs(large.height - 2 * small.height) < 0.05)
    let other = fonts.textEngine(scale: Scale(x: 2, y: 2))
    let coarse = try other.measure(TextBlock(text, style: style(size)), width: nil).size
    #expect(abs(coarse.width - small.width) < 0.01)
  }

  @Test func linesOfMixedScriptsHaveOneHeight() throws {
    let fonts = try fonts()
    let engine = engine(fonts)
    let heights = try ["milk", "حليب", "牛乳", "दूध"].map { text in
      try engine.measure(TextBlock(text, style: style(30)), width: nil).size.height
    }
    #expect((heights.max() ?? 0) - (heights.min() ?? 0) < 0.05, "\(heights)")
  }

  /// All scripts share one baseline, regardless of the script with which a line starts.
  @Test(arguments: ["EB Garamond", "Inter", "Klee One"])
  func scriptsStandOnOneBaseline(in family: String) throws {
    let engine = try engine(fonts())
    engine.scripts = ["Hani": ScriptStyle(scale: 0.82), "Hang": ScriptStyle(scale: 0.82)]
    func ink(_ text: String) throws -> (top: Double, bottom: Double) {
      let block = TextBlock(text, style: style(100, family: family))
      let measured = try engine.measure(block, width: nil)
      return (measured.ink.y - measured.firstBaseline, measured.ink.maxY - measured.firstBaseline)
    }
    let latin = try ink("x")
    for other in ["国", "내", "क", "あ"] {
      let alone = try ink(other)
      for both in ["x \(other)", "\(other) x"] {
        let found = try ink(both)
        #expect(abs(found.top - min(latin.top, alone.top)) < 0.5, "\(both): \(found)")
        #expect(abs(found.bottom - max(latin.bottom, alone.bottom)) < 0.5, "\(both): \(found)")
      }
    }
  }

  @Test func aLineLimitCountsLinesOfAllParagraphs() throws {
    let fonts = try fonts()
    let block = TextBlock("a\nb\nc\nd\ne", style: style(20), lineLimit: 2)
    let measured = try engine(fonts).measure(block, width: 30)
    #expect(measured.lines.count == 2 && measured.isClipped)
  }

  @Test(.tags(.unsanitized)) func tenThousandLayoutsLeaveNothingBehind() throws {
    let fonts = try fonts()
    let engine = engine(fonts)
    func run(_ count: Int) throws {
      for index in 0..<count {
        let block = TextBlock("note \(index) حليب 牛乳 👍🏽", style: style(20))
        let shaped = try engine.shape(block, width: 120)
        _ = shaped.measurement
        _ = shaped.runs
      }
    }
    try run(1000)
    // Concurrent tests allocate and free memory in this process, so use the median of five rounds.
    var growths: [Int] = []
    for _ in 0..<5 {
      let before = residentBytes
      try run(10_000)
      growths.append(residentBytes - before)
    }
    // A leaked PangoLayout with its lines uses more than a kilobyte, so 10,000 of them use more
    // than ten megabytes.
    #expect(growths.sorted()[2] < 4 << 20, "rounds of 10,000 layouts left \(growths) bytes")
  }

  private var residentBytes: Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return (Int(text.split(separator: " ").dropFirst().first ?? "0") ?? 0) * 4096
  }

  /// cairo shares FreeType faces between threads, which caused crashes before a lock protected the
  /// faces.
  @Test(.tags(.threads)) func enginesOnManyThreadsDoNotDisturbOneAnother() async throws {
    let expected = try engine(try fonts()).measure(
      TextBlock("Ana حليب 👍🏽", style: style(25)), width: 90)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let engine = engine(try fonts())
          for size in stride(from: 10.0, to: 60, by: 0.5) {
            var surface = try ImageSurface(size: PixelSize(width: 300, height: 300))
            let block = TextBlock("Ana حليب 👍🏽", style: style(size))
            let shaped = try engine.shape(block, width: 90)
            try surface.draw(scale: Scale(x: 3, y: 3)) { (canvas) throws(RenderError) in
              try canvas.draw(shaped, at: Point(x: 0, y: 0), color: .white)
            }
          }
          let block = TextBlock("Ana حليب 👍🏽", style: style(25))
          return try engine.measure(block, width: 90) == expected
        }
      }
      for try await isSame in group { #expect(isSame) }
    }
  }
}
