internal import Diagnostics
internal import Files
internal import SourceJSON
package import WallfarmPluginKit

// Errors about output paths and formats.

extension RenderError {
  static func outputField(_ field: String, in pattern: String, known: [String]) -> RenderError {
    let meant = closestSpelling(to: field, among: known)
    return RenderError(
      .outputPattern, "the output pattern has an unknown field '{\(field)}'",
      origin: .option("output"),
      hint: meant.map { "did you mean '{\($0)}'?" }
        ?? "the fields are " + known.map { "{\($0)}" }.joined(separator: " ")
    ).remedied(
      .replace(
        with: .string(pattern.replacing("{\(field)}", with: "{\(meant ?? "device")}"))))
  }

  /// Returns whether two names have the same bytes; equal Swift strings can differ in Unicode
  /// normalization.
  package static func isWritten(_ one: String, as other: String) -> Bool {
    one.utf8.elementsEqual(other.utf8)
  }

  static func outputUnclosed(_ pattern: String) -> RenderError {
    RenderError(
      .outputPattern, "the output pattern '\(pattern)' has a '{' without its '}'",
      origin: .option("output"), hint: "write a field as {device}"
    ).remedied(.replace(with: .string(OutputPattern.closed(pattern))))
  }

  static func outputCollision(_ one: String, _ other: String) -> RenderError {
    RenderError(
      .outputPattern,
      isWritten(one, as: other)
        ? "two pictures have the same output path: '\(one)'"
        : "'\(one)' and '\(other)' are the same path on a case-insensitive file system",
      origin: .option("output"),
      hint: "add a field to the name, such as {template}-{device}.{format}")
  }

  static func cacheUnusable(_ folder: String, _ reason: String, hint: String?) -> RenderError {
    RenderError(
      .outputFailed, "'\(folder)' cannot be used as a cache: \(reason)", origin: .option("cache"),
      hint: hint ?? "use a writable folder, or omit --cache")
  }

  static func transparentJPEG() -> RenderError {
    RenderError(
      .conflictingOptions, "a JPEG cannot be transparent", origin: .option("format"),
      hint: "use --format png, or set a background"
    ).remedied(.replace(with: .string(ImageFormat.png.rawValue)))
  }

  static func qualityOfPNG() -> RenderError {
    RenderError(
      .conflictingOptions, "a PNG has no quality setting, because it is lossless",
      origin: .option("quality"),
      hint: "omit it, use --format jpeg or webp, or use --effort small for a smaller file"
    ).remedied(.remove())
  }

  static func losslessJPEG() -> RenderError {
    RenderError(
      .conflictingOptions, "a JPEG cannot be lossless", origin: .option("quality"),
      hint: "use a quality from 1 to 100, or use --format png or webp"
    ).remedied(.replace(with: 100))
  }
}
