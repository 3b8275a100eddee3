import Foundation
import Testing
import WallfarmPluginKit
import WallfarmTesting

@Suite(.tags(.seeded)) struct TypeSizesTests {
  /// The search finds the same size as trying all sizes, for random words in random areas.
  ///
  /// Lines break differently at every size, so heights increase in steps.
  @Test func findsTheSameSizeAsTryingThemAll() throws {
    var random = SeededGenerator()
    for _ in 0..<3000 {
      let smallest = Double.random(in: 5...40, using: &random)
      let largest = smallest + .random(in: -3...90, using: &random)
      let page = Page(&random)
      let found = try TypeSizes(smallest: smallest, largest: largest).largest(taking: page.taken)

      #expect(
        found == linear(smallest, largest) { page.taken($0).fits },
        "seed \(random.seed): \(smallest)…\(largest), \(page)")
    }
  }

  /// Adjacent sizes are a factor of 2^(1/64) apart, rounded to hundredths.
  @Test func theScaleIsModular() {
    for (index, size) in TypeSizes.scale.enumerated() {
      #expect(abs(size - 16 * exp2(Double(index) / 64)) <= 0.005 + 1e-9)
    }
    #expect(TypeSizes.scale.count == 64)
  }

  @Test func findsALimitAsTryingThemAllDoes() throws {
    var random = SeededGenerator()
    for _ in 0..<2000 {
      let smallest = Double.random(in: 5...40, using: &random)
      let largest = smallest + .random(in: -3...90, using: &random)
      let limit = Double.random(in: 0...140, using: &random)
      var asked = 0
      let found = try TypeSizes(smallest: smallest, largest: largest).largest { size in
        asked += 1
        return RoomTaken(size, of: limit)
      }
      #expect(
        found == linear(smallest, largest) { RoomTaken($0, of: limit).fits },
        "seed \(random.seed): \(smallest)…\(largest), fits up to \(limit)")
      // Nine calls are enough for 361 sizes.
      #expect(asked <= 9, "seed \(random.seed)")
    }
  }

  @Test func asksOnlyAsOftenAsHalvingNeeds() throws {
    var asked = 0
    _ = try TypeSizes(smallest: 10, largest: 120).largest { size in
      asked += 1
      return RoomTaken(size, of: 57)
    }
    // Nine calls are enough for 441 sizes.
    #expect(asked <= 9)
  }

  /// Whatever values the closure returns, the result was tried and fits, and the next size was
  /// tried and does not fit.
  @Test func neverFindsWhatWasNotTried() throws {
    let odd: [Double] = [.nan, 0, -1, .infinity, 1, .leastNonzeroMagnitude]
    var random = SeededGenerator()
    for _ in 0..<3000 {
      var tried: [Double: Bool] = [:]
      let largest = Double.random(in: 10...100, using: &random)
      let sizes = TypeSizes(smallest: 10, largest: largest)
      let found = try sizes.largest { size in
        #expect(tried[size] == nil, "seed \(random.seed): asked twice")
        let room: RoomTaken =
          switch Int.random(in: 0..<8, using: &random) {
          case 0: .tooMuch(guess: .infinity)
          case 1: .tooMuch(guess: .random(in: 0...3, using: &random))
          case 2: .share(odd.randomElement(using: &random) ?? 1)
          default: .share(.random(in: 0.2...2, using: &random))
          }
        tried[size] = room.fits
        return room
      }
      #expect(found == nil || tried[found ?? 0] == true, "seed \(random.seed)")
      #expect(found != nil || tried[10] == false, "seed \(random.seed)")
      if let next = found.map({ $0 + TypeSizes.step }), next <= largest {
        #expect(tried[next] == false, "seed \(random.seed)")
      }
      #expect(tried.count <= 20, "seed \(random.seed)")
    }
  }

  @Test func staysBetweenTheSmallestAndTheLargest() throws {
    var random = SeededGenerator()
    for _ in 0..<500 {
      let smallest = Double.random(in: 5...40, using: &random)
      let largest = smallest + .random(in: 0...90, using: &random)
      let found = try #require(
        try TypeSizes(smallest: smallest, largest: largest).largest { _ in .share(0.5) })

      #expect(found >= smallest && found <= largest + 1e-6, "seed \(random.seed)")
      #expect(largest - found < TypeSizes.step, "seed \(random.seed)")
    }
  }

  /// For the sizes of notes, bisection alone needs seven calls; this search needs at most 4.5 on
  /// average.
  @Test func asksFourTimesWhereHalvingNeedsSeven() throws {
    var random = SeededGenerator()
    var asked = 0
    for _ in 0..<500 {
      let page = Page(&random)
      _ = try TypeSizes(smallest: 17, largest: 46.7).largest { size in
        asked += 1
        return page.taken(size)
      }
    }
    #expect(asked <= 500 * 9 / 2, "\(asked), seed \(random.seed)")
  }

  @Test func neverAsksMuchMoreOftenThanHalvingNeeds() throws {
    for limit in stride(from: 5.0, through: 125, by: 0.5) {
      var asked = 0
      _ = try TypeSizes(smallest: 10, largest: 120).largest { size in
        asked += 1
        return size < limit ? .share(1e-9) : .tooMuch(guess: 1.01)
      }
      // Nine calls are enough for 441 sizes; a wrong guess costs one more.
      #expect(asked <= 10, "\(limit)")
    }
  }

  @Test func findsNothingWhereNotEvenTheSmallestFits() throws {
    let sizes = TypeSizes(smallest: 10, largest: 120)
    #expect(try sizes.largest { _ in .tooMuch(guess: 7) } == nil)
    #expect(try sizes.largest { _ in .share(1.001) } == nil)
    #expect(try sizes.largest { _ in RoomTaken(0, of: 0) } == nil)
  }

  @Test func reachesTheLargestSizeExactlyWhenItIsAStep() throws {
    #expect(try TypeSizes(smallest: 17.3, largest: 46.8).largest { _ in .share(1) } == 46.8)
    #expect(try TypeSizes(smallest: 20, largest: 20).largest { _ in .share(0) } == 20)
    #expect(try TypeSizes(smallest: 20, largest: 10).largest { _ in .share(1) } == 20)
  }

  @Test func passesOnWhatMeasuringThrows() {
    let problem = RenderError(.textDoesNotFit, "no bundled font has 'x'")
    #expect(throws: problem) {
      try TypeSizes(smallest: 10, largest: 20).largest { (_) throws(RenderError) in throw problem }
    }
  }
}

/// Words of random widths, broken into lines in an area of random size.
private struct Page: CustomStringConvertible {
  /// The widths of the words in em.
  private let words: [Double]
  private let room: Size

  init(_ random: inout SeededGenerator) {
    words = (0..<Int.random(in: 1...60, using: &random)).map { _ in
      .random(in: 0.4...5, using: &random)
    }
    room = Size(
      width: .random(in: 150...420, using: &random), height: .random(in: 40...600, using: &random))
  }

  func taken(_ size: Double) -> RoomTaken {
    if let widest = words.max(), widest * size > room.width {
      return .tooMuch(guess: widest * size / room.width)
    }
    var (lines, x) = (1, 0.0)
    for word in words.map({ $0 * size }) {
      x += x > 0 ? 0.25 * size : 0
      if x + word > room.width { (lines, x) = (lines + 1, 0) }
      x += word
    }
    return RoomTaken(Double(lines) * 1.25 * size, of: room.height)
  }

  var description: String { "\(words.count) words in \(room.width) × \(room.height)" }
}

/// Searches linearly from the smallest size up.
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
