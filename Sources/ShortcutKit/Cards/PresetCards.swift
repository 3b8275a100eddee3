import SourceJSON
public import WallfarmCore
import WallfarmPluginKit

/// Twenty wallpapers with large numbers: set them, and a person sees which preset is which.
public struct PresetCards {
  private let device: Device
  private let strings: GuideStrings

  /// Prepares cards for a screen.
  public init(for device: Device, in language: GuideLanguage) {
    self.device = device
    strings = GuideStrings(language)
  }

  /// One request for each preset, its file named by `folder`.
  public func requests(into folder: String) -> [RenderRequest] {
    Preset.all.map { preset in
      request(for: preset, output: .file("\(folder)/\(Self.name(of: preset))"))
    }
  }

  /// The card of one preset.
  public func request(for preset: Preset, output: Output = .memory) -> RenderRequest {
    let fields = ["preset": "\(preset.number)"]
    let lines = ["card.line1", "card.line2"].map { JSONValue.string(strings.text($0, fields)) }
    var request = RenderRequest(
      template: "preset-card", device: device.id,
      background: .color(Self.colors[preset.number - 1]), output: output)
    request.language = strings.language.rawValue
    request.settings = [
      Setting(key: "number", value: "\(preset.number)"),
      Setting(key: "caption", value: JSONValue.array(lines).text(pretty: false)),
    ]
    return request
  }

  /// The name of a card's file.
  static func name(of preset: Preset) -> String {
    "preset-" + (preset.number < 10 ? "0" : "") + "\(preset.number).png"
  }

  /// Neighbours far apart: hues 126 degrees from one to the next, at one lightness and chroma (OKLCH
  /// 0.44, 0.11), so that white has a contrast of at least 6.9 on each.
  private static let colors = [
    "#853532", "#116331", "#444a8e", "#833a19", "#006548",
    "#584488", "#7d4100", "#00655d", "#673e7d", "#724900",
    "#00626f", "#74396e", "#645100", "#005e7e", "#7d355c",
    "#515900", "#005889", "#833448", "#395f15", "#2a518e",
  ]
}
