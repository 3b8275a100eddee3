/// Divides a length among the parts of a stack.
///
/// Fixed parts get their specified length. Natural parts get the length that they need if this
/// leaves enough for the filling parts. Otherwise, all natural parts are scaled by the same factor.
///
/// A filling part has enough if it gets the smaller of two lengths: the length that it needs, and
/// its share of the length that the fixed parts and gaps leave. For this share, each natural part
/// has the weight 1. Filling parts divide the remaining length among themselves. An empty natural
/// part has no gap.
package struct StackLengths: Equatable {
  /// The requested length of a part, in points.
  package enum Wish: Equatable {
    case fixed(Double)
    case natural(Double)
    /// A weighted share of the remaining length, and the length that the part needs, if known.
    case fill(Double, needs: Double = .infinity)

    fileprivate var isNothing: Bool { self == .natural(0) }
  }

  /// The start and length of each part.
  package let parts: [(start: Double, length: Double)]
  /// Whether natural parts get less than they need.
  package let isTight: Bool
  /// Whether fixed parts and gaps exceed the length.
  package let isTooLong: Bool
  /// The total length of the fixed parts and the gaps.
  package let fixed: Double

  package static func == (one: StackLengths, other: StackLengths) -> Bool {
    one.isTooLong == other.isTooLong && one.parts.elementsEqual(other.parts, by: ==)
  }

  /// Divides a length; `leading` is the fraction of the unused length, 0…1, that precedes the first
  /// part.
  package init(_ room: Double, gap: Double, wishes: [Wish], leading: Double) {
    let count = wishes.count { !$0.isNothing }
    var fixed = gap * Double(max(0, count - 1))
    var (natural, naturals, shares) = (0.0, 0.0, 0.0)
    for wish in wishes {
      switch wish {
      case .fixed(let length): fixed += length
      case .natural(let length):
        natural += length
        naturals += wish.isNothing ? 0 : 1
      case .fill(let share, _): shares += share
      }
    }
    self.fixed = fixed
    let left = max(0, room - fixed)
    isTooLong = fixed > room + 0.001
    var most = left
    for case .fill(let share, let needs) in wishes {
      most -= min(needs, left * share / (naturals + shares))
    }
    most = max(0, most)
    // Allow for rounding errors, because the sum of the shares may slightly exceed the whole.
    isTight = natural > most + 0.001
    let scale = isTight ? most / natural : 1
    let rest = max(0, left - natural * scale)
    let lengths = wishes.map { wish in
      switch wish {
      case .fixed(let length): length
      case .natural(let length): length * scale
      case .fill(let share, _): rest * share / shares
      }
    }
    var start = shares > 0 ? 0 : rest * leading
    var parts: [(start: Double, length: Double)] = []
    for (wish, length) in zip(wishes, lengths) {
      parts.append((start, length))
      if !wish.isNothing { start += length + gap }
    }
    self.parts = parts
  }
}
