import WallfarmPluginKit

extension PluginRegistry {
  /// The background that a template, theme or flag names.
  ///
  /// - Throws: `unknown-plugin`.
  func backgroundType(of use: PluginUse) throws(RenderError) -> any BackgroundPlugin.Type {
    if let type = background(use.plugin) { return type }
    if layout(use.plugin) != nil { throw .wrongKind(use, is: "layout", not: "background") }
    throw .unknown(
      .unknownPlugin, "background plugin", use.plugin, known: backgrounds.map { $0.id },
      origin: use.pluginOrigin, list: "plugins")
  }

  /// The layout that a template names.
  ///
  /// - Throws: `unknown-plugin`.
  func layoutType(of use: PluginUse) throws(RenderError) -> any LayoutPlugin.Type {
    if let type = layout(use.plugin) { return type }
    if background(use.plugin) != nil { throw .wrongKind(use, is: "background", not: "layout") }
    throw .unknown(
      .unknownPlugin, "layout plugin", use.plugin, known: layouts.map { $0.id },
      origin: use.pluginOrigin, list: "plugins")
  }
}

extension RenderError {
  fileprivate static func wrongKind(
    _ use: PluginUse, is found: String, not wanted: String
  ) -> RenderError {
    RenderError(
      .unknownPlugin, "'\(use.plugin)' is a \(found) plugin, not a \(wanted)",
      origin: use.pluginOrigin, hint: "'wallfarm list plugins' shows which is which")
  }
}
