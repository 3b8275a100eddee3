/// Tells text of a design, which a message may show, from text that may be a person's.
package enum DesignText {
  /// Whether bytes look like a theme, a template or another design.
  ///
  /// A list may be one of notes or of jobs, and an object may hold content under the name of its kind. It is
  /// judged by bytes, because what is wrong with the text may be that it is no JSON.
  package static func isLikely(in bytes: [UInt8]) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...]
    let first = text.first { ![0x09, 0x0A, 0x0D, 0x20].contains($0) }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "/") else { return false }
    return !holdsContent(String(decoding: text, as: UTF8.self))
  }

  /// Whether a key of content stands before what content is.
  ///
  /// A number under such a key is a token that is misspelt; a theme has an object of tokens under `text`, and
  /// flows and motions have samples.
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

  /// Keys that a design has and content has not; the `format` of a request is a word.
  private static var designKeys: Regex<(Substring, Substring)> {
    #/"(format"\s*:\s*[0-9]|extends"\s*:|palette"\s*:|layouts"\s*:|presets"\s*:)/#
  }
}
