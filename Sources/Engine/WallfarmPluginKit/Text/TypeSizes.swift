/// The type sizes that a layout can choose from.
public struct TypeSizes: Hashable, Sendable {
  /// The difference between adjacent sizes of ``init(smallest:largest:)`` in points, which is too
  /// small to be visible.
  public static let step = 0.25

  /// The sizes of the modular scale from 16 pt to just below 32 pt.
  ///
  /// The scale continues in both directions with these sizes halved and doubled. Sixty-four steps
  /// double the size (2^(1/64) = 1.0109). With larger steps, readers noticed that the type could be
  /// slightly larger.
  public static let scale = [
    16, 16.17, 16.35, 16.53, 16.71, 16.89, 17.07, 17.26, 17.45, 17.64, 17.83, 18.02, 18.22, 18.42,
    18.62, 18.82, 19.03, 19.23, 19.44, 19.66, 19.87, 20.09, 20.3, 20.53, 20.75, 20.98, 21.2,
    21.43, 21.67, 21.9, 22.14, 22.38, 22.63, 22.87, 23.12, 23.37, 23.63, 23.89, 24.15, 24.41,
    24.68, 24.94, 25.22, 25.49, 25.77, 26.05, 26.33, 26.62, 26.91, 27.2, 27.5, 27.8, 28.1, 28.41,
    28.72, 29.03, 29.34, 29.66, 29.99, 30.31, 30.64, 30.98, 31.31, 31.66,
  ]

  /// Returns the power of two by which to multiply ``scale`` so that its range contains `size`, a
  /// positive size in points.
  private static func octave(of size: Double) -> Double {
    Double(sign: .plus, exponent: Int((size / scale[0]).exponent), significand: 1)
  }

  /// The sizes in points, in increasing order; at least one.
  private let sizes: [Double]
  /// The minimum size in points.
  public var smallest: Double { sizes[0] }

  /// Creates the sizes from `smallest` to `largest` points in steps of ``step``.
  public init(smallest: Double, largest: Double) {
    let steps = max(0, Int(((largest - smallest) / TypeSizes.step + 1e-9).rounded(.down)))
    sizes = (0...steps).map { smallest + Double($0) * TypeSizes.step }
  }

  /// Creates the sizes of the modular scale between `smallest` and `largest` points, including
  /// these two sizes.
  public init(onScaleFrom smallest: Double, to largest: Double) {
    guard largest > smallest, smallest > 0 else {
      self.init(sizes: [smallest])
      return
    }
    var octave = TypeSizes.octave(of: smallest)
    var sizes = [smallest]
    while octave * TypeSizes.scale[0] < largest {
      // Omit sizes within ``step`` of `smallest` or `largest`.
      sizes += TypeSizes.scale.map { $0 * octave }.filter {
        $0 > smallest + TypeSizes.step && $0 < largest - TypeSizes.step
      }
      octave *= 2
    }
    self.init(sizes: sizes + [largest])
  }

  /// Returns the sizes above `size`, or nil if there are none.
  public func above(_ size: Double) -> TypeSizes? {
    let larger = sizes.filter { $0 > size + 1e-6 }
    return larger.isEmpty ? nil : TypeSizes(sizes: larger)
  }

  /// Returns the sizes up to and including `size`, or nil if there are none.
  public func upTo(_ size: Double) -> TypeSizes? {
    let count = index(below: size) + 1
    return count > 0 ? TypeSizes(sizes: Array(sizes.prefix(count))) : nil
  }

  private init(sizes: [Double]) { self.sizes = sizes }

  /// Returns the largest size that fits, or `nil` if the smallest does not fit.
  ///
  /// The search assumes that text that fits at one size also fits at every smaller size, because
  /// widths and heights scale exactly with the size, and smaller text never needs more line breaks.
  /// Each trial therefore also narrows the range of sizes that can fit: text that occupies 0.9 of
  /// the space cannot grow by more than a ninth. With these limits, the search usually needs four
  /// trials, compared with seven for bisection. Lines of different heights may violate the
  /// assumption, so the result and the next larger size are always tried.
  ///
  /// - Parameter taking: Returns the fraction of the space that the text occupies at a size.
  /// - Returns: A size that was tried and fits; the next larger size, if there is one, was tried
  ///   and does not fit.
  /// - Throws: Errors of `taking`.
  public func largest(
    taking: (Double) throws(RenderError) -> RoomTaken
  ) throws(RenderError) -> Double? {
    var search = SizeSearch(count: sizes.count)
    while let index = search.next {
      let size = size(index)
      let taken = try taking(size)
      let isFirst = search.best == nil && search.failed == sizes.count
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

  /// Returns the largest size that is not above `size`, or the smallest size if all sizes are above
  /// it.
  public func rounded(down size: Double) -> Double { self.size(max(0, index(below: size))) }

  private func size(_ index: Int) -> Double { sizes[index] }

  /// Returns the largest index whose size is not above `size`; −1 if there is none.
  private func index(below size: Double) -> Int {
    var (low, high) = (0, sizes.count)
    while low < high {
      let middle = (low + high) / 2
      if sizes[middle] <= size + 1e-9 { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }
}

extension RoomTaken {
  /// The factor by which the size exceeds a size that fits, if the area of text grows with the
  /// square of the size.
  fileprivate var growth: Double {
    switch self {
    case .share(let share), .tooMuch(let share): max(share, 1e-6).squareRoot()
    }
  }
}

/// The state of the search for the largest size that fits; sizes are identified by their indices.
private struct SizeSearch {
  /// The largest index whose size was tried and fits.
  private(set) var best: Int?
  /// The smallest index whose size was tried and does not fit; initially the number of sizes.
  private(set) var failed: Int
  /// The largest index whose size is assumed to fit, and the smallest index whose size is assumed
  /// not to fit.
  private var bounds: (low: Int, high: Int)?
  /// The suggested next index, or `nil` for the middle of the remaining range.
  ///
  /// ``next`` clamps the suggestion to the remaining range.
  var guess: Int?

  init(count: Int) {
    failed = count
    bounds = (-1, count)
  }

  /// The next index to try; `nil` when the search is complete.
  var next: Int? {
    let low = (best ?? -1) + 1
    guard low < failed else { return nil }
    let bounds = bounds ?? (low, failed - 1)
    let first = min(max(bounds.low, low), failed - 1)
    let last = max(min(bounds.high, failed - 1), first)
    return guess.map { min(max($0, first), last) } ?? (first + last) / 2
  }

  /// Records an index whose size fits, and the smallest index whose size is then assumed not to
  /// fit.
  mutating func fits(_ index: Int, mustFail other: Int) {
    (best, guess) = (index, nil)
    guard let (low, high) = bounds else { return }
    // If a size fits although it was assumed not to fit, disable the assumptions for the rest of
    // the search.
    bounds = index < high ? (low, max(min(high, other), index + 1)) : nil
  }

  /// Records an index whose size does not fit, and the largest index whose size is then assumed to
  /// fit.
  mutating func fails(_ index: Int, mustFit other: Int) {
    (failed, guess) = (index, nil)
    guard let (low, high) = bounds else { return }
    bounds = index > low ? (min(max(low, other), index - 1), high) : nil
  }
}
