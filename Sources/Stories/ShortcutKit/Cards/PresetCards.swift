public import Designs
internal import Files
public import RenderPool
import SourceJSON
package import WallfarmCore
public import WallfarmPluginKit

/// Twenty wallpapers, each with the number of a preset in large digits, so that the user can
/// identify presets.
public struct PresetCards {
  private let device: Device
  private let strings: GuideStrings

  /// Creates the cards for a device.
  public init(for device: Device, in language: GuideLanguage) {
    self.device = device
    strings = GuideStrings(language)
  }

  /// Renders all cards and writes them to an existing folder.
  ///
  /// - Returns: the number of cards.
  /// - Throws: any error code of the plugin kit, or `output-failed`. Nothing is written unless all
  ///   cards can be rendered.
  public func write(to folder: String, with pictures: any PictureMaker) throws(RenderError) -> Int {
    let paths = Preset.all.map { "\(folder)/\(Self.name(of: $0))" }
    for path in paths { try RenderReceipt.check(path, origin: .option("output")) }
    let cards = try pictures.pictures(of: Preset.all.map { request(for: $0) })
    for (path, card) in zip(paths, cards) {
      try WholeFile.write([card.bytes], to: path, isDurable: true)
    }
    return cards.count
  }

  /// The render request for the card of a preset.
  func request(for preset: Preset) -> RenderRequest {
    let fields = ["preset": "\(preset.number)"]
    let lines = ["card.line1", "card.line2"].map { JSONValue.string(strings.text($0, fields)) }
    var request = RenderRequest(
      template: "preset-card", device: device.id, background: .plugin("pattern"))
    request.language = strings.language.rawValue
    let colors = [Self.colors, Self.shades].map { JSONValue.string($0[preset.number - 1]) }
    request.settings = [
      Setting(key: "number", value: .number(Double(preset.number))),
      Setting(key: "caption", value: .array(lines)),
      Setting(key: "pattern.motif", value: "rays"), Setting(key: "pattern.motif-y", value: 0.52),
      Setting(key: "pattern.ink", value: "#ffffff0d"),
      Setting(key: "pattern.colors", value: .array(colors)),
    ]
    return request
  }

  /// A card's file name.
  package static func name(of preset: Preset) -> String {
    "preset-" + (preset.number < 10 ? "0" : "") + "\(preset.number).png"
  }

  /// The background colors of the cards.
  ///
  /// The hues differ in steps of 126 degrees, so that consecutive cards can be distinguished
  /// easily. The OKLCH lightness is 0.44 and the chroma is 0.11, so white text has a contrast of at
  /// least 6.9 on each color and at least 6.1 on the lighter rays of the pattern.
  private static let colors = [
    "#853532", "#116331", "#444a8e", "#833a19", "#006548",
    "#584488", "#7d4100", "#00655d", "#673e7d", "#724900",
    "#00626f", "#74396e", "#645100", "#005e7e", "#7d355c",
    "#515900", "#005889", "#833448", "#395f15", "#2a518e",
  ]

  /// Colors with the same hues at lightness 0.33, for the lower edge of each card.
  private static let shades = [
    "#5d1c1b", "#00421a", "#2a2e64", "#5b2104", "#00422b",
    "#3a295f", "#562600", "#00403a", "#452457", "#4e2d00",
    "#003e48", "#4f204b", "#433400", "#003c55", "#561d3d",
    "#343a00", "#003960", "#5b1c2d", "#203f00", "#143464",
  ]
}
