public import Designs
public import Graphics
public import WallfarmPluginKit

/// A plugin of a plan, created with its parameter values.
public struct PlannedPlugin<Instance: Sendable>: Sendable {
  /// The description of the plugin.
  public let plugin: PluginDescription
  /// The instance that makes layers.
  public let instance: Instance
}

/// A request with every name resolved and every value checked.
public struct RenderPlan: Sendable {
  /// The device.
  public let device: Device
  /// The name of the template.
  public let template: String
  /// The name of the theme.
  public let theme: String
  /// The look of the theme; `nil` for its default.
  public let look: ThemeVariant?
  /// The other looks to choose from if the request leaves the look open.
  let otherLooks: [ThemeVariant]
  /// The free area of the screen and its obstacles.
  public let area: FreeArea
  /// The background; `nil` for a transparent picture.
  public let background: PlannedPlugin<any Background>?
  /// The layouts in paint order.
  public let layouts: [PlannedPlugin<any Layout>]
  /// The division of the free area among the layouts.
  let parts: [PlannedPart]
  /// The legibility rules of the theme.
  public let legibility: LegibilityRules
  /// The script styles of the theme by ISO 15924 code.
  public let scripts: [String: ScriptStyle]
  /// The content that the layouts show, without characters that cannot be drawn.
  public let content: Content
  /// The time of the picture; `nil` if no layout uses it.
  public let now: Now?
  /// The format of the file.
  public let format: ImageFormat
  /// The destination of the picture.
  public let output: Output
  /// The warnings found so far.
  public let warnings: [RenderWarning]
  let request: RenderRequest
  /// The SHA-256 of the template's file.
  let templateDigest: String
  /// The SHA-256 of the theme's file.
  let themeDigest: String
  /// The settings in canonical form as plugin, key and value; for texts only the key.
  let settings: [String]
  /// The text settings with their values.
  let words: [String]
  /// The content without the invisible break opportunities added for drawing.
  let cleanContent: Content
  /// The files of the template and theme.
  let designs: [String]
  /// The photo files of the background's parameters, the layouts' parameters and the content.
  let photos: (background: [String], layouts: [String], content: [String])

  /// The plugins in use, background first.
  var plugins: [PluginDescription] {
    (background.map { [$0.plugin] } ?? []) + layouts.map(\.plugin)
  }

  /// The legibility rules; `nil` for a transparent picture, whose backdrop is unknown.
  var textRules: LegibilityRules? { background == nil ? nil : legibility }

  /// The encoding settings without the fingerprint.
  var encoding: EncodingSettings {
    var settings = EncodingSettings(
      effort: request.effort, quality: request.quality, ppi: device.ppi, space: request.colorSpace)
    settings.software = Wallfarm.title
    return settings
  }
}
