import Designs
import WallfarmCore
import WallfarmPluginKit

/// What is so in one bundle: which sentences of the guide are true of it depends on nothing else.
struct GuideFacts: Sendable, Hashable {
  /// The phone or tablet.
  let device: Device
  /// The shortcut, and whose it is.
  let choice: ShortcutChoice
  /// Whether there is a picture for the home screen.
  let hasHome: Bool
  /// Whether the picture leaves room for widgets.
  let hasWidgets: Bool

  /// Texts that take the place of `{…}`, the same in every language.
  var fields: [String: String] {
    var fields = [
      "preset": "\(choice.preset.number)", "name": choice.shortcut.name,
      "card": PresetCards.name(of: choice.preset), "device": GuideSystem(device).device,
      "system": GuideSystem(device).name, "version": GuideSystem(device).version,
      "minutes": "\(GuideTimes.minutes)",
    ]
    if case .preset(let other) = choice.source { fields["fallback"] = "\(other.number)" }
    return fields
  }
}

/// When a sentence of the guide is true.
enum GuideCondition: String, Sendable, CaseIterable {
  /// There is a picture for the home screen.
  case home
  /// The home screen stays as it is.
  case noHome = "no-home"
  /// The picture leaves room for widgets.
  case widgets
  /// The preset has a shortcut of its own.
  case own
  /// The shortcut serves for several presets.
  case shared
  /// It is the general one.
  case general
  /// It is that of another preset.
  case another
  /// It is for an iPhone.
  case phone
  /// It is for an iPad.
  case tablet

  /// Whether it holds.
  func holds(for facts: GuideFacts) -> Bool {
    switch self {
    case .home: facts.hasHome
    case .noHome: !facts.hasHome
    case .widgets: facts.hasWidgets
    case .own: facts.choice.source == .own
    case .shared: facts.choice.source != .own
    case .general: facts.choice.source == .general
    case .another: facts.choice.source != .own && facts.choice.source != .general
    case .phone: !facts.device.isTablet
    case .tablet: facts.device.isTablet
    }
  }
}

/// What a person has in the hand, in Apple's words.
struct GuideSystem: Sendable, Hashable {
  /// Its kind.
  let device: String
  /// What it runs.
  let name: String
  /// The first version that Shortcuts can set a photo wallpaper on, among several lock screens: an
  /// iPad keeps several since iPadOS 17.
  let version: String

  /// That of a device.
  init(_ device: Device) {
    (self.device, name, version) =
      device.isTablet ? ("iPad", "iPadOS", "17") : ("iPhone", "iOS", "16.2")
  }
}

/// The times that guide and drawings speak of.
enum GuideTimes {
  /// All of the guide, in minutes.
  static let minutes = 10
}
