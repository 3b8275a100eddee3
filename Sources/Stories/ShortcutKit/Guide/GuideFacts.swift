import Designs
import WallfarmCore
import WallfarmPluginKit

/// What is so in one bundle: which sentences of the guide are true of it depends on nothing else.
struct GuideFacts: Sendable, Hashable {
  /// The phone or tablet.
  let device: Device
  /// How the picture comes to the phone.
  let way: PictureWay
  /// Whether there is a picture for the home screen.
  let hasHome: Bool
  /// Whether the picture leaves room for widgets.
  let hasWidgets: Bool

  /// The shortcut that a link installs, and whose it is; nil where the person makes it.
  var choice: ShortcutChoice? { way.choice }

  /// The preset that the guide speaks of; nil where the wallpaper is chosen from a list.
  ///
  /// A guide with folders always has: its cards and its shortcut go by the number.
  var preset: Preset? {
    way.address == nil || choice?.source == .own ? choice?.preset : nil
  }

  /// Texts that take the place of `{…}`, the same in every language.
  var fields: [String: String] {
    let system = GuideSystem(device)
    var fields = [
      "name": way.name, "device": system.device, "system": system.name, "version": system.version,
      "minutes": "\(way.address == nil ? GuideTimes.minutes : GuideTimes.minutesWithAddress)",
    ]
    if let choice {
      fields["preset"] = "\(choice.preset.number)"
      fields["card"] = PresetCards.name(of: choice.preset)
      if case .preset(let other) = choice.source { fields["fallback"] = "\(other.number)" }
    }
    if let address = way.address { fields["host"] = address.host }
    return fields
  }
}

/// How a picture comes to a phone, and from where the shortcut.
enum PictureWay: Sendable, Hashable {
  /// In folders that a person brings to the phone.
  case folders(ShortcutChoice)
  /// From an address, by a shortcut of the operator's.
  case address(ReadAddress, ShortcutChoice)
  /// From an address, by a shortcut that the person makes and gives this name.
  case byHand(ReadAddress, name: String)

  /// The shortcut that a link installs; nil where there is none.
  var choice: ShortcutChoice? {
    switch self {
    case .folders(let choice), .address(_, let choice): choice
    case .byHand: nil
    }
  }

  /// Where the picture is fetched; nil for folders.
  var address: ReadAddress? {
    switch self {
    case .folders: nil
    case .address(let address, _), .byHand(let address, _): address
    }
  }

  /// What the shortcut is called on the phone.
  var name: String {
    switch self {
    case .folders(let choice), .address(_, let choice): choice.shortcut.name
    case .byHand(_, let name): name
    }
  }

  /// The address that runs the shortcut.
  var run: String { Shortcut.runAddress(of: name) }
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
  /// A link installs the shortcut.
  case link
  /// The person makes the shortcut.
  case byHand = "by-hand"
  /// The picture lies in folders.
  case folders
  /// The picture is fetched from an address.
  case address
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
    case .own: facts.choice?.source == .own
    case .shared: facts.choice.map { $0.source != .own } ?? false
    case .general: facts.choice?.source == .general
    case .another: facts.choice.map { $0.source != .own && $0.source != .general } ?? false
    case .link: facts.choice != nil
    case .byHand: facts.choice == nil
    case .folders: facts.way.address == nil
    case .address: facts.way.address != nil
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
  /// The same without files and folders.
  static let minutesWithAddress = 5
}
