import WallfarmPluginKit

/// Properties of the pixels in a picture or in some of its rows.
package struct PixelFacts: Hashable {
  /// Whether all pixels are opaque.
  package private(set) var isOpaque = true
  /// Whether red, green and blue are equal in all pixels.
  private(set) var isGray = true
  /// The distinct pixels in ascending order; `nil` if there are more than a palette can contain.
  private(set) var colors: [UInt32]? = []

  /// Creates facts for an empty set of pixels.
  init() {}

  /// Scans the pixels in a range of rows once.
  package init(of rows: borrowing PixelRows, in range: Range<Int>) {
    var found = ColorSet()
    for y in range {
      add(rows[y])
      if !found.isFull { found.insert(rows[y]) }
    }
    colors = found.isFull ? nil : found.sorted
  }

  /// Folds a row into two words without branches, so that the compiler can vectorize the loop.
  private mutating func add(_ row: UnsafeBufferPointer<UInt32>) {
    var alpha = UInt32.max
    var difference: UInt32 = 0
    for pixel in row {
      alpha &= pixel
      difference |= (pixel ^ (pixel >> 8)) & 0xFFFF
    }
    if alpha >> 24 != 255 { isOpaque = false }
    if difference != 0 { isGray = false }
  }

  /// Adds the properties of other rows.
  mutating func formUnion(_ other: PixelFacts) {
    isOpaque = isOpaque && other.isOpaque
    isGray = isGray && other.isGray
    guard let mine = colors, let theirs = other.colors else { return colors = nil }
    if mine == theirs { return }
    let all = Set(mine).union(theirs)
    colors = all.count > ColorSet.most ? nil : all.sorted()
  }
}

/// A set of distinct colors, up to the size of a palette.
struct ColorSet {
  /// The maximum number of palette entries (PNG third edition, section 11.2.2).
  static let most = 256

  /// A hash table with open addressing and a load factor of at most 1/4.
  private var slots = [UInt32](repeating: 0, count: 1024)
  private var isUsed = [Bool](repeating: false, count: 1024)
  private(set) var count = 0

  /// Whether there are more colors than ``most``.
  var isFull: Bool { count > ColorSet.most }

  mutating func insert(_ pixels: UnsafeBufferPointer<UInt32>) {
    guard var last = pixels.first else { return }
    insert(last)
    for pixel in pixels where pixel != last {
      last = pixel
      insert(pixel)
      if isFull { return }
    }
  }

  private mutating func insert(_ pixel: UInt32) {
    let slot = slot(of: pixel)
    guard !isUsed[slot] else { return }
    (slots[slot], isUsed[slot]) = (pixel, true)
    count += 1
  }

  /// Returns the slot that contains a pixel, or the free slot in which the pixel can be stored.
  func slot(of pixel: UInt32) -> Int {
    var slot = Int((pixel &* 2_654_435_761) >> 22)
    while isUsed[slot] && slots[slot] != pixel { slot = (slot + 1) & 1023 }
    return slot
  }

  var sorted: [UInt32] { zip(slots, isUsed).filter(\.1).map(\.0).sorted() }
}
