import Authoring
import Designs
import WallfarmCore
import WallfarmPluginKit

/// Reports the errors of a watched command as `wallfarm check` reports them.
struct WatchedProblems {
  let installation: Installation
  let plugins: PluginRegistry
  /// The watched files that are neither templates nor themes.
  let inputs: [String]

  /// Returns every error in the file to which an error refers, or only that error if the file is not
  /// a watched template or theme.
  func all(with error: RenderError, in files: Set<String>) -> [RenderError] {
    guard let file = error.origin?.file, error.origin?.line != nil, files.contains(file),
      !inputs.contains(file)
    else { return [error] }
    let families = (try? FontLock(installation: installation).families.map(\.name)) ?? []
    let checker = FileChecker(
      installation: installation, plugins: plugins, fontFamilies: families)
    let problems = checker.check(file).problems
    return problems.isEmpty ? [error] : problems
  }

  /// Reports errors, those in templates and themes with an excerpt of the file.
  func report(_ problems: [RenderError]) {
    var excerpts = FileExcerpts()
    for problem in problems {
      let place = problem.origin.flatMap { inputs.contains($0.file ?? "") ? nil : $0 }
      Terminal.report(problem, excerpt: place.flatMap { excerpts.excerpt(at: $0) })
    }
  }
}
