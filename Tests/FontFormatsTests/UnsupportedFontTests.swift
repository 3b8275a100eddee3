import Diagnostics
import FontFormats
import Testing
import WallfarmTesting

/// A file that is not an OpenType font is described, with the next step.
@Suite struct UnsupportedFontTests {
  @Test(arguments: [
    ("wOFF\0\u{1}\0\0", "WOFF", "fonttools"), ("wOF2\0\u{1}\0\0", "WOFF2", "decompress a.ttf"),
    ("%!PS-AdobeFont-1.0: A", "Type 1", "TTF"), ("STARTFONT 2.1", "BDF", "TTF"),
    ("\u{1}fcp\0\0", "PCF", "TTF"), ("\n <!DOCTYPE html>", "HTML", "TTF"),
    ("<?xml version='1.0'?><svg>", "SVG", "TTF"), ("PK\u{3}\u{4}", "ZIP", "extract"),
    ("GIF89a", "GIF", "TTF"), ("%PDF-1.7", "PDF", "TTF"), ("%!PS", "PostScript", "TTF"),
    ("Hello", "text", "TTF"), ("", "empty", "TTF"), ("\u{2}\u{3}\u{4}\u{5}", "unknown", "TTF"),
    ("version https://git-lfs.github.com/spec/v1", "Git LFS", "TTF"),
  ])
  func aFileIsDescribed(_ start: String, _ name: String, _ hint: String) {
    let error = #expect(throws: RenderError.self) {
      try FontFile(Array(start.utf8), file: "a.ttf")
    }
    #expect(error?.code == .fontFormat && error?.code.errorClass == .invalid)
    #expect(error?.message.contains(name) == true, "\(error?.message ?? "")")
    #expect(error?.hint?.contains(hint) == true, "\(error?.hint ?? "")")
  }

  @Test(
    arguments: [
      ([0xFF, 0xD8, 0xFF, 0xE0], "JPEG"), ([0x89, 0x50, 0x4E, 0x47], "PNG"),
      ([0x80, 1, 0, 0], "Type 1"), ([0x1F, 0x8B, 8, 0], "gzip"), ([0, 0, 1, 0, 0, 0], "dfont"),
      ([1, 0, 4, 2], "CFF"), ([0], "unknown"),
    ] as [([UInt8], String)])
  func aBinaryFileIsDescribed(_ start: [UInt8], _ name: String) {
    let error = #expect(throws: RenderError.self) { try FontFile(start, file: "a.ttf") }
    #expect(error?.code == .fontFormat)
    #expect(error?.message.contains(name) == true, "\(error?.message ?? "")")
  }

  /// A font with bitmaps only is an OpenType font, but it cannot be used.
  @Test func anEmojiFontWithoutOutlinesIsRefused() throws {
    let bytes = try BundledFont.bytes("NotoColorEmoji.ttf")
    let error = #expect(throws: RenderError.self) { try FontFile(bytes, file: "emoji.ttf") }
    #expect(error?.code == .fontUnreadable)
    #expect(error?.message.names(["no outlines", "'CBDT'"]) == true)
    #expect(error?.hint?.contains("'glyf'") == true)
  }
}
