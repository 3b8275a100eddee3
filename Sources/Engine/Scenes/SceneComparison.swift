/// Compares two scenes and describes each difference once.
package struct SceneComparison {
  /// The changes, most significant first.
  package let changes: [SceneChange]

  /// Compares the facts of two scenes.
  ///
  /// - Parameters:
  ///   - expected: The recorded scene.
  ///   - actual: The current scene.
  ///   - tolerance: The tolerance for lengths, in points.
  package init(expected: SceneFacts, actual: SceneFacts, tolerance: Double) {
    let differences = SceneComparison.differences(expected, actual, tolerance)
    let scale = actual.table.values["screen"]?["scale"]?.list ?? [1, 1]
    let words = SceneWords(
      scale: (scale.first ?? 1, scale.last ?? 1), notes: actual.table.subjects.noteCount,
      background: actual.background)
    changes = words.changes(Echoes(of: differences).tellable)
  }

  /// A changed property with its old and new values; a value is `nil` if the property did not
  /// exist.
  struct Difference: Hashable {
    let subject: String
    let property: String
    let old: FactValue?
    let new: FactValue?
  }

  private static func differences(
    _ expected: SceneFacts, _ actual: SceneFacts, _ tolerance: Double
  ) -> [Difference] {
    let (old, new) = (expected.table, actual.table)
    var found: [Difference] = []
    for subject in new.subjects + old.subjects.filter({ new.values[$0] == nil }) {
      let (before, after) = (old.values[subject], new.values[subject])
      guard let before, let after else {
        found.append(
          Difference(
            subject: subject, property: "presence", old: before.map { _ in .flag(true) },
            new: after.map { _ in .flag(true) }))
        continue
      }
      for property in Set(before.keys).union(after.keys).sorted() {
        let (one, other) = (before[property], after[property])
        if !FactValue.isSame(one, other, property, tolerance) {
          found.append(Difference(subject: subject, property: property, old: one, new: other))
        }
      }
    }
    return found
  }
}

extension SceneComparison.Difference {
  /// Whether both properties changed by the same amount, within 0.01 pt.
  func isShifted(like other: Self) -> Bool {
    guard let one = shift, let two = other.shift, one.count == two.count else { return false }
    return zip(one, two).allSatisfy { abs($0 - $1) < 0.01 }
  }

  /// The change in points; `nil` if the values are not numeric.
  var shift: [Double]? {
    guard let old = old?.list, let new = new?.list, old.count == new.count else { return nil }
    return zip(old, new).map { (($1 - $0) * 1000).rounded() / 1000 }
  }
}

extension FactValue {
  /// The numbers, or `nil` for text.
  var list: [Double]? {
    if case .numbers(let list) = self { list } else { nil }
  }

  /// The value as written in sentences.
  var shown: String {
    switch self {
    case .text(let text): "'\(text)'"
    case .words(let words): words
    case .numbers: written
    }
  }

  /// The text without quotes; `nil` for numbers.
  private var plain: String? {
    switch self {
    case .numbers: nil
    case .words(let words), .text(let words): words
    }
  }

  /// The properties that are lengths, to which the tolerance applies; all other numbers must be
  /// equal except for rounding.
  private static let lengths: Set<String> = [
    "at", "size", "width", "from", "baseline", "radius", "type", "blur",
  ]
  /// The tolerance for all other numbers, which covers only their rounding to 0.001.
  private static let rounding = 0.0015

  static func isSame(
    _ one: FactValue?, _ other: FactValue?, _ property: String, _ tolerance: Double
  ) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    guard let a = one.list, let b = other.list else {
      return one.plain == other.plain && one.plain != nil
    }
    let most = lengths.contains(property) ? tolerance : rounding
    return a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= most }
  }
}

extension [String] {
  /// The number of notes among the subjects.
  fileprivate var noteCount: Int {
    filter { $0.hasPrefix("note.") && $0.hasSuffix(".place") }.count
  }
}
