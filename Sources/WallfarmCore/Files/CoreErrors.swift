internal import SourceJSON
internal import Spelling
public import WallfarmPluginKit

// The sentences of the core.

extension RenderError {
  /// A file that is not there, or may not be read; `reason` is the system's.
  public static func fileUnreadable(_ path: String, _ reason: String) -> RenderError {
    RenderError(
      .fileUnreadable, "'\(path)' cannot be read: \(reason)", origin: path,
      hint: "check the path and its permissions")
  }

  static func fileTooLarge(_ path: String, _ limit: Int, setting: String?) -> RenderError {
    RenderError(
      .fileTooLarge, "'\(path)' has more than \(limit) bytes, the limit for it", origin: path,
      hint: setting.map { "make it smaller, or raise the limit with \($0)" } ?? "make it smaller")
  }

  static func pathOutside(_ path: String, _ folder: String, origin: String) -> RenderError {
    RenderError(
      .pathOutside, "'\(path)' leads out of '\(folder)'", origin: origin,
      hint: "move the file into that folder, or allow it with --allow-outside")
  }

  static func installationBroken(tried: [String], variable: Bool) -> RenderError {
    RenderError(
      .installationBroken,
      "no templates and fonts found in "
        + tried.prefix(2).map { "'\($0)'" }.joined(separator: " or "),
      origin: variable ? "WALLFARM_HOME" : nil,
      hint: variable
        ? "set WALLFARM_HOME to the folder that holds Templates and Fonts, or unset it"
        : "install with 'make install', or set WALLFARM_HOME to a checkout of the project")
  }

  static func unknown(
    _ code: ErrorCode, _ what: String, _ name: String, known: [String], origin: String?,
    list: String
  ) -> RenderError {
    RenderError(
      code, "no \(what) is named '\(name)'", origin: origin,
      hint: closestSpelling(to: name, among: known).map { "did you mean '\($0)'?" }
        ?? "'wallfarm list \(list)' shows all \(known.count)")
  }

  static func unknownParameter(
    _ key: String, known: [String], plugins: [String], origin: String?
  ) -> RenderError {
    guard let plugin = plugins.first else {
      return RenderError(
        .unknownParameter, "'\(key)' cannot be set: this picture uses no plugin", origin: origin,
        hint: "choose a template with a layout, or give a background")
    }
    return RenderError(
      .unknownParameter,
      "'\(key)' is not a parameter of " + plugins.map { "'\($0)'" }.joined(separator: " or "),
      origin: origin,
      hint: closestSpelling(to: key, among: known).map { "did you mean '\($0)'?" }
        ?? "'wallfarm describe \(plugin)' shows what can be set")
  }

  static func ambiguousParameter(_ key: String, plugins: [String]) -> RenderError {
    RenderError(
      .unknownParameter,
      "'\(key)' is a parameter of "
        + plugins.map { "'\($0)'" }.joined(separator: " and "), origin: "--set",
      hint: "say which: --set \(plugins[0]).\(key)=…")
  }

  static func settingWithoutValue(_ text: String) -> RenderError {
    text.hasPrefix("=")
      ? RenderError(
        .invalidParameter, "'\(text)' has no key before the '='", origin: "--set",
        hint: "write --set KEY\(text)")
      : RenderError(
        .invalidParameter, "'\(text)' has no '=': a setting is KEY=VALUE", origin: "--set",
        hint: "write --set \(text.isEmpty ? "max-size" : text)=VALUE")
  }

  static func unknownToken(_ name: String, known: [String], origin: String?) -> RenderError {
    RenderError(
      .unknownToken, "themes have no token '\(name)'", origin: origin,
      hint: closestSpelling(to: name, among: known).map { "did you mean '\($0)'?" }
        ?? "'wallfarm describe themes' shows every token")
  }

  /// A key that a file does not have, with the one that was meant.
  public static func unknownKey(
    _ key: String, in what: String, known: [String], origin: String
  ) -> RenderError {
    RenderError(
      .unknownKey, "\(what) has no key '\(key)'", origin: origin,
      hint: closestSpelling(to: key, among: known).map { "did you mean '\($0)'?" }
        ?? "the keys are " + known.joined(separator: ", "))
  }

  /// A value in a file that cannot be; `what` is what it is of.
  public static func invalidValue(
    _ what: String, expected: String, got: String, origin: String, hint: String? = nil
  ) -> RenderError {
    RenderError(
      .invalidValue, "\(what) cannot be \(got): expected \(expected)", origin: origin, hint: hint)
  }

  static func missingKey(_ key: String, in what: String, origin: String) -> RenderError {
    RenderError(
      .invalidValue, "\(what) needs the key '\(key)'", origin: origin, hint: "add \"\(key)\": …")
  }

  static func newerFormat(_ found: String, origin: String) -> RenderError {
    RenderError(
      .invalidValue, "this file is written in format \(found); this wallfarm reads format 1",
      origin: origin, hint: "update wallfarm, or write the file in format 1")
  }

  static func invalidJSON(_ error: JSONSyntaxError, file: String) -> RenderError {
    RenderError(
      .invalidJSON, error.message, origin: "\(file):\(error.place.line):\(error.place.column)",
      hint: error.hint)
  }

  static func invalidNotes(_ message: String, origin: String, hint: String? = nil) -> RenderError {
    RenderError(
      .invalidNotes, message, origin: origin,
      hint: hint ?? #"write ["Buy milk", {"text": "Call Ana", "done": true}], or a note a line"#)
  }

  static func outputField(_ field: String, known: [String]) -> RenderError {
    RenderError(
      .outputPattern, "the output pattern has an unknown field '{\(field)}'", origin: "--output",
      hint: closestSpelling(to: field, among: known)
        .map { "did you mean '{\($0)}'?" }
        ?? "the fields are " + known.map { "{\($0)}" }.joined(separator: " "))
  }

  static func outputUnclosed(_ pattern: String) -> RenderError {
    RenderError(
      .outputPattern, "the output pattern '\(pattern)' has a '{' without its '}'",
      origin: "--output", hint: "a field is written {device}")
  }

  static func outputCollision(_ path: String) -> RenderError {
    RenderError(
      .outputPattern, "two pictures would be written to '\(path)'", origin: "--output",
      hint: "put a field into the name, such as {template}-{device}.{format}")
  }

  static func outputFailed(
    _ path: String, _ reason: String,
    hint: String = "choose another place with --output, or make room and permissions there"
  ) -> RenderError {
    RenderError(
      .outputFailed, "'\(path)' cannot be written: \(reason)", origin: "--output", hint: hint)
  }

  static func outputWithoutFolder(_ path: String, _ folder: String) -> RenderError {
    .outputFailed(
      path, "the folder '\(folder)' does not exist",
      hint: "make it first: mkdir -p '\(folder)'")
  }

  static func transparentJPEG() -> RenderError {
    RenderError(
      .conflictingOptions, "a JPEG cannot be transparent", origin: "--format",
      hint: "use --format png, or give a background")
  }

  static func qualityOfPNG() -> RenderError {
    RenderError(
      .conflictingOptions, "a PNG has no quality: it keeps every pixel", origin: "--quality",
      hint: "leave it out, use --effort small for a smaller file, or --format jpeg or webp")
  }

  static func losslessJPEG() -> RenderError {
    RenderError(
      .conflictingOptions, "a JPEG cannot be lossless", origin: "--quality",
      hint: "use a number up to 100, or --format png or webp")
  }

  static func invalidScene(_ what: String, layer: String) -> RenderError {
    RenderError(
      .invalidScene, "the scene cannot be drawn: \(what)", origin: "layer '\(layer)'",
      hint: "this is a mistake of the plugin that made the layer")
  }

  static func strict(_ warning: RenderWarning) -> RenderError {
    RenderError(
      .strictWarning, "\(warning.message) (\(warning.code.rawValue))", origin: "--strict",
      hint: warning.hint)
  }
}
