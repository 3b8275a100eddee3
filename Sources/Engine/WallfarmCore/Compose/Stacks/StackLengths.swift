/// Divides a length among the parts of a stack.
///
/// Fixed parts get what they say. Natural ones get what they need, as long as each filling part keeps what it
/// needs itself, or as much as if all of them filled where it needs more; with less room, each natural part gets
/// the same share of what it needs. Filling parts share what is left. A natural part that needs nothing has no
/// gap either.
struct StackLengths: Equatable {
  /// What a part asks for, in points.
  enum Wish: Equatable {
    case fixed(Double)
    case natural(Double)
    /// A share, and what it needs where that is known.
    case fill(Double, needs: Double = .infinity)

    fileprivate var isNothing: Bool { self == .natural(0) }
  }

  /// Where each part begins and how long it is.
  let parts: [(start: Double, length: Double)]
  /// Whether natural parts have less than they need.
  let isTight: Bool
  /// Whether fixed parts and gaps are longer than all there is.
  let isTooLong: Bool
  /// What fixed parts and gaps take.
  let fixed: Double

  static func == (one: StackLengths, other: StackLengths) -> Bool {
    one.isTooLong == other.isTooLong && one.parts.elementsEqual(other.parts, by: ==)
  }

  /// Divides a length; `leading` is how much of what is left over stands before the first part, 0…1.
  init(_ room: Double, gap: Double, wishes: [Wish], leading: Double) {
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
    // A thousandth for rounding: shares of all there is may come to a little more than that.
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
