internal import Diagnostics
internal import Files
internal import SourceJSON
import WallfarmPluginKit

// Error messages about content.

extension RenderError {
  static func unknownZone(_ name: String, known: [String], origin: Origin) -> RenderError {
    let meant =
      closestSpelling(to: name, among: known)
      ?? known.first { $0.lowercased().hasSuffix("/" + name.lowercased()) }
    return RenderError(
      .unknownZone, "no time zone is named '\(name.prefix(64))'", origin: origin,
      hint: meant.map { "did you mean '\($0)'?" }
        ?? (known.isEmpty
          ? "there is no zone database in \(ZoneFile.folder): install tzdata, or write an offset "
            + "such as +01:00"
          : "write a name such as Europe/Berlin, or an offset such as +01:00")
    ).remedied(.repair(with: (offset(in: name) ?? meant).map(JSONValue.string)))
  }

  /// Converts an offset such as `UTC+2` or `GMT-3:30` to the notation `+02:00`.
  private static func offset(in name: String) -> String? {
    guard
      let match = name.wholeMatch(of: #/(?:UTC|GMT|utc|gmt)?\s*([-+])(\d{1,2})(?::?(\d{2}))?/#),
      let hours = Int(match.2), hours <= 14
    else { return nil }
    return "\(match.1)\(hours < 10 ? "0" : "")\(hours):\(match.3 ?? "00")"
  }

  static func invalidNotes(_ message: String, origin: Origin, hint: String? = nil) -> RenderError {
    RenderError(
      .invalidNotes, message, origin: origin,
      hint: hint ?? #"write ["Buy milk", {"text": "Call Ana", "done": true}], or one note per line"#
    )
  }

  /// The error for an unknown key.
  ///
  /// The message shows the key only if it resembles a known key, because any other key may be
  /// private text.
  static func unknownContentKey(
    _ key: String, in what: String, known: [String], origin: Origin
  ) -> RenderError {
    if closestSpelling(to: key, among: known) != nil {
      return .unknownKey(key, in: what, known: known, origin: origin)
    }
    return RenderError(
      .unknownKey, "\(what) has an unknown key of \(key.count) characters",
      origin: origin, hint: "valid keys are " + known.joined(separator: ", ")
    ).remedied(.remove())
  }

  static func invalidContent(
    _ message: String, origin: Origin, hint: String? = nil
  ) -> RenderError {
    RenderError(
      .invalidContent, message, origin: origin,
      hint: hint ?? "'wallfarm describe content' shows the kinds, keys and accepted values")
  }

  static func invalidSource(_ message: String, origin: Origin, hint: String? = nil) -> RenderError {
    RenderError(
      .invalidSource, message, origin: origin,
      hint: hint ?? #"write {"url": "https://…", "map": {"kind": "notes", "fields": {…}}}"#)
  }

  /// The error for a URL in content that cannot name URLs.
  static func sourcesRefused(origin: Origin) -> RenderError {
    RenderError(
      .sourcesRefused, "content from URLs is not supported here", origin: origin,
      hint: "store the content in a file: wallfarm content convert URL > content.json")
  }
}
