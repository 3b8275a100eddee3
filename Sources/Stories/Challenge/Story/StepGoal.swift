internal import Diagnostics
package import WallfarmPluginKit

/// The number of steps that unlocks a picture.
package struct StepGoal: Hashable, Sendable {
  package let steps: Int

  /// Valid goals, from a short walk to two months of walking.
  package static let range = 500...1_000_000

  /// Named goals; the highest goal takes a week.
  package static let levels: [(name: String, steps: Int)] = [
    ("easy", 5000), ("medium", 10_000), ("hard", 15_000), ("epic", 30_000),
  ]

  /// Creates a goal; returns nil if the number is outside ``range``.
  package init?(_ steps: Int) {
    guard StepGoal.range.contains(steps) else { return nil }
    self.steps = steps
  }

  /// Parses a number or a level name.
  ///
  /// - Throws: `invalid-parameter`.
  package init(parsing text: String, origin: Origin) throws(RenderError) {
    let known = StepGoal.levels.first { $0.name == text }?.steps
    guard let goal = (known ?? Int(text)).flatMap(StepGoal.init) else {
      let names = StepGoal.levels.map(\.name)
      throw RenderError(
        .invalidParameter, "'\(text)' is not a valid goal", origin: origin,
        hint: closestSpelling(to: text, among: names).map { "did you mean '\($0)'?" }
          ?? "use a number from \(StepGoal.range.lowerBound) to \(StepGoal.range.upperBound), "
          + "or \(names.joined(separator: ", "))")
    }
    self = goal
  }

  /// Returns the distance in kilometers for a number of steps, at 0.8 m per step (5,000 steps are
  /// about 4 km).
  package static func kilometres(_ steps: Int) -> Double { Double(steps) * 0.0008 }

  /// Returns the progress in percent, rounded down, so that 100 means that the goal was reached.
  package func percent(of walked: Int) -> Int {
    walked >= steps ? 100 : max(0, walked) * 100 / steps
  }
}
