/// The type sizes a layout may use.
public struct TypeSizes: Hashable, Sendable {
  /// Distance between two sizes, in points: finer than an eye tells apart.
  public static let step = 0.25

  /// Smallest size, in points.
  public let smallest: Double
  /// Number of steps above it.
  private let steps: Int

  /// Makes the sizes `smallest`, `smallest` + ``step``, … up to `largest`.
  public init(smallest: Double, largest: Double) {
    self.smallest = smallest
    steps = max(0, Int(((largest - smallest) / TypeSizes.step + 1e-9).rounded(.down)))
  }

  /// The largest size that fits, or nil when not even the smallest does.
  ///
  /// Text that fits at one size fits at every smaller one, because widths and heights scale exactly
  /// with the size and a narrower line never needs fewer breaks. So each size that is tried tells of
  /// others too: one that takes 0.9 of the room cannot grow by more than a ninth. That is where the
  /// best is looked for, and mostly it is there after four sizes where halving alone takes seven.
  /// Lines of several heights may be an exception, so both it and the next one are always tried.
  ///
  /// - Parameter taking: how much of the room is taken at a size; asked a few times.
  /// - Returns: a size that was tried and fits, and the next one does not.
  /// - Throws: what `taking` throws.
  public func largest(
    taking: (Double) throws(RenderError) -> RoomTaken
  ) throws(RenderError) -> Double? {
    var search = SizeSearch(count: steps + 1)
    while let index = search.next {
      let size = size(index)
      let taken = try taking(size)
      let isFirst = search.best == nil && search.failed > steps
      switch taken {
      case .share(let share) where share <= 1:
        search.fits(index, mustFail: self.index(below: size / max(share, 0)) + 1)
      case .share(let share): search.fails(index, mustFit: self.index(below: size / share))
      case .tooMuch: search.fails(index, mustFit: -1)
      }
      if isFirst, taken.growth.isFinite { search.guess = self.index(below: size / taken.growth) }
    }
    return search.best.map(size)
  }

  /// The largest of the sizes that is not above another one; the smallest where all are.
  public func rounded(down size: Double) -> Double { self.size(max(0, index(below: size))) }

  private func size(_ index: Int) -> Double { smallest + Double(index) * TypeSizes.step }

  /// The largest index whose size is not above `size`; -1 where none is.
  private func index(below size: Double) -> Int {
    let index = ((size - smallest) / TypeSizes.step).rounded(.down)
    guard !index.isNaN else { return -1 }
    return Int(min(max(index, -1), Double(steps)))
  }
}

extension RoomTaken {
  /// By how much the size is too large, were the text to fill an area: that grows as its square.
  fileprivate var growth: Double {
    switch self {
    case .share(let share), .tooMuch(let share): max(share, 1e-6).squareRoot()
    }
  }
}

/// What is known of sizes by their index, while the largest that fits is looked for.
private struct SizeSearch {
  /// The largest that was tried and fits.
  private(set) var best: Int?
  /// The smallest that was tried and does not fit; their count while there is none.
  private(set) var failed: Int
  /// The largest that must fit, and the smallest that cannot, whether tried or not.
  private var bounds: (low: Int, high: Int)?
  /// What to try next, where anything but the middle.
  var guess: Int?

  init(count: Int) {
    failed = count
    bounds = (-1, count)
  }

  /// What to try next; nil once the best and the next one were tried.
  var next: Int? {
    let low = (best ?? -1) + 1
    guard low < failed else { return nil }
    let bounds = bounds ?? (low, failed - 1)
    let first = min(max(bounds.low, low), failed - 1)
    let last = max(min(bounds.high, failed - 1), first)
    return guess.map { min(max($0, first), last) } ?? (first + last) / 2
  }

  /// One was tried that fits, and says of another that it cannot.
  mutating func fits(_ index: Int, mustFail other: Int) {
    (best, guess) = (index, nil)
    guard let (low, high) = bounds else { return }
    // What cannot fit and does: then nothing is said of others any more.
    bounds = index < high ? (low, max(min(high, other), index + 1)) : nil
  }

  /// One was tried that does not fit, and says of another that it must.
  mutating func fails(_ index: Int, mustFit other: Int) {
    (failed, guess) = (index, nil)
    guard let (low, high) = bounds else { return }
    bounds = index > low ? (min(max(low, other), index - 1), high) : nil
  }
}
