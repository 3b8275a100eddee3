import RenderFarm
import WallfarmPluginKit

/// Prints the result of checking a job file.
struct PlanView {
  private let plan: JobPlan
  private let isChecking: Bool
  private let skipsInvalid: Bool

  private static let mostShown = 50

  init(_ plan: JobPlan, isChecking: Bool, skipsInvalid: Bool) {
    (self.plan, self.isChecking, self.skipsInvalid) = (plan, isChecking, skipsInvalid)
  }

  /// Whether the batch can run.
  var canRun: Bool { plan.mistakeCount == 0 || (skipsInvalid && !plan.isBroken) }

  /// The numbers of pictures and films as a phrase, such as `3 pictures and 1 film`.
  private var units: String {
    let pictures = plan.units - plan.films
    guard plan.films > 0 else { return counted(pictures, "picture") }
    let films = counted(plan.films, "film")
    return pictures == 0 ? films : "\(counted(pictures, "picture")) and \(films)"
  }

  /// Prints the errors and a summary.
  ///
  /// - Parameters:
  ///   - isVerbose: Whether to print a line if there are no errors.
  ///   - does: The verb for jobs in the present and past tense, such as `renders` and `rendered`.
  ///   - say: Prints a line that is not an error.
  func show(isVerbose: Bool, does: (now: String, then: String), say: (String) -> Void) {
    let (mistakes, others) = plan.distinctMistakes(most: PlanView.mostShown)
    for mistake in mistakes { Terminal.report(mistake) }
    if others > 0 { Terminal.report("… and \(counted(others, "more error"))") }
    if !canRun {
      var line = counted(plan.mistakeCount, "error")
      if plan.jobs > 0 { line += " in \(counted(plan.jobs, "job"))" }
      if !isChecking { line += "; no jobs were \(does.then)" }
      let others = plan.jobs - plan.invalidJobs
      if !isChecking && !plan.isBroken && others > 0 {
        let jobs = others == 1 ? "job" : "\(others) jobs"
        line += ". --skip-invalid \(does.now) the other \(jobs)"
      }
      Terminal.report(line)
    } else if isChecking, isVerbose {
      say(
        "\(counted(plan.jobs - plan.invalidJobs, "job")) with \(units) "
          + (plan.mistakeCount > 0 ? "can be \(does.then)" : "to render, no errors"))
    } else if plan.invalidJobs > 0 {
      Terminal.report("\(counted(plan.invalidJobs, "invalid job")) skipped")
    }
  }
}
