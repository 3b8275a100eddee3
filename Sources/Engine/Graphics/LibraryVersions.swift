internal import CCairo
internal import CDeflate
internal import CLCMS
internal import CPNG
internal import CPango
internal import CWebP

/// The run-time versions of the C libraries that affect pictures.
public enum LibraryVersions {
  /// The libraries that affect pixels, in the order of the render stages.
  ///
  /// The list omits libjpeg-turbo, which does not report its version, and libheif, which is loaded
  /// only on demand.
  public static let drawing: [(name: String, version: String)] = all.filter {
    $0.name != "libdeflate"
  }

  /// The name and version of each library, in the order of the render stages.
  public static var all: [(name: String, version: String)] {
    var (major, minor, micro) = (UInt32(0), UInt32(0), UInt32(0))
    hb_version(&major, &minor, &micro)
    return [
      ("fontconfig", dotted(fontconfig: Int(FcGetVersion()))),
      ("freetype", freetypeVersion),
      ("harfbuzz", "\(major).\(minor).\(micro)"),
      ("pango", String(cString: pango_version_string())),
      ("cairo", String(cString: cairo_version_string())),
      ("libpng", String(cString: wallfarm_png_version())),
      ("libwebp", dotted(webp: Int(WebPGetDecoderVersion()))),
      ("lcms2", dotted(lcms: Int(cmsGetEncodedCMMversion()))),
      ("libdeflate", LIBDEFLATE_VERSION_STRING),
    ]
  }

  /// Formats fontconfig's version number, which encodes 2.14.1 as 21401.
  private static func dotted(fontconfig number: Int) -> String {
    "\(number / 10_000).\(number / 100 % 100).\(number % 100)"
  }

  /// Formats libwebp's version number, which uses one byte per component.
  private static func dotted(webp number: Int) -> String {
    "\(number >> 16).\(number >> 8 & 255).\(number & 255)"
  }

  /// Little CMS encodes 2.14 as 2140.
  private static func dotted(lcms number: Int) -> String {
    "\(number / 1000).\(number % 1000 / 10)"
  }

  private static var freetypeVersion: String {
    var library: FT_Library?
    guard FT_Init_FreeType(&library) == 0 else { return "not usable" }
    defer { FT_Done_FreeType(library) }
    var (major, minor, patch) = (FT_Int(0), FT_Int(0), FT_Int(0))
    FT_Library_Version(library, &major, &minor, &patch)
    return "\(major).\(minor).\(patch)"
  }
}
