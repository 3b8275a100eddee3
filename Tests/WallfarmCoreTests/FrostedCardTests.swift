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

  /// A list has one card, regardless of how uneven its lines and the gaps between its notes are.
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

/// A gradient starts at the closer edge and covers the text.
@Suite struct EdgeGradientTests {
  private let screen = Rect(x: 0, y: 0, width: 393, height: 852)

  private func frame(_ rects: [Rect]) throws -> Rect? {
    let lines = rects.map { TextLineBounds(bounds: $0, size: 20) }
    guard let layer = EdgeGradient(behind: lines, on: screen)?.layer(.black, strength: 0.4) else {
      return nil
    }
    guard case .shape(let content) = layer.content, case .linear(let paint)? = content.fill else {
      Issue.record("a gradient is a shape with a linear fill")
      return nil
    }
    // The gradient has full strength at the end behind the text and is transparent at the other
    // end.
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

  /// The gradient covers at most the requested fraction of the screen's rows with more than the
  /// given opacity.
  @Test(arguments: [120.0, 300, 430, 560, 700], [0.05, 0.1, 0.2, 0.4])
  func changesAtMostAShareOfTheScreen(y: Double, share: Double) throws {
    let lines = [TextLineBounds(bounds: Rect(x: 30, y: y, width: 200, height: 40), size: 20)]
    let gradient = try #require(EdgeGradient(behind: lines, on: screen))
    let visible = 0.1
    let strength = gradient.strength(changing: share, by: visible)
    guard case .shape(let content) = gradient.layer(.black, strength: strength).content,
      case .linear(let paint)? = content.fill
    else {
      Issue.record("a gradient is a shape with a linear fill")
      return
    }
    func opacity(_ y: Double) -> Double {
      let place = (y - paint.start.y) / (paint.end.y - paint.start.y)
      let index = paint.stops.lastIndex { $0.position <= place } ?? 0
      let (one, other) = (paint.stops[index], paint.stops[min(index + 1, paint.stops.count - 1)])
      let span = max(other.position - one.position, 1e-9)
      let part = min(1, max(0, (place - one.position) / span))
      return (Double(one.color.alpha) * (1 - part) + Double(other.color.alpha) * part) / 255
    }
    let rows = stride(from: content.shape.bounds.y, to: content.shape.bounds.maxY, by: 1)
    let changed = Double(rows.count { opacity($0) > visible + 0.01 }) / screen.height
    #expect(changed <= share + 0.02, "\(changed) at strength \(strength)")
    // The gradient is not weaker than necessary.
    #expect(strength == 1 || strength < 1.2 * visible || changed > share - 0.06, "\(changed)")
  }

  @Test func isNotDrawnOverTheWholeScreen() throws {
    #expect(try frame([Rect(x: 30, y: 100, width: 200, height: 700)]) == nil)
  }
}
