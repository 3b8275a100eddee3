import Challenge
package import WallfarmPluginKit

/// Adapts errors for clients, which cannot access a shell or the disk of the service.
extension RenderError {
  /// The error with shortened texts, and with hints and origins for HTTP clients.
  package var overHTTP: RenderError {
    var error = self
    error.message = error.message.shortened
    error.subject = error.subject?.shortened
    error.hint = hintOverHTTP?.shortened
    if case .option(let name) = error.origin { error.origin = .parameter(name) }
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
  /// Maximum size of an error text in bytes; it may quote a request of several megabytes.
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
    "motion": "/v1/motions",
  ]

  /// The endpoint of a command, or `nil`.
  ///
  /// `describe content` is in the schema. The parameters of a plugin, and the content that a
  /// template shows, are in the list of templates.
  private static func endpoint(of words: [Substring]) -> String? {
    guard let verb = words.first else { return nil }
    guard verb == "describe" else { return lists[String(verb)] }
    return words.dropFirst().first == "content" ? "/v1/schema" : "/v1/templates"
  }

  /// Replaces quoted commands, such as `'wallfarm theme list'`, with endpoints; `nil` if there is
  /// none.
  fileprivate var commandsOverHTTP: String? {
    var text = ""
    for (index, part) in split(separator: "'", omittingEmptySubsequences: false).enumerated() {
      let isQuoted = index % 2 == 1
      let words = part.split(separator: " ")
      let isCommand = words.first == "wallfarm" || words.last == "list"
      if isQuoted, isCommand {
        guard let address = String.endpoint(of: words.filter { $0 != "wallfarm" }) else {
          return nil
        }
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

  /// Option values in hints, by option.
  private static let values: [String: Set<String>] = [
    "format": ["png", "jpeg", "webp"], "effort": ["fast", "balanced", "small"],
    "missing": ["fail", "box"], "overflow": ["fail", "shorten", "more"],
    "variant": ["light", "dark", "auto"], "quality": ["lossless"],
  ]

  /// Replaces options with keys: `"format": "jpeg" or "webp"` for `--format jpeg or webp`.
  fileprivate var optionsOverHTTP: String {
    var (text, rest) = ("", self[...])
    while let start = rest.firstRange(of: "--") {
      let name = String(rest[start.upperBound...].prefix { $0.isLowercase || $0 == "-" })
      text += rest[..<start.lowerBound]
      text += "\"\(String.keys[name] ?? name)\""
      rest = rest[start.upperBound...].dropFirst(name.count)
      var mark = (before: " ", after: ": ")
      while rest.hasPrefix(mark.before) {
        let value = rest.dropFirst(mark.before.count).prefix { $0.isLowercase }
        guard String.values[name]?.contains(String(value)) == true else { break }
        text += mark.after + "\"\(value)\""
        rest = rest[value.endIndex...]
        mark = (" or ", " or ")
      }
    }
    return text + rest
  }
}
