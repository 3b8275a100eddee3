import Designs
import Graphics
import WallfarmPluginKit

// What of a request, a device and a note belongs to which digest.

extension RenderRequest {
  /// Properties that a digest holds as they are.
  static let ingredients: [Ingredient<RenderRequest>] = [
    .text("variant") { $0.variant?.rawValue },
    .text("background") { $0.background.canonical },
    .flag("widgets") { $0.widgets },
    .text("clock") { $0.clock.rawValue },
    .text("colorSpace") { $0.colorSpace.rawValue },
    .text("overflow") { $0.overflow.rawValue },
    .text("direction") { $0.direction.rawValue },
    .text("language") { $0.language },
    // The name that it had first stays in digests.
    .flag("missing", as: "allowsMissingGlyphs") { $0.missing == .box },
    .flag("showsAreas") { $0.showsAreas },
    .text("format", .file) { $0.format.rawValue },
    .text("effort", .file) { $0.effort.rawValue },
    .text("quality", .file) { $0.quality.map(\.canonical) },
    .flag("isStrict", .permission) { $0.isStrict },
    .count("photoLimits.bytes", .permission) { $0.photoLimits.bytes },
    .count("photoLimits.pixels", .permission) { $0.photoLimits.pixels },
    .count("photoLimits.side", .permission) { $0.photoLimits.side },
    .count("photoLimits.memory", .permission) { $0.photoLimits.memory },
    .count("photoLimits.scans", .permission) { $0.photoLimits.scans },
  ]

  /// The others, and what stands for each.
  static let otherwise = [
    "template": "the digest of its file", "theme": "the digest of its file",
    "device": "what is known of the screen", "orientation": "the sides of the screen as it is held",
    "content": "a code under the key",
    "settings": "plugin, key and checked value of each",
    "now": "day and time as finely as a layout looks at them, in a part of its own",
    "zone": "with the time, where a layout looks at it",
    "filmTime": "nothing: pictures of films have no digest",
    "mayShowSample": "the code of the content that is shown",
    "output": "nothing: where a picture goes does not change it",
    "files": "nothing: where files lie does not matter, what is in them does",
  ]
}

extension BackgroundChoice {
  /// The choice without the content of a photo, which is a part of its own.
  fileprivate var canonical: String {
    switch self {
    case .theme: "theme"
    case .photo: "photo"
    case .color(let color): "color " + (Color(color)?.hex ?? color)
    case .none: "none"
    case .plugin(let id): "plugin " + id
    }
  }
}

extension EncodingQuality {
  fileprivate var canonical: String {
    switch self {
    case .level(let level): "level \(level)"
    case .lossless: "lossless"
    }
  }
}

extension Device {
  /// Properties that a digest holds.
  static let ingredients: [Ingredient<Device>] = [
    .text("id") { $0.id },
    .count("pixels.width") { $0.pixels.width }, .count("pixels.height") { $0.pixels.height },
    .length("points.width") { $0.points.width }, .length("points.height") { $0.points.height },
    .length("cornerRadius") { $0.cornerRadius }, .text("cutout") { $0.cutout },
    .length("safeArea.top") { $0.safeArea.top }, .length("safeArea.left") { $0.safeArea.left },
    .length("safeArea.bottom") { $0.safeArea.bottom },
    .length("safeArea.right") { $0.safeArea.right },
    .length("lockScreen.clockTop") { $0.lockScreen.clockTop },
    .length("lockScreen.clockBottom") { $0.lockScreen.clockBottom },
    .length("lockScreen.widgetTop") { $0.lockScreen.widgetTop },
    .length("lockScreen.widgetBottom") { $0.lockScreen.widgetBottom },
    .length("lockScreen.controlsTop") { $0.lockScreen.controlsTop },
    .length("suggested.topWithoutWidgets") { $0.suggested.topWithoutWidgets },
    .length("suggested.topWithWidgets") { $0.suggested.topWithWidgets },
    .length("suggested.topBelowLargeClock") { $0.suggested.topBelowLargeClock },
    .length("suggested.bottom") { $0.suggested.bottom },
    .perhaps("lockScreen.widgetColumn") { $0.lockScreen.widgetColumn.map { "\($0)" } },
    .count("ppi", .file) { $0.ppi },
  ]

  /// The others: what people read of a device, and what none of its pictures shows.
  static let otherwise = [
    "orientation": "the sides of the screen",
    "name": "nothing: for people",
    "gamut": "nothing: the request says which colours",
    "year": "nothing: for choosing devices", "confidence": "nothing: for people",
    "lockScreenConfidence": "nothing: a warning beside the picture", "note": "nothing: for people",
  ]
}

extension Note {
  /// Properties that a code under the key holds.
  static let ingredients: [Ingredient<Note>] = [
    .text("text") { $0.text }, .flag("done") { $0.done }, .perhaps("due") { $0.due?.description },
    .perhaps("heading") { $0.heading },
  ]
}
