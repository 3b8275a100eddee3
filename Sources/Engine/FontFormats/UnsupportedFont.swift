/// The description of a file that is not an OpenType font, with the next step for the user.
struct UnsupportedFont {
  /// The kind of the file, worded so that it can follow "the font is ".
  let name: String
  let hint: String

  /// Describes a file from its first bytes; `file` is its path, for the hint.
  init(_ bytes: [UInt8], file: String) {
    let start = Start(bytes.prefix(512))
    name = Self.name(of: start)
    hint =
      switch name {
      case Self.secondWebFont:
        "convert it to TTF or OTF, for example with fonttools: "
          + "'fonttools ttLib.woff2 decompress \(file)'"
      case Self.firstWebFont:
        "convert it to TTF or OTF, for example with fonttools: "
          + "'fonttools ttLib --flavor= -o FONT.ttf \(file)'"
      case Self.archive: "extract the archive, and use a TTF, OTF or TTC file from it"
      default:
        "use a TTF, OTF or TTC file; the format is detected from the content, not the name"
      }
  }

  private static let firstWebFont = "a web font in the format WOFF"
  private static let secondWebFont = "a web font in the format WOFF2"
  private static let archive = "a ZIP archive"

  private static func name(of start: Start) -> String {
    if start.isEmpty { return "an empty file" }
    if start.has("wOFF") { return firstWebFont }
    if start.has("wOF2") { return secondWebFont }
    if start.has("LP", at: 34) { return "a web font in the format EOT" }
    if start.has("PK\u{3}\u{4}") || start.has("PK\u{5}\u{6}") { return archive }
    return fontName(of: start) ?? otherName(of: start) ?? "a file in an unknown format"
  }

  /// Describes a font in an old format.
  private static func fontName(of start: Start) -> String? {
    if start.has([0x80, 1]) || start.has("%!PS-AdobeFont") || start.has("%!FontType1")
      || start.has("typ1")
    {
      return "a Type 1 font"
    }
    if start.has("StartFontMetrics") { return "the metrics of a Type 1 font (AFM)" }
    if start.has("STARTFONT") { return "a bitmap font in the format BDF" }
    if start.has("\u{1}fcp") { return "a bitmap font in the format PCF" }
    if start.has("SplineFontDB") { return "a source file of FontForge" }
    if start.has([0, 0, 1, 0, 0]) { return "a Mac font suitcase (dfont), or an icon" }
    if start.has("MZ") { return "a Windows program or bitmap font (FON)" }
    if start.has([1, 0, 4]) { return "a CFF font without an OpenType container" }
    return nil
  }

  /// Describes a file that is not a font.
  private static func otherName(of start: Start) -> String? {
    if start.has([0x89, 0x50, 0x4E, 0x47]) { return "a PNG picture" }
    if start.has([0xFF, 0xD8, 0xFF]) { return "a JPEG picture" }
    if start.has("GIF8") { return "a GIF picture" }
    if start.has("RIFF"), start.has("WEBP", at: 8) { return "a WebP picture" }
    if start.has("ftyp", at: 4) { return "a HEIF picture or a video" }
    if start.has("%PDF") { return "a PDF file" }
    if start.has("%!PS") { return "a PostScript file" }
    if start.has([0x1F, 0x8B]) { return "a file compressed with gzip" }
    if start.has("version https://git-lfs") { return "a Git LFS pointer instead of the font" }
    return start.text.map { text in
      if text.hasPrefix("<!doctype html") || text.hasPrefix("<html") { return "an HTML page" }
      if text.hasPrefix("<svg") || text.hasPrefix("<?xml") { return "an SVG or XML file" }
      return text.hasPrefix("<") ? "an HTML or XML file" : "a text file"
    }
  }

  /// The first bytes of a file.
  private struct Start {
    private let bytes: [UInt8]

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = Array(bytes) }

    var isEmpty: Bool { bytes.isEmpty }

    func has(_ text: String, at offset: Int = 0) -> Bool {
      bytes.dropFirst(offset).starts(with: text.utf8)
    }

    func has(_ start: [UInt8]) -> Bool { bytes.starts(with: start) }

    /// The lowercase text without a byte order mark and leading white space; nil if there are
    /// control characters.
    var text: String? {
      let content = has([0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
      guard content.allSatisfy({ $0 >= 32 && $0 != 127 || (9...13).contains($0) }) else {
        return nil
      }
      return String(decoding: content.drop { $0 <= 32 }, as: UTF8.self).lowercased()
    }
  }
}
