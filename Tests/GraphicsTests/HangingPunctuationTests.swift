import Graphics
import Testing
import WallfarmPluginKit

/// Opening quotation marks hang outside the frame, so that the first letters of all lines are
/// aligned.
@Suite struct HangingPunctuationTests {
  private func measured(
    _ text: String, hang: Double, width: Double? = nil, alignment: TextAlignment = .start
  ) throws -> TextMeasurement {
    var block = TextBlock(
      text, style: TextStyle(family: "Inter", size: 40, color: .white), alignment: alignment,
      breaking: .even)
    block.hang = hang
    return try makeTextEngine().measure(block, width: width)
  }

  /// The letters have the same positions as in the text without quotation marks.
  @Test(arguments: [("“", "Hope"), ("„", "Hallo"), ("«", "Salut"), ("\"", "Hope")])
  func lettersBeginAtTheEdge(_ mark: String, _ word: String) throws {
    let advance = try measured(mark, hang: 0).size.width
    let hung = try measured(mark + word, hang: 100)
    let plain = try measured(mark + word, hang: 0)
    let distance = plain.ink.x - hung.ink.x
    // The distance also includes the kerning between the mark and the first letter.
    #expect(abs(distance - advance) < 4)
    #expect(abs(plain.ink.maxX - hung.ink.maxX - distance) < 0.1)
    #expect(abs(plain.size.width - hung.size.width - distance) < 0.1)
    #expect(plain.lines.map(\.range) == hung.lines.map(\.range))
  }

  /// The hanging distance is limited, and a full-width Chinese or Japanese mark hangs only by its
  /// visible half.
  @Test(arguments: [("“Hope”", 5, 5.0), ("「はい」", 100, 20), ("「はい」", 8, 8), ("Hope", 100, 0)])
  func theDistanceIsLimited(_ text: String, _ hang: Double, _ expected: Double) throws {
    let distance = try measured(text, hang: 0).ink.x - measured(text, hang: hang).ink.x
    #expect(abs(distance - expected) < 0.1)
  }

  /// In right-to-left text, an opening mark hangs at the right.
  @Test func marksHangAtTheRightOfHebrew() throws {
    let plain = try measured("“שלום”", hang: 0, width: 300)
    let hung = try measured("“שלום”", hang: 100, width: 300)
    let advance = try measured("“", hang: 0).size.width
    #expect(abs(hung.ink.maxX - plain.ink.maxX - advance) < 0.1)
    #expect(abs(hung.ink.x - plain.ink.x - advance) < 0.1)
  }

  /// The opening mark of every line hangs, and text with another alignment is unchanged.
  @Test func everyLineHangs() throws {
    let lines = try measured("“One”\n“Two”\nThree", hang: 100, width: 300).lines
    #expect(lines[0].ink.x < -4 && lines[1].ink.x < -4 && lines[2].ink.x > 0)
    let centered = try measured("“One”", hang: 100, width: 300, alignment: .center)
    #expect(centered == (try measured("“One”", hang: 0, width: 300, alignment: .center)))
  }
}
