/// The rules for libpng 1.6 warnings, which are identified by their messages because libpng does
/// not number them.
///
/// There are specific rules only for the chunks that libpng is asked to read. libpng skips all
/// other chunks and can warn only about their CRC.
package enum PNGWarnings {
  /// The chunks that define the color space.
  private static let color: Set<String> = ["cHRM", "gAMA", "iCCP", "sRGB", "sBIT"]
  private static let colorOrAlpha = color.union(["tRNS"])

  /// The rules in order of precedence; the first rule that matches applies.
  ///
  /// A rule matches the end of libpng's message, which may begin with a profile name and a number.
  /// A rule with an empty string matches all other messages about its chunks; these messages are
  /// from zlib.
  package static let rules: [WarningRule] = [
    WarningRule(
      "CRC error", in: ["tRNS"], .pixelsMayDiffer,
      "the transparency data is damaged and would be ignored"),
    WarningRule(
      "CRC error", in: ["cHRM", "cICP", "gAMA", "iCCP", "sRGB"], .pixelsMayDiffer,
      "the color information is damaged and would be ignored"),
    WarningRule("CRC error", in: ["IDAT", "IHDR", "IEND"], .damage, "the picture is damaged"),
    WarningRule(
      "CRC error", .harmless, "the chunk is skipped; it contains neither pixels nor colors"),

    WarningRule(
      "out of place", in: ["tRNS"], .pixelsMayDiffer,
      "some decoders ignore transparency data that precedes the palette"),
    WarningRule(
      "out of place", .harmless, "a chunk comes too late; the picture does not need it"),
    WarningRule(
      "duplicate", in: ["tRNS", "gAMA", "iCCP"], .pixelsMayDiffer,
      "decoders disagree on which chunk applies"),
    WarningRule(
      "duplicate", .harmless, "the first chunk applies, and the second does not change any pixel"),
    WarningRule(
      "invalid with alpha channel", in: ["tRNS"], .harmless,
      "the alpha channel of the pixels applies"),
    WarningRule(
      "invalid", in: ["tRNS"], .pixelsMayDiffer, "some decoders ignore the transparency"),
    WarningRule(
      "tRNS chunk has out-of-range samples for bit_depth", .harmless,
      "the lowest bits apply, as the PNG specification requires"),
    WarningRule(
      "tRNS must be after", in: ["PLTE"], .pixelsMayDiffer,
      "some decoders ignore transparency data that precedes the palette"),
    WarningRule(
      "must be after", in: ["PLTE"], .harmless, "the histogram or the background color is ignored"),
    WarningRule(
      "invalid", in: ["PLTE"], .harmless,
      "a suggested palette is damaged and ignored"),
    WarningRule(
      "ignored in grayscale PNG", in: ["PLTE"], .harmless,
      "grayscale pictures do not use a palette"),
    WarningRule(
      "invalid", in: ["cHRM", "gAMA", "sRGB", "sBIT"], .harmless,
      "ignored by every decoder; the picture is then sRGB"),

    WarningRule(
      "too many profiles", .harmless,
      "the file has both sRGB and a profile; the profile applies"),
    WarningRule("gamma value does not match sRGB", .harmless, "the sRGB chunk applies"),
    WarningRule(
      "gamma value does not match libpng estimate", .harmless, "gAMA applies, as in every decoder"),
    WarningRule("gamma value out of range", .harmless, "ignored by every decoder"),
    WarningRule("cHRM chunk does not match sRGB", .harmless, "the sRGB chunk applies"),
    WarningRule(
      "inconsistent chromaticities", .harmless,
      "ignored by every decoder; the picture is then sRGB"),
    WarningRule(
      "invalid chromaticities", .harmless, "ignored by every decoder; the picture is then sRGB"),
    WarningRule(
      "invalid end points", .harmless, "ignored by every decoder; the picture is then sRGB"),
    WarningRule(
      "invalid values", in: ["cHRM"], .harmless,
      "ignored by every decoder; the picture is then sRGB"),
    WarningRule("invalid sRGB rendering intent", .harmless, "the intent is not used"),
    WarningRule("inconsistent rendering intents", .harmless, "the intent is not used"),
    WarningRule(
      "duplicate sRGB information ignored", .harmless,
      "both copies of the information are identical"),

    WarningRule(
      "known incorrect sRGB profile", .harmless,
      "this old profile, which many programs wrote, is used unchanged"),
    WarningRule(
      "out-of-date sRGB profile with no signature", .harmless,
      "this old profile is used unchanged"),
    WarningRule(
      "Not recognizing known sRGB profile that has been edited", .harmless,
      "the profile is used unchanged"),
    WarningRule("intent outside defined range", .harmless, "the intent is not used"),
    WarningRule(
      "PCS illuminant is not D50", .harmless, "Little CMS checks the profile when it is used"),
    WarningRule(
      "ICC profile tag start not a multiple of 4", .harmless,
      "Little CMS checks the profile when it is used"),
    WarningRule(
      "unrecognized ICC profile class", .harmless, "Little CMS checks the profile when it is used"),
    WarningRule(
      "unexpected NamedColor ICC profile class", .pixelsMayDiffer,
      "the profile does not describe pixels"),
    WarningRule(
      "unexpected DeviceLink ICC profile class", .pixelsMayDiffer,
      "the profile does not describe pixels"),
    WarningRule(
      "invalid embedded Abstract ICC profile", .pixelsMayDiffer,
      "the profile does not describe pixels"),
    WarningRule(
      "RGB color space not permitted on grayscale PNG", .pixelsMayDiffer,
      "the profile does not match the pixel format"),
    WarningRule(
      "Gray color space not permitted on RGB PNG", .pixelsMayDiffer,
      "the profile does not match the pixel format"),
    WarningRule("length does not match profile", .pixelsMayDiffer, "the profile is damaged"),
    WarningRule("invalid length", .pixelsMayDiffer, "the profile is damaged"),
    WarningRule("tag count too large", .pixelsMayDiffer, "the profile is damaged"),
    WarningRule("ICC profile tag outside profile", .pixelsMayDiffer, "the profile is damaged"),
    WarningRule("invalid signature", .pixelsMayDiffer, "the profile is damaged"),
    WarningRule("invalid rendering intent", .pixelsMayDiffer, "the profile is damaged"),
    WarningRule("invalid ICC profile color space", .pixelsMayDiffer, "the profile is damaged"),
    WarningRule("unexpected ICC PCS encoding", .pixelsMayDiffer, "the profile is damaged"),
    WarningRule(
      "exceeds application limits", .pixelsMayDiffer, "the profile is too large"),
    WarningRule("exceeds libpng limits", .pixelsMayDiffer, "the profile is too large"),
    WarningRule("exceeds system limits", .pixelsMayDiffer, "the profile is too large"),
    WarningRule("bad keyword", in: ["iCCP"], .pixelsMayDiffer, "the profile is damaged"),
    WarningRule("too short", in: ["iCCP"], .pixelsMayDiffer, "the profile is truncated"),
    WarningRule("extra compressed data", in: ["iCCP"], .pixelsMayDiffer, "the profile is damaged"),
    WarningRule("bad compression method", in: ["iCCP"], .pixelsMayDiffer, "the profile is damaged"),
    WarningRule(
      "", in: ["iCCP"], .pixelsMayDiffer,
      "zlib cannot decompress the profile, or there is not enough memory"),

    WarningRule(
      "Too much image data", in: ["IDAT"], .harmless, "all pixels precede the damage"),
    WarningRule(
      "Extra compressed data", in: ["IDAT"], .harmless, "all pixels precede the damage"),
    WarningRule(
      "chunk data is too large", in: ["IDAT"], .harmless,
      "the file has more bytes than the pixels need; the rest is ignored"),
    WarningRule(
      "incorrect data check", in: ["IDAT"], .damage, "the checksum of the pixel data is wrong"),
    WarningRule(
      "Too many IDATs found", .pixelsMayDiffer,
      "the file has compressed pixels in two places, and decoders differ in how they treat the "
        + "second"),
    WarningRule("", in: ["IDAT"], .damage, "the compressed pixels are damaged"),
    WarningRule(
      "Read palette index exceeding num_palette", .pixelsMayDiffer,
      "pixels refer to missing palette entries"),
    WarningRule("insufficient memory to read chunk", .damage, "there is not enough memory"),
  ]

  /// Returns the meaning of a warning.
  ///
  /// An unknown warning, for example from a newer version of libpng, is treated as damage.
  package static func meaning(of sentence: String) -> WarningMeaning {
    let (chunk, text) = parts(of: sentence)
    let rule = rules.first { rule in
      text.hasSuffix(rule.warning) && (rule.parts.isEmpty || rule.parts.contains(chunk))
    }
    return rule?.meaning ?? .damage
  }

  /// Splits a message into the chunk type that libpng puts at the beginning and the remaining text.
  private static func parts(of sentence: String) -> (chunk: String, text: String) {
    guard let end = sentence.firstRange(of: ": ") else { return ("", sentence) }
    return (String(sentence[..<end.lowerBound]), String(sentence[end.upperBound...]))
  }
}
