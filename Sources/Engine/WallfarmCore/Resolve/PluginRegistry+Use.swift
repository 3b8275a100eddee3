package import Designs
package import WallfarmPluginKit

extension PluginRegistry {
  /// Returns the background plugin that a template, theme or flag names.
  ///
  /// - Throws: `unknown-plugin`, or the reason why the plugin cannot be used.
  package func background(of use: PluginUse) throws(RenderError) -> any RegisteredBackground {
    if let plugin = known(background: use) { return plugin }
    if let reason = reason(against: use) { throw reason }
    if known(layout: use) != nil { throw .wrongKind(use, is: "layout", not: "background") }
    throw .unknown(
      .unknownPlugin, "background plugin", use.plugin, known: backgrounds.map(\.id),
      origin: use.pluginOrigin, list: "plugin")
  }

  /// Returns the layout plugin that a template names.
  ///
  /// - Throws: `unknown-plugin`, or the reason why the plugin cannot be used.
  package func layout(of use: PluginUse) throws(RenderError) -> any RegisteredLayout {
    if let plugin = known(layout: use) { return plugin }
    if let reason = reason(against: use) { throw reason }
    if known(background: use) != nil { throw .wrongKind(use, is: "background", not: "layout") }
    throw .unknown(
      .unknownPlugin, "layout plugin", use.plugin, known: layouts.map(\.id),
      origin: use.pluginOrigin, list: "plugin")
  }

  /// The reason why the plugin that a file names cannot be used; `nil` if there is none.
  private func reason(against use: PluginUse) -> RenderError? {
    use.pack.flatMap { unusable["\($0)/\(use.plugin)"] } ?? unusable[use.plugin]
  }
}

extension RenderError {
  fileprivate static func wrongKind(
    _ use: PluginUse, is found: String, not wanted: String
  ) -> RenderError {
    RenderError(
      .unknownPlugin, "'\(use.plugin)' is a \(found) plugin, not a \(wanted)",
      origin: use.pluginOrigin, hint: "'wallfarm plugin list' shows the kind of each plugin")
  }
}
