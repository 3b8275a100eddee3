public import WallfarmPluginKit

// The sentences of content.

extension ErrorCode {
  /// Notes that are neither a JSON list nor lines of text.
  public static let invalidNotes = ErrorCode("invalid-notes")
  /// Content that its kind does not have, or beyond its limits.
  public static let invalidContent = ErrorCode("invalid-content")
}

extension RenderError {
  static func invalidNotes(_ message: String, origin: Origin, hint: String? = nil) -> RenderError {
    RenderError(
      .invalidNotes, message, origin: origin,
      hint: hint ?? #"write ["Buy milk", {"text": "Call Ana", "done": true}], or a note a line"#)
  }

  static func invalidContent(
    _ message: String, origin: Origin, hint: String? = nil
  ) -> RenderError {
    RenderError(
      .invalidContent, message, origin: origin,
      hint: hint ?? "'wallfarm describe content' shows kinds, keys and what they accept")
  }
}
