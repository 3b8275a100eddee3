/// Distinguishes the text of a design, which a message may include, from text that may be private.
package enum DesignText {
  /// Whether bytes look like a theme, a template or another design.
  ///
  /// A list is not a design, because it may contain notes or jobs. An object is not a design if it
  /// seems to contain content under the name of a content kind. The check scans bytes instead of
  /// parsed JSON, because the file may be invalid JSON.
  package static func isLikely(in bytes: [UInt8]) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...]
    let first = text.first { ![0x09, 0x0A, 0x0D, 0x20].contains($0) }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "/") else { return false }
    return !holdsContent(String(decoding: text, as: UTF8.self))
  }

  /// Whether the text seems to contain content: a content key whose value is a string, a list or an
  /// object.
  ///
  /// A content key whose value is a number is assumed to be a misspelled design token. The key
  /// `text` is not checked, because a theme has an object of tokens under that key. Flows and
  /// motions never count as content, because they contain only sample content.
  private static func holdsContent(_ text: String) -> Bool {
    if text.contains(storyKeys) { return false }
    if text.contains(listKeys) { return true }
    return !text.contains(designKeys) && text.contains(contentKeys)
  }

  private static var storyKeys: Regex<(Substring, Substring)> {
    #/"(shots|languages)"\s*:\s*\[/#
  }

  private static var listKeys: Regex<(Substring, Substring)> {
    #/"(notes|jobs|snapshots)"\s*:?\s*["\[{]/#.ignoresCase()
  }

  private static var contentKeys: Regex<(Substring, Substring)> {
    #/"(progress|dates|events|figures|message|habits|photos|tips|steps|content|devices)"\s*:?\s*["\[{]/#
      .ignoresCase()
  }

  /// Keys that occur in designs but not in content, such as a numeric `format`; the `format` of a
  /// request is a string.
  private static var designKeys: Regex<(Substring, Substring)> {
    #/"(format"\s*:\s*[0-9]|extends"\s*:|palette"\s*:|layouts"\s*:|presets"\s*:)/#
  }
}
