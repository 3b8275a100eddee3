import Authoring
import Designs
import Files
import WallfarmPluginKit

extension DesignLibrary {
  /// Returns the tokens, background and images of a theme, to print their changes after a save.
  ///
  /// - Throws: `unknown-theme`, `unknown-variant`, or the first error in a file.
  func changeableTokens(
    of theme: String?, template: String, on device: Device, as variant: ThemeVariant?
  ) throws(RenderError) -> [String: TokenChanges.Token] {
    let named = try names(template: template, theme: theme, in: FileScope()).theme
    let items = try tokens(of: theme ?? named, template: template, on: device, as: variant)
    let parts = try parts(of: theme ?? named, template: template, on: device, as: variant)
    return Dictionary(
      uniqueKeysWithValues: items.map {
        ($0.key, TokenChanges.Token($0.value, isSet: $0.origin != nil))
      } + parts.map { ($0.key, TokenChanges.Token($0.value, isSet: true)) })
  }
}

extension Duration {
  /// The duration in milliseconds, rounded down.
  var wholeMilliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}
