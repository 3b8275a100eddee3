import Testing
import WallfarmPluginKit
import WallfarmTesting

@Suite(.tags(.seeded)) struct RectTests {
  @Test(arguments: 0..<4)
  func unionHoldsBothAndIntersectionLiesInBoth(_: Int) {
    var random = SeededGenerator()
    for _ in 0..<500 {
      let (one, two) = (random.rect(), random.rect())
      let (union, shared) = (one.union(two), one.intersection(two))
      let example = Comment(rawValue: "seed \(random.seed): \(one), \(two)")

      #expect(union == two.union(one) || union.isEmpty, example)
      #expect(one.isEmpty || union.contains(one), example)
      #expect(two.isEmpty || union.contains(two), example)
      #expect(shared.width >= 0 && shared.height >= 0, example)
      #expect(shared.isEmpty || (one.contains(shared) && two.contains(shared)), example)
      #expect(!one.contains(two) || two.isEmpty || shared == two, example)
    }
  }

  @Test func insetsAndOffsetsCanBeTakenBack() {
    var random = SeededGenerator()
    for _ in 0..<500 {
      let rect = random.rect()
      let (top, left) = (random.quarters(in: -9...9), random.quarters(in: -9...9))
      let there = rect.inset(by: Insets(top: top, left: left, bottom: left, right: top))
      let back = there.inset(by: Insets(top: -top, left: -left, bottom: -left, right: -top))

      #expect(back == rect, "seed \(random.seed)")
      #expect(rect.offset(x: left, y: top).offset(x: -left, y: -top) == rect)
      #expect(rect.offset(x: left, y: top).size == rect.size)
    }
  }

  @Test func knowsItsSidesAndMiddle() {
    let rect = Rect(origin: Point(x: 10, y: 20), size: Size(width: 30, height: 50))

    #expect(rect == Rect(x: 10, y: 20, width: 30, height: 50))
    #expect((rect.maxX, rect.maxY) == (40, 70))
    #expect((rect.midX, rect.midY) == (25, 45))
    #expect(rect.origin == Point(x: 10, y: 20))
    #expect(rect.size == Size(width: 30, height: 50))
  }

  @Test(
    arguments: [
      (30, 50, false), (0, 50, true), (30, 0, true), (-1, 50, true), (.nan, 50, true),
    ] as [(Double, Double, Bool)])
  func isEmptyWhereNothingCanBeDrawn(width: Double, height: Double, empty: Bool) {
    #expect(Rect(x: 0, y: 0, width: width, height: height).isEmpty == empty)
  }

  @Test func forgivesOnlyAsMuchOverhangAsTolerated() {
    let outer = Rect(x: 0, y: 0, width: 10, height: 10)

    #expect(outer.contains(outer))
    for overhang in [
      Rect(x: -0.5, y: 0, width: 5, height: 5), Rect(x: 0, y: -0.5, width: 5, height: 5),
      Rect(x: 5.5, y: 0, width: 5, height: 5), Rect(x: 0, y: 5.5, width: 5, height: 5),
    ] {
      #expect(!outer.contains(overhang))
      #expect(outer.contains(overhang, tolerance: 0.5))
      #expect(!outer.contains(overhang, tolerance: 0.4))
    }
  }

  @Test func rectanglesThatOnlyTouchShareNothing() {
    let left = Rect(x: 0, y: 0, width: 10, height: 10)

    #expect(left.intersection(left.offset(x: 10)).isEmpty)
    #expect(left.intersection(left.offset(x: 25, y: 25)).isEmpty)
    #expect(left.union(Rect(x: 99, y: 99, width: 0, height: 5)) == left)
  }

  @Test func insetsSpareTyping() {
    #expect(
      Insets(horizontal: 3, vertical: 7) == Insets(top: 7, left: 3, bottom: 7, right: 3))
    #expect(Insets() == Insets(horizontal: 0, vertical: 0))
  }

  @Test func aPathIsBoundedByAllItsPoints() {
    let path = Shape.path([
      .move(Point(x: 10, y: 10)), .line(Point(x: 20, y: 15)),
      .curve(Point(x: 40, y: -5), Point(x: 0, y: 30), Point(x: 15, y: 12)), .close,
    ])

    #expect(path.bounds == Rect(x: 0, y: -5, width: 40, height: 35))
    #expect(Shape.path([.close]).bounds.isEmpty)
    let rect = Rect(x: 1, y: 2, width: 3, height: 4)
    #expect(Shape.ellipse(rect).bounds == rect && Shape.rounded(rect, radius: 9).bounds == rect)
  }
}
