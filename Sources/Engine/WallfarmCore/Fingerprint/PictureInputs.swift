internal import Designs
internal import Files
internal import Graphics
internal import SourceJSON
public import WallfarmPluginKit

/// The inputs of a picture; equal digests mean equal pixels.
///
/// A ``Fingerprint`` covers the whole file of a theme. These inputs cover only the values of the
/// theme that apply to the device and look of the picture, so that a program can find the pictures
/// that a change of a theme affects.
public struct PictureInputs: Sendable, Hashable {
  /// The SHA-256 of the inputs, 64 lowercase hex digits.
  public let digest: String
  /// The paths of the photos, images and fonts.
  public let files: Set<String>

  /// Computes the inputs of a plan; `resources` must have a key for the notes.
  ///
  /// - Throws: Any error code for an unreadable photo.
  init(of plan: RenderPlan, with resources: RenderResources) throws(RenderError) {
    let fingerprint = try Fingerprint(of: plan, with: resources)
    precondition(fingerprint.notes != .leftOut, "the renderer needs a key to cover the notes")
    var looks: Set<ThemeVariant?> = [plan.look]
    // The renderer chooses among the looks of the theme only if the background shows a photo.
    if !plan.photos.background.isEmpty { looks.formUnion(plan.otherLooks) }
    let theme = try Fingerprint.Part(theme: plan.themeFile, on: plan.device, looks)
    let parts = fingerprint.parts.map { $0.name == theme.name ? theme : $0 }
    var encoding = CanonicalEncoding("wallfarm inputs of a picture", format: 1)
    for part in parts { encoding.field(part.name, part.digest) }
    digest = encoding.digest
    files = Set(
      plan.photos.background + plan.photos.images + plan.photos.layouts + plan.photos.content
        + plan.fonts.map(\.file))
  }
}

extension Fingerprint.Part {
  /// Creates the part for the values of a theme in the given looks.
  ///
  /// - Throws: `unknown-variant`.
  fileprivate init(
    theme file: ThemeFile, on device: Device, _ looks: Set<ThemeVariant?>
  ) throws(RenderError) {
    let sorted = looks.sorted { ($0?.rawValue ?? "") < ($1?.rawValue ?? "") }
    let themes = try sorted.map { (look) throws(RenderError) in
      (look, try file.theme(on: device, as: look))
    }
    self.init("theme") { encoding in
      encoding.list("looks", themes) { item, entry in
        let (look, theme) = entry
        item.field("look", look?.rawValue)
        item.list("tokens", Set(theme.tokens.keys).union(ThemeTokens.all.map(\.key)).sorted()) {
          $0.field("key", $1)
          // An invalid value is an error only if the picture uses it.
          let value = try? theme.value(of: $1, origin: .file(theme.file)).value
          $0.field("value", value?.text(pretty: false))
        }
        item.list("background", [theme.background]) { $0.use($1) }
        item.list("images", theme.images) { $0.use($1) }
      }
    }
  }
}

extension CanonicalEncoding {
  fileprivate mutating func use(_ use: PluginUse) {
    field("plugin", use.plugin)
    list("parameters", use.parameters) {
      $0.field("key", $1.key)
      $0.field("value", $1.value.text(pretty: false))
    }
  }
}

extension Renderer {
  /// Returns the inputs of a picture without drawing it; the renderer must have a key.
  ///
  /// - Throws: any error code for an invalid request.
  public func inputs(of request: RenderRequest) throws(RenderError) -> PictureInputs {
    resources.photos.beginRender()
    defer { resources.photos.endRender() }
    return try PictureInputs(of: resolve(request), with: resources)
  }

  /// Returns the photos, images and fonts that a request, its theme and its template name, even if
  /// they do not exist or are invalid.
  public func namedFiles(of request: RenderRequest) -> Set<String> {
    resolver.namedFiles(of: request)
  }
}
