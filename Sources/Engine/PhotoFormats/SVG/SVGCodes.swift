public import WallfarmPluginKit

// Error codes for SVG images.

extension ErrorCode {
  /// An SVG file is not well-formed XML, is not UTF-8, or has no SVG element or size.
  public static let svgMalformed = ErrorCode("svg-malformed", .invalid)
  /// An SVG file contains text, whose fonts would come from the machine.
  public static let svgText = ErrorCode("svg-text", .invalid)
  /// An SVG file contains scripts, event attributes or animations.
  public static let svgScript = ErrorCode("svg-script", .invalid)
  /// An SVG file refers to another file or address.
  public static let svgLink = ErrorCode("svg-link", .invalid)
  /// An SVG file has a document type, which can declare entities.
  public static let svgDoctype = ErrorCode("svg-doctype", .invalid)
  /// An SVG file uses an element, attribute or style rule that is not supported.
  public static let svgUnsupported = ErrorCode("svg-unsupported", .invalid)
  /// An SVG file exceeds a limit on its size, nesting, elements or drawing steps.
  public static let svgTooComplex = ErrorCode("svg-too-complex", .invalid)
}
