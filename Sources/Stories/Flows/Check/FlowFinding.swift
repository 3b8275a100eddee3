package import WallfarmPluginKit

/// Something that is wrong with a flow, and the shortest way to it.
package struct FlowFinding: Sendable, Equatable {
  package let code: ErrorCode
  package let message: String
  /// Where it is written.
  package let origin: Origin
  /// What somebody does to get there, first to last; empty for what can be seen without playing.
  package var way: [String] = []
  package var hint: String?

  package init(
    _ code: ErrorCode, _ message: String, origin: Origin, way: [String] = [], hint: String? = nil
  ) {
    self.code = code
    self.message = message
    self.origin = origin
    self.way = way
    self.hint = hint
  }

  /// As an error, for all that prints those.
  package var error: RenderError {
    RenderError(
      code, message, origin: origin, hint: hint,
      also: way.isEmpty ? nil : "the way there: " + way.joined(separator: " › "))
  }
}
