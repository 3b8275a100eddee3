import Testing
import WallfarmPluginKit
import WallfarmTesting

@Suite struct TypeSizesTests {
  @Test func findsTheSameSizeAsTryingThemAll() throws {
    var random = SeededGenerator()
    for _ in 0..<2000 {
      let smallest = Double.random(in: 5...40, using: &random)
      let largest = smallest + .random(in: -3...90, using: &random)
      let limit = Double.random(in: 0...140, using: &random)
      let found = try TypeSizes(smallest: smallest, largest: largest).largest { $0 <= limit }

      #expect(
        found == linear(smallest, largest) { $0 <= limit },
        "seed \(random.seed): \(smallest)…\(largest), fits up to \(limit)")
    }
  }

  @Test func staysBetweenTheSmallestAndTheLargest() throws {
    var random = SeededGenerator()
    for _ in 0..<500 {
      let smallest = Double.random(in: 5...40, using: &random)
      let largest = smallest + .random(in: 0...90, using: &random)
      let found = try #require(
        try TypeSizes(smallest: smallest, largest: largest).largest { _ in true })

      #expect(found >= smallest && found <= largest + 1e-6, "seed \(random.seed)")
      #expect(largest - found < TypeSizes.step, "seed \(random.seed)")
    }
  }

  @Test func asksOnlyAsOftenAsHalvingNeeds() throws {
    var asked = 0
    _ = try TypeSizes(smallest: 10, largest: 120).largest { size in
      asked += 1
      return size < 57
    }
    // 441 sizes are told apart by nine questions.
    #expect(asked <= 9)
  }

  @Test func findsNothingWhereNotEvenTheSmallestFits() throws {
    #expect(try TypeSizes(smallest: 10, largest: 120).largest { _ in false } == nil)
  }

  @Test func reachesTheLargestSizeExactlyWhenItIsAStep() throws {
    #expect(try TypeSizes(smallest: 17.3, largest: 46.8).largest { _ in true } == 46.8)
    #expect(try TypeSizes(smallest: 20, largest: 20).largest { _ in true } == 20)
    #expect(try TypeSizes(smallest: 20, largest: 10).largest { _ in true } == 20)
  }

  @Test func passesOnWhatMeasuringThrows() {
    let problem = RenderError(.missingGlyph, "no bundled font has 'x'")
    #expect(throws: problem) {
      try TypeSizes(smallest: 10, largest: 20).largest { (_) throws(RenderError) in throw problem }
    }
  }
}

/// Every size from the smallest up, the way a person would look for it.
private func linear(_ smallest: Double, _ largest: Double, fits: (Double) -> Bool) -> Double? {
  var best: Double?
  var size = smallest
  var index = 0.0
  repeat {
    if fits(size) { best = size }
    index += 1
    size = smallest + index * TypeSizes.step
  } while size <= largest + 1e-6
  return best
}
