public import Designs
public import Graphics
public import WallfarmPluginKit

/// A plugin of a plan, made with its values.
public struct PlannedPlugin<Instance: Sendable>: Sendable {
  /// Which plugin it is.
  public let plugin: PluginDescription
  /// Makes the layers.
  public let instance: Instance
}

/// What will be rendered: every name resolved, every value checked.
public struct RenderPlan: Sendable {
  /// The screen.
  public let device: Device
  /// Name of the template.
  public let template: String
  /// Name of the theme.
  public let theme: String
  /// Its look; nil: the theme as it is.
  public let look: ThemeVariant?
  /// Looks that it could have as well, where the request leaves it open.
  let otherLooks: [ThemeVariant]
  /// What is left of the screen, and what stands round it.
  public let area: FreeArea
  /// Makes the layers below; nil for a transparent picture.
  public let background: PlannedPlugin<any Background>?
  /// Make the layers above, in order.
  public let layouts: [PlannedPlugin<any Layout>]
  /// How they share the free area.
  let parts: [PlannedPart]
  /// What the theme asks of its text.
  public let legibility: LegibilityRules
  /// How letters are set by the ISO 15924 code of their script, for those that the theme sets apart.
  public let scripts: [String: ScriptStyle]
  /// What its layouts show, cleaned of characters that cannot be drawn.
  public let content: Content
  /// The time that it is for; nil where no layout looks at it.
  public let now: Now?
  /// The form of the file.
  public let format: ImageFormat
  /// Where the picture goes.
  public let output: Output
  /// What a person should know already.
  public let warnings: [RenderWarning]
  let request: RenderRequest
  /// SHA-256 of the template's file.
  let templateDigest: String
  /// SHA-256 of the theme's file.
  let themeDigest: String
  /// Plugin, key and value of every setting, however it was spelled; of a text only the key.
  let settings: [String]
  /// The same of texts alone.
  let words: [String]
  /// The content without the invisible places to break that drawing needs.
  let cleanContent: Content
  /// The files of its template and its theme.
  let designs: [String]
  /// Files that the parameters of its background name, those of its layouts, and its content.
  let photos: (background: [String], layouts: [String], content: [String])

  /// The plugins it uses, background first.
  var plugins: [PluginDescription] {
    (background.map { [$0.plugin] } ?? []) + layouts.map(\.plugin)
  }

  /// How the file is made, but for its fingerprint.
  var encoding: EncodingSettings {
    var settings = EncodingSettings(
      effort: request.effort, quality: request.quality, ppi: device.ppi, space: request.colorSpace)
    settings.software = Wallfarm.title
    return settings
  }
}
