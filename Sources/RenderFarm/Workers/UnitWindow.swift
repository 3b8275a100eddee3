/// Units that are leased and not given to a worker yet: enough of them to choose from.
///
/// Workers get units that share a photo or a device with the one before, as long as no unit of a
/// higher priority waits.
struct UnitWindow {
  private(set) var units: [LeasedUnit] = []

  var isEmpty: Bool { units.isEmpty }
  var count: Int { units.count }

  mutating func add(_ more: [LeasedUnit]) { units += more }

  /// Takes the unit that suits a worker best.
  ///
  /// - Parameters:
  ///   - affinity: of the unit it had last.
  ///   - others: affinities of the other workers, whose backgrounds are better left to them.
  /// - Returns: a unit of the highest priority there is; nil where there is none.
  mutating func take(for affinity: String, besides others: [String]) -> LeasedUnit? {
    guard let highest = units.map(\.spec.priority).max() else { return nil }
    let background = UnitWindow.background(of: affinity)
    let taken = others.map { UnitWindow.background(of: $0) }
    var (best, bestRank) = (0, Int.max)
    for (index, unit) in units.enumerated() where unit.spec.priority == highest {
      let own = UnitWindow.background(of: unit.spec.affinity)
      let rank =
        if unit.spec.affinity == affinity { 0 } else if own == background {
          1
        } else if !taken
          .contains(own)
        { 2 } else { 3 }
      if rank < bestRank { (best, bestRank) = (index, rank) }
      if rank == 0 { break }
    }
    return units.remove(at: best)
  }

  /// Takes away units whose lease was lost.
  mutating func remove(_ leases: Set<Lease>) { units.removeAll { leases.contains($0.lease) } }

  /// Takes away all.
  mutating func removeAll() -> [LeasedUnit] {
    defer { units = [] }
    return units
  }

  /// The part of an affinity before the device.
  private static func background(of affinity: String) -> Substring {
    affinity.prefix { $0 != "\t" }
  }
}
