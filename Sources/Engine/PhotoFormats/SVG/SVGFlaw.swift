package import WallfarmPluginKit

/// The reason why an SVG file is refused, with its position.
package struct SVGFlaw: Error, Hashable, Sendable {
  /// The code, one of the `svg-…` codes.
  package let code: ErrorCode
  /// The problem, worded so that it can follow "the SVG ".
  package let problem: String
  /// The offset of the problem in bytes.
  package let offset: Int
  /// The next step for the author.
  package let hint: String

  init(_ code: ErrorCode, _ problem: String, at offset: Int, hint: String? = nil) {
    (self.code, self.problem, self.offset) = (code, problem, offset)
    self.hint = hint ?? SVGFlaw.hint(for: code)
  }

  private static func hint(for code: ErrorCode) -> String {
    switch code {
    case .svgText: "convert the text to outlines in the drawing program, and save the file again"
    case .svgScript: "save the file as a plain SVG, without scripts, events and animations"
    case .svgLink: "embed pictures as PNG or JPEG, and refer only to parts of the same file"
    case .svgDoctype: "delete the DOCTYPE; SVG files do not need it"
    case .svgTooComplex: "simplify the drawing, or export it as PNG"
    case .svgUnsupported: "save the file as a plain SVG, or export it as PNG"
    default: "save the file again as a plain SVG in UTF-8"
    }
  }

  /// Returns the error for a file with the given bytes.
  package func error(in bytes: [UInt8], file: String) -> RenderError {
    let (line, column) = SVGFlaw.position(of: offset, in: bytes)
    var error = RenderError(
      code, "the SVG " + problem, origin: .file(file, line: line, column: column), hint: hint)
    error.reason = problem
    return error
  }

  /// Returns the line and the column of a byte, in characters counted from 1.
  static func position(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    var (line, column) = (1, 1)
    for byte in bytes.prefix(offset) {
      if byte == UInt8(ascii: "\n") {
        (line, column) = (line + 1, 1)
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return (line, column)
  }
}
