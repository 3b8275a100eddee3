import Challenge
internal import ContentSources
internal import Files
package import WallfarmPluginKit

/// Adapts errors for clients, which cannot access a shell or the service's disk.
extension RenderError {
  /// The error with shortened text, and with hints and origins that apply to HTTP clients.
  package var overHTTP: RenderError {
    var error = self
    error.message = error.message.ofUploads.shortened
    error.subject = error.subject?.shortened
    error.hint = hintOverHTTP?.shortened
    switch error.origin {
    case .option(let name): error.origin = .parameter(name)
    case .file(let path, let line, let column):
      let name = path.ofUploads
      error.origin = .file(
        name.hasPrefix("/") ? Files.name(of: name) : name, line: line, column: column)
    default: break
    }
    error.also = error.also?.ofUploads.withoutFolders.shortened
    error.said = error.said.prefix(20).map(\.shortened)
    return error
  }

  /// Hints that refer to request keys or endpoints instead of files or commands.
  private static let hints: [ErrorCode: String] = [
    .pathOutside: "upload the file, and write its name: PUT /v1/photos, /v1/fonts, /v1/images",
    .noNotes: #"add "notes": ["Buy milk"] or "content""#,
    .noContent: #"add "content"; GET /v1/schema returns its keys"#,
    .sourcesRefused:
      "send the content itself; only the content of a person can have URLs, and only if the "
      + "operator allows their hosts with --content-from",
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
  /// The maximum size in bytes of a text in an error; without a limit, it could quote a request of
  /// several megabytes.
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

  /// The text without the folder that stands for the uploads of a client.
  fileprivate var ofUploads: String {
    let folder = RenderPlanner.nowhere.folder
    return replacing(folder + "/", with: "").replacing(
      "'\(folder)'", with: "the uploads of this key")
  }

  /// The text with only the last components of absolute paths, because the other components describe
  /// the disk of the server.
  fileprivate var withoutFolders: String {
    replacing(#/(^|[ '"])/(?:[^/\n]*/)+/#) { $0.output.1 }
  }

  fileprivate var isForShells: Bool {
    contains("--") || contains("wallfarm ") || contains("list'")
  }

  /// Endpoints that correspond to listing commands.
  private static let lists = [
    "device": "/v1/devices", "theme": "/v1/themes", "template": "/v1/templates",
    "motion": "/v1/motions",
  ]

  /// Returns the endpoint that replaces a command, or `nil` if there is none.
  ///
  /// The schema contains the information that `describe content` prints. The list of templates
  /// contains the parameters of plugins and the content that each template shows.
  private static func endpoint(of words: [Substring]) -> String? {
    guard let verb = words.first else { return nil }
    guard verb == "describe" else { return lists[String(verb)] }
    return words.dropFirst().first == "content" ? "/v1/schema" : "/v1/templates"
  }

  /// Replaces quoted commands, such as `'wallfarm theme list'`, with endpoints; returns `nil` if a
  /// command cannot be replaced.
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

  /// Request keys by option name, for options whose request keys have different names.
  private static let keys = ["device": "devices", "note": "notes"]

  /// The option values that hints may contain, by option name.
  private static let values: [String: Set<String>] = [
    "format": ["png", "jpeg", "webp"], "effort": ["fast", "balanced", "small"],
    "missing": ["fail", "box"], "overflow": ["fail", "shorten", "more"],
    "variant": ["light", "dark", "auto"], "quality": ["lossless"],
  ]

  /// Replaces options with request keys, such as `--format jpeg or webp` with `"format": "jpeg" or
  /// "webp"`.
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
