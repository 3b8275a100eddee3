public import Diagnostics
internal import Glibc
package import SourceJSON

// Errors that concern files, including JSON files.

extension RenderError {
  /// The error for a file that is missing or unreadable, with the system's reason.
  public static func fileUnreadable(_ path: String, _ reason: String) -> RenderError {
    var error = RenderError(
      .fileUnreadable, "'\(path)' cannot be read: \(reason)", origin: .file(path),
      hint: "check the path and its permissions")
    error.reason = reason
    return error
  }

  /// The error for a failed read; the file itself may be valid.
  package static func cannotRead(_ path: String, _ number: Int32) -> RenderError {
    var error = fileUnreadable(path, SystemError.message(number))
    guard [EIO, ESTALE, EMFILE, ENFILE, ENOMEM].contains(number) else { return error }
    error.code = .inputFailed
    error.hint =
      "check the disk, the free memory and the limit on open files; the file itself may be intact"
    return error
  }

  /// Maximum number of names in a folder that is searched for a suggestion.
  private static let mostNames = 1000

  /// The error with a suggestion in its hint, if the file does not exist and another one in its
  /// folder has a similar name.
  package func suggestingFile(_ path: String) -> RenderError {
    let name = Files.name(of: path)
    guard !Files.exists(path) else { return self }
    let names = Files.names(in: Files.folder(of: path))
    guard names.count <= RenderError.mostNames, let near = closestSpelling(to: name, among: names)
    else { return self }
    var error = self
    error.hint = "did you mean '\(near)'?"
    return error
  }

  package static func fileTooLarge(_ path: String, _ limit: Int, setting: String?) -> RenderError {
    RenderError(
      .fileTooLarge, "'\(path)' is larger than the limit of \(limit) bytes",
      origin: .file(path),
      hint: setting.map { "use a smaller file, or raise the limit with \($0)" }
        ?? "use a smaller file")
  }

  package static func pathOutside(_ path: String, _ folder: String, origin: Origin) -> RenderError {
    RenderError(
      .pathOutside, "'\(path)' is outside '\(folder)'", origin: origin,
      hint: "move the file into that folder, or allow it with --allow-outside")
  }

  static func emptyPath(_ origin: Origin) -> RenderError {
    RenderError(
      .fileUnreadable, "the file name is empty", origin: origin,
      hint: "write the path of a file, or remove the value")
  }

  /// The error for an unknown key, with a suggestion.
  public static func unknownKey(
    _ key: String, in what: String, known: [String], origin: Origin
  ) -> RenderError {
    let meant = keyMeant(by: key, among: known)
    return RenderError(
      .unknownKey, "\(what) has no key '\(key)'", origin: origin,
      hint: meant.map { "did you mean '\($0)'?" }
        ?? "valid keys are " + known.joined(separator: ", ")
    ).remedied(meant.map { .rename(to: $0) } ?? .remove())
  }

  /// The error for an unknown key in a file that may contain private text.
  ///
  /// The message includes the key only if it resembles a valid key, because a missing quote can
  /// turn the text of a note into a key.
  package static func unknownPersonalKey(
    _ key: String, in what: String, known: [String], origin: Origin
  ) -> RenderError {
    let looksLikeKey = key.utf8.count <= 40 && key.wholeMatch(of: /[$A-Za-z][A-Za-z0-9_.-]*/) != nil
    if looksLikeKey || keyMeant(by: key, among: known) != nil {
      return .unknownKey(key, in: what, known: known, origin: origin)
    }
    return RenderError(
      .unknownKey, "\(what) has an unknown key of \(key.count) characters",
      origin: origin, hint: "valid keys are " + known.joined(separator: ", ")
    ).remedied(.remove())
  }

  /// The known key that the user most likely meant by an unknown key.
  static func keyMeant(by key: String, among known: [String]) -> String? {
    let synonyms = [
      "author": "credits", "description": "summary", "title": "summary", "font": "fonts",
      "variables": "palette", "if": "when", "params": "parameters", "inherits": "extends",
    ]
    if let meant = synonyms[key.lowercased()], known.contains(meant) { return meant }
    return closestSpelling(to: key.shortened, among: known)
  }

  /// The error for an invalid value; `what` names the value.
  public static func invalidValue(
    _ what: String, expected: String, got: String, origin: Origin, hint: String? = nil,
    also: String? = nil
  ) -> RenderError {
    RenderError(
      .invalidValue, "\(what) cannot be \(got.shortened): expected \(expected)", origin: origin,
      hint: hint,
      also: also)
  }

  static func missingKey(_ key: String, in what: String, origin: Origin) -> RenderError {
    RenderError(
      .invalidValue, "\(what) needs the key '\(key)'", origin: origin,
      hint: "add \"\(key)\": " + (examples[key] ?? "…"))
  }

  private static var examples: [String: String] {
    [
      "format": "1", "summary": "\"A short description.\"", "theme": "\"midnight\"",
      "background": "{ \"plugin\": \"gradient\" }", "when": "{ \"kind\": \"ipad\" }",
      "plugin": "\"…\"",
    ]
  }

  static func newerFormat(_ found: String, origin: Origin) -> RenderError {
    RenderError(
      .invalidValue, "the file has format \(found), but this version supports only format 1",
      origin: origin, hint: "update wallfarm, or convert the file to format 1")
  }

  /// The error for invalid JSON syntax; set `showsText` only if the file cannot contain private
  /// text.
  package static func invalidJSON(
    _ error: JSONSyntaxError, file: String, showsText: Bool = false
  ) -> RenderError {
    let shown = showsText ? error : error.withoutWords
    return RenderError(
      .invalidJSON, shown.message, origin: shown.place.origin(in: file), hint: shown.hint)
  }

  package static func outputFailed(
    _ path: String, _ reason: String, origin: Origin = .option("output"), hint: String? = nil
  ) -> RenderError {
    RenderError(
      .outputFailed, "'\(path)' cannot be written: \(reason)", origin: origin,
      hint: hint
        ?? "choose another path with \(origin), or check the permissions and the free disk space")
  }

  /// The error for a file system object that must not be replaced.
  static func outputInTheWay(_ path: String, _ reason: String, origin: Origin) -> RenderError {
    .outputFailed(
      path, reason, origin: origin,
      hint: "choose another path with \(origin), or move the existing item")
  }

  static func outputWithoutFolder(_ path: String, _ folder: String, origin: Origin) -> RenderError {
    .outputFailed(
      path, "the folder '\(folder)' does not exist", origin: origin,
      hint: "create it first: mkdir -p '\(folder)'")
  }
}

extension String {
  /// The string, truncated to 60 characters for use in a message.
  package var shortened: String { count > 60 ? prefix(59) + "…" : self }
}
