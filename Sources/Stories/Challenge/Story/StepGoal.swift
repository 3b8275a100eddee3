internal import Diagnostics
package import WallfarmPluginKit

/// How many steps a picture is worth.
package struct StepGoal: Hashable, Sendable {
  package let steps: Int

  /// From a short walk to what a person walks in two months.
  package static let range = 500...1_000_000

  /// The goals of the story, by name; a week of walking is the longest.
  package static let levels: [(name: String, steps: Int)] = [
    ("easy", 5000), ("medium", 10_000), ("hard", 15_000), ("epic", 30_000),
  ]

  /// Nil beyond ``range``.
  package init?(_ steps: Int) {
    guard StepGoal.range.contains(steps) else { return nil }
    self.steps = steps
  }

  /// Reads a number, or the name of a level.
  ///
  /// - Throws: `invalid-parameter`.
  package init(parsing text: String, origin: Origin) throws(RenderError) {
    let known = StepGoal.levels.first { $0.name == text }?.steps
    guard let goal = (known ?? Int(text)).flatMap(StepGoal.init) else {
      let names = StepGoal.levels.map(\.name)
      throw RenderError(
        .invalidParameter, "'\(text)' is no goal", origin: origin,
        hint: closestSpelling(to: text, among: names).map { "did you mean '\($0)'?" }
          ?? "a number from \(StepGoal.range.lowerBound) to \(StepGoal.range.upperBound), "
          + "or \(names.joined(separator: ", "))")
    }
    self = goal
  }

  /// How far that is, in kilometres: a step is 0.8 m, as the story has it (5,000 are about 4 km).
  package static func kilometres(_ steps: Int) -> Double { Double(steps) * 0.0008 }

  /// How much of it is walked, rounded down: 100 only where all of it is.
  package func percent(of walked: Int) -> Int {
    walked >= steps ? 100 : max(0, walked) * 100 / steps
  }
}
