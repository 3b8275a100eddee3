internal import Designs
internal import Files
internal import SourceJSON
internal import WallfarmCore
import WallfarmPluginKit

/// Checks the names, types and ranges of the parameters that are passed to plugins.
struct UseCheck: Sendable {
  var plugins: PluginRegistry
  var fontFamilies: [String]
  /// Whether the palette is known; otherwise, references to it are not checked.
  var knowsPalette = true
  /// How photos are opened; for untrusted files, no C library reads them.
  var photoAccess = PhotoStore.Access.whole
  /// The photos that were checked already.
  let inspected = InspectedPhotos()

  /// Returns the same check with more font families.
  func adding(_ families: [String]) -> UseCheck {
    var copy = self
    copy.fontFamilies += families
    return copy
  }

  /// The errors in the parameters of a background plugin or layout plugin.
  ///
  /// - Parameters:
  ///   - use: the plugin and its parameters.
  ///   - theme: the theme that resolves tokens.
  ///   - template: the template whose parameters the plugin's parameters may refer to.
  ///   - isLayout: whether the plugin is a layout.
  /// - Returns: all errors.
  func problems(
    of use: PluginUse, in theme: Theme, _ template: Template? = nil, isLayout: Bool
  ) -> [RenderError] {
    var values = ParameterValues()
    var found: [RenderError] = []
    // Values that are valid individually may still be inconsistent with each other, so create the
    // plugin, too.
    let refused = UseCheck.problems { () throws(RenderError) in
      if let form = use.form {
        found = problems(of: use, form, theme, template, &values)
      } else if isLayout {
        let layout = try plugins.layout(of: use)
        found = problems(of: use, layout, theme, template, &values)
        if found.isEmpty { _ = try layout.makeLayout(values) }
      } else {
        let background = try plugins.background(of: use)
        found = problems(of: use, background, theme, template, &values)
        if found.isEmpty { _ = try background.makeBackground(values) }
      }
    }
    return found + refused
  }

  /// Creates a built-in background from its parameters; nil if a parameter is invalid or the plugin
  /// is external.
  ///
  /// External plugins are not run during a check.
  func background(of use: PluginUse, in theme: Theme) -> (any Background)? {
    guard let plugin = plugins.known(background: use), plugin.description.isBuiltIn
    else { return nil }
    var values = ParameterValues()
    guard problems(of: use, plugin, theme, nil, &values).isEmpty else { return nil }
    return try? plugin.makeBackground(values)
  }

  /// Creates a built-in layout of one file from its parameters; nil if a parameter is invalid.
  ///
  /// Only the signature of the file is read.
  func layout(of use: PluginUse, in theme: Theme) -> (layout: any Layout, file: String)? {
    guard let plugin = plugins.known(layout: use), plugin.description.isBuiltIn else { return nil }
    var values = ParameterValues()
    var uses = self
    uses.photoAccess = .signature
    guard uses.problems(of: use, plugin, theme, nil, &values).isEmpty,
      let layout = try? plugin.makeLayout(values), case .string(let file)? = values["file"]
    else { return nil }
    return (layout, file)
  }

  private func problems(
    of use: PluginUse, _ plugin: any RegisteredPlugin, _ theme: Theme, _ template: Template?,
    _ values: inout ParameterValues
  ) -> [RenderError] {
    let resolver = ParameterResolver(
      theme: theme, fontFamilies: fontFamilies,
      photos: PhotoStore(mostBytes: 1 << 20, access: photoAccess, inspected: inspected),
      files: FileScope())
    return use.parameters.flatMap { key, written, origin -> [RenderError] in
      var (value, origin) = (written, origin)
      let keyOrigin = use.keyOrigins[key] ?? origin
      var isDefault = false
      if let name = TemplateParameter.name(in: written) {
        guard plugin.schema[key] != nil,
          let parameter = template?.parameters.first(where: { $0.key == name }),
          let standard = parameter.standard
        else { return unknown(key, of: plugin, keyOrigin) }
        (value, origin) = standard
        isDefault = true
      }
      guard knowsPalette || !value.texts.contains(where: { $0.contains("$palette.") })
      else { return [] }
      return UseCheck.problems { () throws(RenderError) in
        try resolver.set(
          key, to: value, origin: origin, keyOrigin: keyOrigin, of: plugin, in: &values)
      }.map { problem in
        guard isDefault else { return problem }
        var problem = problem
        problem.also = problem.also ?? "this value is the default for '\(key)' of '\(use.plugin)'"
        return problem
      }
    }
  }

  private func unknown(
    _ key: String, of plugin: any RegisteredPlugin, _ origin: Origin
  ) -> [RenderError] {
    guard plugin.schema[key] == nil else { return [] }
    return [
      .unknownParameter(
        key, known: plugin.schema.parameters.map(\.key), plugins: [plugin.id], origin: origin)
    ]
  }

  /// Returns the error that `body` throws, as an array; the array is empty if `body` throws no
  /// error.
  static func problems(_ body: () throws(RenderError) -> Void) -> [RenderError] {
    do throws(RenderError) {
      try body()
      return []
    } catch {
      return [error]
    }
  }
}
