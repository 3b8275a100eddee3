import Designs
import Files
import SourceJSON
import WallfarmPluginKit

/// An image of a theme, with its parameters checked.
package struct PlannedImage: Sendable {
  let plugin: PluginDescription
  let instance: any Layout
  /// The position of the image in the theme.
  let origin: Origin
}

extension Resolver {
  /// Returns the images of a theme and their files; settings of the request do not change them.
  ///
  /// - Throws: errors of the parameters, and errors from opening a file.
  func images(
    of theme: Theme, in scope: FileScope
  ) throws(RenderError) -> (images: [PlannedImage], files: [String]) {
    let resolver = ParameterResolver(
      theme: theme, fontFamilies: fontFamilies, photos: photos, files: scope)
    var (images, files): ([PlannedImage], [String]) = ([], [])
    for use in theme.images {
      let plugin = try plugins.layout(of: use)
      var values = ParameterValues()
      for (key, written, origin) in use.parameters {
        try resolver.set(
          key, to: written, origin: origin, keyOrigin: use.keyOrigins[key], of: plugin,
          in: &values)
      }
      for parameter in plugin.schema.parameters where parameter.kind == .file {
        if case .string(let file)? = values[parameter.key], !file.isEmpty { files.append(file) }
      }
      images.append(
        PlannedImage(
          plugin: plugin.description, instance: try plugin.makeLayout(values),
          origin: use.pluginOrigin))
    }
    return (images, files)
  }
}
