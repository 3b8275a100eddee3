public import Diagnostics

// Error messages of the FontFormats module.

extension RenderError {
  /// Returns the error for a font whose license does not permit embedding.
  ///
  /// - Parameters:
  ///   - file: the path of the font.
  ///   - face: the face whose ``FontFace/embedding`` does not permit use.
  /// - Returns: the error, with the code `font-restricted`.
  public static func fontRestricted(file: String, face: FontFace) -> RenderError {
    let reason =
      face.embedding == .bitmapOnly
      ? "permits embedding of bitmaps only" : "does not permit embedding"
    var error = RenderError(
      .fontRestricted, "the font '\(face.name)' \(reason)", origin: .file(file),
      hint: "ask the vendor of the font for a license that permits embedding")
    error.reason = reason
    return error
  }

  static func fontFormat(_ found: UnsupportedFont, file: String) -> RenderError {
    RenderError(.fontFormat, "the font is \(found.name)", origin: .file(file), hint: found.hint)
  }

  /// Returns the error for a damaged font; `face` is the number of the face in a collection, from
  /// 1.
  static func fontUnreadable(_ flaw: FontFlaw, face: Int?, file: String) -> RenderError {
    let reason = face.map { "in its face \($0), \(flaw.reason)" } ?? flaw.reason
    var error = RenderError(
      .fontUnreadable, "the font cannot be used: \(reason)", origin: .file(file), hint: flaw.hint)
    error.reason = reason
    return error
  }
}
