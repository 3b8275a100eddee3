/// Who counted: a watch, a phone, an app.
package struct HealthSource: Hashable, Sendable {
  /// What carried it, from the one that counts best: a watch is worn where a phone lies on a table.
  package enum Kind: Int, Sendable, Hashable, CaseIterable, Comparable {
    case watch
    case phone
    case other

    package static func < (one: Kind, other: Kind) -> Bool { one.rawValue < other.rawValue }
  }

  /// As the person named the device, or as the app is called; at most ``longestName`` characters.
  package let name: String
  package let kind: Kind
  /// What tells two of a name from each other, such as `Watch6,1`; empty where nothing is known.
  package let hardware: String
  /// 0 for the one that is believed first where several counted the same time; no two are alike.
  package let priority: Int

  /// Makes a source.
  package init(name: String, kind: Kind, hardware: String = "", priority: Int) {
    (self.name, self.kind, self.hardware) = (name, kind, hardware)
    self.priority = priority
  }

  /// Names are shown to a person, and nobody reads more than this.
  package static let longestName = 200
}

extension [HealthSource] {
  /// The same sources in the same places with priorities: watches, phones, others, each by name.
  ///
  /// Health on an iPhone lets a person order the sources, and its export does not say how they did; a watch
  /// before a phone before apps is what it begins with.
  ///
  /// - Parameter ranks: for each source what goes before its kind, such as an order that a person chose.
  /// - Returns: them.
  func ranked(ranks: [Int]? = nil) -> [HealthSource] {
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
