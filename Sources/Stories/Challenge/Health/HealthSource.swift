/// A source of step records: a watch, a phone or an app.
package struct HealthSource: Hashable, Sendable {
  /// The kind of device, from most to least reliable: a watch is worn, but a phone may lie on a
  /// table.
  package enum Kind: Int, Sendable, Hashable, CaseIterable, Comparable {
    case watch
    case phone
    case other

    package static func < (one: Kind, other: Kind) -> Bool { one.rawValue < other.rawValue }
  }

  /// The device name chosen by the user, or the name of the app; at most ``longestName``
  /// characters.
  package let name: String
  package let kind: Kind
  /// The hardware model, such as `Watch6,1`, which distinguishes sources with the same name; may be
  /// empty.
  package let hardware: String
  /// The unique rank of the source, which decides between overlapping records; 0 is the most
  /// trusted.
  package let priority: Int

  /// Creates a source.
  package init(name: String, kind: Kind, hardware: String = "", priority: Int) {
    (self.name, self.kind, self.hardware) = (name, kind, hardware)
    self.priority = priority
  }

  /// Maximum length of names in characters.
  package static let longestName = 200
}

extension [HealthSource] {
  /// Assigns priorities: watches first, then phones, then all others, with each group ordered by
  /// name.
  ///
  /// Health on an iPhone lets the user order the sources, but the export does not contain that
  /// order. The initial order on an iPhone is watch, phone, apps.
  ///
  /// - Parameter ranks: an optional rank for each source, such as the user's order, which takes
  ///   precedence over the kind.
  /// - Returns: the sources in the same order, with priorities.
  package func ranked(ranks: [Int]? = nil) -> [HealthSource] {
    func key(_ index: Int) -> (Int, Int, String, String, Int) {
      let source = self[index]
      return (ranks?[index] ?? 0, source.kind.rawValue, source.name, source.hardware, index)
    }
    let order = indices.sorted { key($0) < key($1) }
    var ranked = self
    for (priority, index) in order.enumerated() {
      let source = self[index]
      ranked[index] = HealthSource(
        name: source.name, kind: source.kind, hardware: source.hardware, priority: priority)
    }
    return ranked
  }
}
