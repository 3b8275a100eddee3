import Arguments
import Authoring
import Files
import WallfarmPluginKit

/// Finds the line of a theme, template or similar file that contains an error, in the format of
/// `check`.
enum ShownExcerpt {
  /// Options whose files contain private notes.
  private static let privateOptions = [
    RenderOptions.notes, RenderOptions.content, RenderOptions.request, RenderOptions.repro,
    FlowPlayVerb.state, FlowPlayVerb.answers,
  ]

  /// Returns the line, or `nil` if the error has no line or the line is private.
  static func of(_ error: RenderError, in invocation: Invocation) -> String? {
    guard let origin = error.origin, let file = origin.file else { return nil }
    let closed =
      privateOptions.compactMap { invocation.value(of: $0) }
      + invocation.operands(BatchOptions.jobs)
    // Do not show lines from files with private notes, such as batch inputs, or from files that are
    // not JSON, such as photos and queues.
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
