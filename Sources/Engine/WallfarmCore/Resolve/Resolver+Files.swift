internal import Designs
internal import Files
import SourceJSON
import WallfarmPluginKit

extension Resolver {
  /// Returns the photos, images and fonts that a request, its theme and its template name, even if
  /// they do not exist or are invalid.
  ///
  /// The result is empty if the template or the theme is invalid.
  func namedFiles(of request: RenderRequest) -> Set<String> {
    guard let device = try? request.screen(in: catalog),
      let template = try? library.template(request.template, in: request.files),
      let themeFile = try? library.theme(request.theme, for: template, in: request.files)
    else { return [] }
    var files = Set(themeFile.fonts.map(\.file))
    files.formUnion(request.fonts.map { Files.join(request.files.folder, $0) })
    let looks = request.variant == nil ? [nil] + themeFile.looks : [request.variant]
    for look in looks {
      guard let theme = try? themeFile.theme(on: device, as: look) else { continue }
      let layouts = template.parts.compactMap { $0.counting(on: device, as: look) }
        .flatMap(\.layouts)
      let background = backgroundUse(request, template, theme).map { [$0] } ?? []
      for use in background + theme.images + layouts {
        files.formUnion(self.files(of: use, theme, request.files))
      }
    }
    return files
  }

  private func files(of use: PluginUse, _ theme: Theme, _ scope: FileScope) -> [String] {
    guard let schema = plugins.schema(of: use) else { return [] }
    return use.parameters.compactMap { (key, written, origin) in
      guard let kind = schema[key]?.kind, kind == .file,
        let value = try? theme.resolve(written, as: kind, origin: origin),
        case .string(let text) = value.value, !text.isEmpty
      else { return nil }
      return Files.join(value.origin.file.map(Files.folder) ?? scope.folder, text)
    }
  }
}
