import Graphics
import Testing
import WallfarmCore
import WallfarmPluginKit

/// Lines that belong together share one card.
@Suite struct FrostedCardTests {
  private let card = FrostedCard(
    background: PixelContent(
      size: PixelSize(width: 1, height: 1), bytes: [0, 0, 0, 255], digest: "1"),
    tint: .black, strength: 0.5, screen: Rect(x: 0, y: 0, width: 393, height: 852))

  private func cards(_ lines: [(Double, Double, Double)]) -> [Rect] {
    card.cards(behind: lines.map { Rect(x: $0, y: $1, width: $2, height: 18) })
  }

  /// The lines of a list and the gaps between its notes, however ragged they are.
  @Test func aListHasOneCardBetweenEqualMargins() throws {
    let lines = [(30.0, 400.0, 200.0), (30, 430, 90), (30, 475, 310), (30, 520, 40)]
    for lines in [lines, lines.reversed()] {
      #expect(cards(lines) == [Rect(x: 11, y: 381, width: 371, height: 176)])
    }
  }

  @Test func aShortListHasACardAsWideAsItsLines() {
    #expect(cards([(30, 400, 60), (30, 430, 90)]) == [Rect(x: 11, y: 381, width: 128, height: 86)])
  }

  @Test func nearColumnsShareOne() {
    #expect(cards([(30, 400, 120), (190, 400, 120), (30, 440, 90)]).count == 1)
  }

  @Test func distantLinesHaveTheirOwn() {
    #expect(cards([(30, 200, 80), (30, 400, 80)]).count == 2)
  }

  @Test func aCardStaysOnTheScreen() {
    #expect(cards([(2, 2, 389), (2, 840, 389)]).allSatisfy { $0.x == 8 && $0.maxX == 385 })
    #expect(cards([(2, 2, 389)])[0].y == 8)
  }

  @Test func withoutTextThereIsNone() { #expect(card.layer(behind: []) == nil) }
}

/// A gradient starts at the nearer edge and covers the text.
@Suite struct EdgeGradientTests {
  private let gradient = EdgeGradient(
    color: .black, strength: 0.4, screen: Rect(x: 0, y: 0, width: 393, height: 852))

  private func frame(_ rects: [Rect]) throws -> Rect? {
    let lines = rects.map { TextLineBounds(bounds: $0, size: 20) }
    guard let layer = gradient.layer(behind: lines) else { return nil }
    guard case .shape(let content) = layer.content, case .linear(let paint)? = content.fill else {
      Issue.record("a gradient is a shape with a linear fill")
      return nil
    }
    // Full strength behind the text, nothing at the other end.
    #expect(paint.stops.first?.color.alpha == 0 && paint.stops.last?.color.alpha == 102)
    let text = try #require(Rect.union(rects))
    #expect(paint.end.y < text.y || paint.end.y > text.maxY)
    return content.shape.bounds
  }

  @Test func startsAtTheNearerEdge() throws {
    let below = try #require(try frame([Rect(x: 30, y: 600, width: 200, height: 120)]))
    #expect(below.maxY == 852 && below.width == 393 && below.y > 300)
    let above = try #require(try frame([Rect(x: 30, y: 100, width: 200, height: 120)]))
    #expect(above.y == 0 && above.maxY < 500)
  }

  @Test func isNotDrawnOverTheWholeScreen() throws {
    #expect(try frame([Rect(x: 30, y: 100, width: 200, height: 700)]) == nil)
  }
}
