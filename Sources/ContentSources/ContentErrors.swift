internal import Spelling
public import WallfarmPluginKit

// The sentences of content.

extension ErrorCode {
  /// Notes that are neither a JSON list nor lines of text.
  public static let invalidNotes = ErrorCode("invalid-notes")
  /// Content that its kind does not have, or beyond its limits.
  public static let invalidContent = ErrorCode("invalid-content")
  /// A name that no time zone has.
  public static let unknownZone = ErrorCode("unknown-zone")
}

extension RenderError {
  static func unknownZone(_ name: String, known: [String], origin: Origin) -> RenderError {
    let meant =
      closestSpelling(to: name, among: known)
      ?? known.first { $0.lowercased().hasSuffix("/" + name.lowercased()) }
    return RenderError(
      .unknownZone, "no time zone is named '\(name.prefix(64))'", origin: origin,
      hint: meant.map { "did you mean '\($0)'?" }
        ?? (known.isEmpty
          ? "there is no zone database in \(ZoneFile.folder): install tzdata, or write +01:00"
          : "write it like Europe/Berlin or +01:00"))
  }

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
