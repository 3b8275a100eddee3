import Arguments
import Authoring
import Files
import WallfarmPluginKit

/// The line of a theme, a template or the like that an error is about, as `check` shows it.
enum ShownExcerpt {
  /// Files of these have the words of notes in them, which are private.
  private static let privateOptions = [
    RenderOptions.notes, RenderOptions.content, RenderOptions.request, RenderOptions.repro,
    FlowPlayVerb.state, FlowPlayVerb.answers,
  ]

  /// The line, or nil where the error is about none, or about one that may not be shown.
  static func of(_ error: RenderError, in invocation: Invocation) -> String? {
    guard let origin = error.origin, let file = origin.file else { return nil }
    let closed =
      privateOptions.compactMap { invocation.value(of: $0) }
      + invocation.operands(BatchOptions.jobs)
    // A photo or a file of a queue has no lines, and what a batch reads is a person's.
    guard !closed.contains(where: { isBelow(file, $0) }), file.hasSuffix(".json") else {
      return nil
    }
    var files = FileExcerpts()
    return files.excerpt(at: origin)
  }

  private static func isBelow(_ file: String, _ place: String) -> Bool {
    PathComparison.isSame(file, place) || FileScope(folder: place).contains(file)
  }
}
