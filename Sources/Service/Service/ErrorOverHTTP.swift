import Challenge
package import WallfarmPluginKit

/// Adapts errors for clients, which have neither a shell nor the disk of the service.
extension RenderError {
  /// The error with shortened texts and hints for HTTP clients.
  package var overHTTP: RenderError {
    var error = self
    error.message = error.message.shortened
    error.subject = error.subject?.shortened
    error.hint = hintOverHTTP?.shortened
    error.also = error.also?.shortened
    error.said = error.said.prefix(20).map(\.shortened)
    return error
  }

  /// Hints that refer to keys of a request instead of files or commands.
  private static let hints: [ErrorCode: String] = [
    .noNotes: #"add "notes": ["Buy milk"] or "content""#,
    .noContent: #"add "content"; GET /v1/schema returns its keys"#,
    .noChallenge: "start a challenge: PUT /p/{token}/challenge",
    .challengeUnderWay: "get its progress: GET /p/{token}/challenge, or end it: DELETE",
    .challengeNotReached: "send a newer export: PUT /p/{token}/health",
  ]

  private var hintOverHTTP: String? {
    guard let hint, hint.isForShells else { return hint }
    return RenderError.hints[code] ?? hint.commandsOverHTTP?.optionsOverHTTP
      ?? "the operator can check the service with 'wallfarm doctor'"
  }
}

extension String {
  /// Maximum size of an error text in bytes; it may quote a request of megabytes.
  private static let mostBytes = 1024

  fileprivate var shortened: String {
    guard utf8.count > String.mostBytes else { return self }
    var bytes = 0
    let start = unicodeScalars.prefix { scalar in
      bytes += UTF8.width(scalar)
      return bytes <= String.mostBytes
    }
    return String(String.UnicodeScalarView(start)) + "…"
  }

  fileprivate var isForShells: Bool {
    contains("--") || contains("wallfarm ") || contains("list'")
  }

  /// Endpoints that correspond to listing commands.
  private static let lists = [
    "device": "/v1/devices", "theme": "/v1/themes", "template": "/v1/templates",
    "motion": "/v1/motions", "describe": "/v1/schema",
  ]

  /// Replaces quoted commands, such as `'wallfarm theme list'`, by endpoints; `nil` if there is
  /// none.
  fileprivate var commandsOverHTTP: String? {
    var text = ""
    for (index, part) in split(separator: "'", omittingEmptySubsequences: false).enumerated() {
      let isQuoted = index % 2 == 1
      let words = part.split(separator: " ")
      let isCommand = words.first == "wallfarm" || words.last == "list"
      if isQuoted, isCommand, let verb = words.first(where: { $0 != "wallfarm" }) {
        guard let address = String.lists[String(verb)] else { return nil }
        text += "GET \(address)"
      } else if part.contains("wallfarm ") {
        return nil
      } else {
        text += isQuoted ? "'\(part)'" : String(part)
      }
    }
    return text
  }

  /// Options whose keys in a request have other names.
  private static let keys = ["device": "devices", "note": "notes"]

  /// Replaces options by keys: `"format"` for `--format`.
  fileprivate var optionsOverHTTP: String {
    var (text, rest) = ("", self[...])
    while let start = rest.firstRange(of: "--") {
      let name = rest[start.upperBound...].prefix { $0.isLowercase || $0 == "-" }
      text += rest[..<start.lowerBound]
      text += "\"\(String.keys[String(name)] ?? String(name))\""
      rest = rest[name.endIndex...]
    }
    return text + rest
  }
}
