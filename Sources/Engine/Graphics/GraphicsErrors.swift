internal import CCairo
internal import Diagnostics
internal import FontFormats
package import WallfarmPluginKit

// Error messages of the Graphics module.

extension RenderError {
  static func rasterFailed(_ status: cairo_status_t, while action: String) -> RenderError {
    rasterFailed("cairo could not \(action): \(String(cString: cairo_status_to_string(status)))")
  }

  /// Returns the error for a failed pixel allocation.
  ///
  /// The error is not retryable if the size exceeds cairo's limit.
  static func noSurface(_ status: cairo_status_t, _ size: PixelSize) -> RenderError {
    status == CAIRO_STATUS_INVALID_SIZE
      ? tooLarge("an area of \(size) pixels", limit: "32,767 pixels per side")
      : rasterFailed(status, while: "allocate \(size) pixels")
  }

  static func tooLarge(_ what: String, limit: String) -> RenderError {
    RenderError(
      .invalidScene, "\(what) cannot be drawn; the limit is \(limit)",
      hint: "use smaller type, shorter text or a smaller frame")
  }

  static func rasterFailed(_ what: String) -> RenderError {
    RenderError(
      .rasterFailed, what,
      hint: "check the free memory; 'wallfarm doctor' shows the libraries in use")
  }

  static func fontsMissing(_ what: String, in folder: String) -> RenderError {
    RenderError(
      .fontsMissing, what, origin: .file(folder),
      hint: "run 'make setup' in the project, or run 'wallfarm doctor' to list missing files")
  }

  static func missingGlyphs(_ clusters: [MissingCluster]) -> RenderError {
    RenderError(
      .missingGlyph, "no bundled font contains \(clusters.phrase)",
      hint: "remove the characters, or use --missing box to draw a box for each of them")
  }

  static func photoUnreadable(_ reason: String, file: String) -> RenderError {
    var error = RenderError(
      .photoUnreadable, "the photo cannot be read: \(reason)", origin: .file(file),
      hint: "open it in another program and save it again as JPEG or PNG")
    error.reason = reason
    return error
  }

  static func photoFormat(_ found: String, file: String) -> RenderError {
    RenderError(
      .photoFormat, "the photo is \(found)", origin: .file(file),
      hint: "use a JPEG, PNG, WebP, HEIC, AVIF or SVG file; the format is detected from the "
        + "content, not the name")
  }

  static func photoTooLarge(
    _ what: String, limit: String, setting: String, file: String
  ) -> RenderError {
    RenderError(
      .photoTooLarge, "the photo has \(what); the limit is \(limit)", origin: .file(file),
      hint: "make it smaller, or raise the limit with \(setting)")
  }

  static func photoTooLarge(_ what: String, limit: String, file: String) -> RenderError {
    RenderError(
      .photoTooLarge, "the photo has \(what); the limit is \(limit)", origin: .file(file),
      hint: "save it again as JPEG or PNG")
  }

  static func photoNeedsMemory(_ bytes: Int, limit: Int, file: String) -> RenderError {
    RenderError(
      .photoTooLarge,
      "decoding the photo takes up to \(bytes) bytes in addition to its pixels; the limit is "
        + "\(limit)",
      origin: .file(file),
      hint: "make it smaller, or raise the limit with --max-photo-memory")
  }

  static func fontUnreadable(_ reason: String, file: String) -> RenderError {
    RenderError(
      .fontUnreadable, "the font cannot be used: \(reason)", origin: .file(file),
      hint: "get the font again from its vendor, or export it again with a font editor")
  }

  static func encodingFailed(_ format: String, _ reason: String) -> RenderError {
    RenderError(.rasterFailed, "the picture could not be encoded as \(format): \(reason)")
  }
}

extension RenderError {
  /// The error with the families of the custom fonts, if it is about an unknown font family.
  package func naming(customFamilies families: [String]) -> RenderError {
    guard code == .unknownFont, also == nil, !families.isEmpty else { return self }
    var error = self
    error.also =
      "the font files contain " + Set(families).sorted().map { "'\($0)'" }.joined(separator: ", ")
    return error
  }

  static func unknownFont(_ family: String, known: [String]) -> RenderError {
    RenderError(
      .unknownFont, "no font family is named '\(family)'",
      hint: closestSpelling(to: family, among: known).map { "did you mean '\($0)'?" }
        ?? "'wallfarm font list' shows all families")
  }
}

extension Unicode.Scalar {
  /// The scalar's code point in the notation of the Unicode Standard, such as `U+20AC`.
  public var codePoint: String {
    let hex = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex
  }
}
