internal import SourceJSON
import WallfarmPluginKit

/// Checks what a file gives to plugins: names, types and ranges.
struct UseCheck: Sendable {
  let plugins: PluginRegistry
  let fontFamilies: [String]

  /// What is wrong with a background or a layout in a theme.
  ///
  /// - Parameters:
  ///   - use: the plugin and its parameters.
  ///   - theme: where tokens have their values.
  ///   - template: where parameters of the template have theirs.
  ///   - isLayout: whether it is a layout.
  /// - Returns: every mistake.
  func problems(
    of use: PluginUse, in theme: Theme, _ template: Template? = nil, isLayout: Bool
  ) -> [RenderError] {
    let type: any WallpaperPlugin.Type
    do throws(RenderError) {
      type =
        isLayout
        ? try plugins.layoutType(of: use) as any WallpaperPlugin.Type
        : try plugins.backgroundType(of: use) as any WallpaperPlugin.Type
    } catch {
      return [error]
    }
    var values = ParameterValues()
    let found = problems(of: use, type, theme, template, &values)
    // Values that are fine one by one may not go together.
    guard found.isEmpty else { return found }
    return UseCheck.problems { () throws(RenderError) in _ = try type.init(values) }
  }

  /// The background with its values; nil where something is wrong with it.
  func background(of use: PluginUse, in theme: Theme) -> (any BackgroundPlugin)? {
    guard let type = plugins.background(use.plugin) else { return nil }
    var values = ParameterValues()
    guard problems(of: use, type, theme, nil, &values).isEmpty else { return nil }
    return try? type.init(values)
  }

  private func problems(
    of use: PluginUse, _ type: any WallpaperPlugin.Type, _ theme: Theme, _ template: Template?,
    _ values: inout ParameterValues
  ) -> [RenderError] {
    let resolver = ParameterResolver(
      theme: theme, fontFamilies: fontFamilies, photos: PhotoStore(mostBytes: 1 << 20),
      files: FileScope())
    return use.parameters.flatMap { key, written, origin -> [RenderError] in
      var (value, origin) = (written, origin)
      let keyOrigin = use.keyOrigins[key] ?? origin
      var isDefault = false
      if let name = TemplateParameter.name(in: written) {
        guard type.schema[key] != nil,
          let parameter = template?.parameters.first(where: { $0.key == name }),
          let standard = parameter.standard
        else { return unknown(key, of: type, keyOrigin) }
        (value, origin) = standard
        isDefault = true
      }
      return UseCheck.problems { () throws(RenderError) in
        try resolver.set(
          key, to: value, origin: origin, keyOrigin: keyOrigin, of: type, in: &values)
      }.map { problem in
        guard isDefault else { return problem }
        var problem = problem
        problem.also = problem.also ?? "it is the default for '\(key)' of '\(use.plugin)'"
        return problem
      }
    }
  }

  private func unknown(
    _ key: String, of type: any WallpaperPlugin.Type, _ origin: String
  ) -> [RenderError] {
    guard type.schema[key] == nil else { return [] }
    return [
      .unknownParameter(
        key, known: type.schema.parameters.map(\.key), plugins: [type.id], origin: origin)
    ]
  }

  /// What a piece of work throws.
  static func problems(_ body: () throws(RenderError) -> Void) -> [RenderError] {
    do throws(RenderError) {
      try body()
      return []
    } catch {
      return [error]
    }
  }
}
