internal import Graphics
package import WallfarmPluginKit

/// A kind of file that clients upload and then name in requests.
package enum UploadKind: String, CaseIterable, Sendable {
  case photo, font, image, theme

  /// The kind at an address such as `/v1/fonts`.
  init?(collection: String) {
    guard let kind = UploadKind.allCases.first(where: { $0.rawValue + "s" == collection }) else {
      return nil
    }
    self = kind
  }

  /// Maximum size of a theme in bytes; the largest installed theme has about 4,400 bytes.
  package static let mostThemeBytes = 256 << 10

  /// Returns the bytes to store for a photo or an image, without metadata such as place and time.
  ///
  /// Nothing is decoded, and no C library reads the file.
  ///
  /// - Throws: `photo-format`, `photo-unreadable`; for an SVG image, one of the `svg-…` codes.
  package func checked(_ bytes: [UInt8]) throws(RenderError) -> [UInt8] {
    switch (self, PhotoFormat(bytes)) {
    case (.font, _), (.theme, _): return bytes
    case (.image, .svg):
      try PhotoDecoder.checkStructure(bytes, file: rawValue)
      return bytes
    case (.photo, nil), (.photo, .svg):
      throw RenderError(
        .photoFormat, "the body is not a JPEG, PNG, WebP, HEIF or AVIF photo",
        hint: "send the unchanged bytes of the file; PUT /v1/images accepts SVG images for themes")
    case (.image, nil):
      throw RenderError(
        .photoFormat, "the body is not a PNG, JPEG, WebP, HEIF, AVIF or SVG image",
        hint: "send the unchanged bytes of the file")
    case (.photo, _), (.image, _): return try PhotoMetadata.removed(from: bytes, file: rawValue)
    }
  }
}
