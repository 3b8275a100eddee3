public import Designs
public import Graphics
public import WallfarmPluginKit

/// A plugin in a render plan, created with its parameter values.
public struct PlannedPlugin<Instance: Sendable>: Sendable {
  /// The description of the plugin.
  public let plugin: PluginDescription
  /// The instance that creates layers.
  public let instance: Instance
}

/// A request with every name resolved and every value checked.
public struct RenderPlan: Sendable {
  /// The device.
  public let device: Device
  /// The template as read from its file, which is also used to plan the picture in another look.
  let templateFile: Template
  /// The theme as read from its files, which is also used to plan the picture in another look.
  package let themeFile: ThemeFile
  /// The look of the theme; `nil` for the default look.
  public let look: ThemeVariant?
  /// The free area of the screen and its obstacles.
  public let area: FreeArea
  /// The background; `nil` for a transparent picture.
  public let background: PlannedPlugin<any Background>?
  /// The images of the theme, above the background, in paint order.
  private(set) var images: [PlannedImage]
  /// The layouts in paint order.
  public let layouts: [PlannedPlugin<any Layout>]
  /// The division of the free area among the layouts.
  let parts: [PlannedPart]
  /// The legibility rules of the theme.
  public private(set) var legibility: LegibilityRules
  /// The script styles of the theme by ISO 15924 code.
  public let scripts: [String: ScriptStyle]
  /// The custom fonts of the theme and request.
  public let fonts: [CustomFont]
  /// The scripts that are matched to a custom font, or `nil`.
  let match: ScriptMatch?
  /// The letters in the content, grouped by script, because each script is drawn in one font.
  let letters: ScriptLetters
  /// The content that the layouts show, without characters that cannot be drawn.
  public let content: Content
  /// The time of the picture; `nil` if neither a layout nor the content uses it.
  public let now: Now?
  /// Whether the content contains computed entries, which change at the end of the day.
  let showsSky: Bool
  /// The format of the file.
  public let format: ImageFormat
  /// The destination of the picture.
  public let output: Output
  /// The warnings found so far.
  public let warnings: [RenderWarning]
  let request: RenderRequest
  /// The settings in canonical form as plugin, key and value; text settings are listed without
  /// their values.
  let settings: [String]
  /// The text settings with their values.
  let words: [String]
  /// The content without the invisible break opportunities that ``content`` has for drawing.
  let cleanContent: Content
  /// The photo files that the background's parameters, the theme's images, the layouts' parameters
  /// and the content name.
  package let photos: (background: [String], images: [String], layouts: [String], content: [String])

  /// The name of the template.
  public var template: String { templateFile.name }
  /// The name of the theme.
  public var theme: String { themeFile.name }
  /// The files of the template and theme.
  var designs: [String] { [templateFile.file] + themeFile.files }
  /// The looks of the theme, including its default look; empty if the request sets a look.
  var otherLooks: [ThemeVariant] { request.variant == nil ? themeFile.looks : [] }

  /// The plugins in use, background first.
  var plugins: [PluginDescription] {
    (background.map { [$0.plugin] } ?? []) + images.prefix(1).map(\.plugin) + layouts.map(\.plugin)
  }

  /// The same plan without the images of the theme, to judge its colors on its own background.
  package var withoutImages: RenderPlan {
    var plan = self
    plan.images = []
    let showsOthers = !photos.background.isEmpty || layouts.contains { $0.instance.isBackdrop }
    if request.background == .theme, !showsOthers { plan.legibility = legibility.withoutDrawing }
    return plan
  }

  /// The same plan, whose legibility report suggests a color for each color that is too faint.
  package var suggestingColors: RenderPlan {
    var plan = self
    plan.legibility.suggestsColors = true
    return plan
  }

  /// The legibility rules; `nil` for a transparent picture, whose backdrop is unknown.
  var textRules: LegibilityRules? { background == nil ? nil : legibility }

  /// The encoding settings without the fingerprint.
  package var encoding: EncodingSettings {
    var settings = EncodingSettings(
      effort: request.effort, quality: request.quality, ppi: device.ppi, space: request.colorSpace)
    settings.software = Wallfarm.title
    return settings
  }
}
