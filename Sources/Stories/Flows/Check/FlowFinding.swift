package import WallfarmPluginKit

/// A mistake in a flow, with the shortest path to it.
package struct FlowFinding: Sendable, Equatable {
  package let code: ErrorCode
  package let message: String
  /// The position of the mistake in the source file.
  package let origin: Origin
  /// The moves that lead to the mistake, in order; empty if it was found without exploration.
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

  /// The finding as an error, for uniform printing.
  package var error: RenderError {
    RenderError(
      code, message, origin: origin, hint: hint,
      also: way.isEmpty ? nil : "to reproduce: " + way.joined(separator: " › "))
  }
}
