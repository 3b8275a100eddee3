import Graphics
import Testing
import WallfarmPluginKit

@testable import WallfarmCore

/// A pane is one regular card behind lines that belong together.
@Suite struct SoftPaneTests {
  private static func lines(_ rects: [(Double, Double, Double)]) -> [PaneLine] {
    rects.map { x, y, width in
      PaneLine(bounds: Rect(x: x, y: y, width: width, height: 18), size: 24)
    }
  }

  private func cards(_ lines: [PaneLine]) throws -> Int {
    let layer = try #require(SoftPane(color: .black, strength: 0.5).layer(behind: lines))
    guard case .shape(let shape) = layer.content, case .path(let path) = shape.shape else {
      Issue.record("a pane is a path")
      return 0
    }
    return path.count { if case .close = $0 { true } else { false } }
  }

  /// The lines of a list and the gaps between its notes, however ragged they are.
  @Test func aListHasOneCard() throws {
    let list = Self.lines([(30, 400, 200), (30, 430, 90), (30, 475, 310), (30, 520, 40)])
    #expect(try cards(list) == 1)
    #expect(try cards(list.reversed()) == 1)
  }

  @Test func columnsThatAreNearShareOne() throws {
    #expect(try cards(Self.lines([(30, 400, 120), (200, 400, 120), (30, 440, 90)])) == 1)
  }

  /// Cards separated by a narrow slit are merged; distant ones stay separate.
  @Test func whatStandsApartHasItsOwn() throws {
    #expect(try cards(Self.lines([(30, 400, 80), (260, 400, 80)])) == 2)
    #expect(try cards(Self.lines([(30, 200, 80), (30, 400, 80)])) == 2)
  }

  @Test func nothingHasNone() {
    #expect(SoftPane(color: .black, strength: 0.5).layer(behind: []) == nil)
  }
}
