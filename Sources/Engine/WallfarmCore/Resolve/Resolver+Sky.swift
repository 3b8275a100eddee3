internal import ContentSources
internal import Languages
import WallfarmPluginKit

/// Replaces the sky in content with computed entries.
extension Resolver {
  /// Replaces the sky in content with its entries for the day of a request.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - uses: The content that the plugins show, which determines the kinds of the entries.
  ///   - request: The request with the time, the zone and the language.
  ///   - template: The name of the template, for warnings.
  /// - Returns: The content without a sky, and whether it contains entries that were computed.
  /// - Throws: `unknown-zone`, `language-failed`.
  func withSky(
    _ content: Content, _ uses: [ContentUse], _ request: RenderRequest, _ template: String
  ) throws(RenderError) -> (content: Content, isOfDay: Bool) {
    guard let sky = content.sky else { return (content, false) }
    var content = content
    content.sky = nil
    guard let now = try now(of: request, [.day]) else { return (content, false) }
    let entries = SkyContent(
      sky, shownBy: Set(uses.map(\.kind)), words: ICUWords(request.language),
      names: SkyWords(request.language))
    let found = try entries.content(of: now)
    content.append(found.content)
    content.warnings += found.left.map { .skyUnused($0, template) }
    return (content, !found.content.kinds.isEmpty)
  }
}

extension Content {
  /// Whether the content has any entries, empty lists, or a sky.
  var isGiven: Bool { !kinds.isEmpty || sky != nil }
}

extension RenderWarning {
  fileprivate static func skyUnused(_ item: SkyItem, _ template: String) -> RenderWarning {
    RenderWarning(
      .contentUnused,
      "the template '\(template)' does not show '\(item.rawValue)' of the sky",
      hint: "leave it out, or use a template that shows figures, such as 'figures'")
  }
}
