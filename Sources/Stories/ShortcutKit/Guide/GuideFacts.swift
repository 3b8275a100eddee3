package import Designs
package import WallfarmCore
import WallfarmPluginKit

/// The facts about a bundle that determine which sentences its guide contains.
package struct GuideFacts: Sendable, Hashable {
  /// The phone or tablet.
  package let device: Device
  /// How the picture reaches the phone.
  package let way: PictureWay
  /// Whether there is a picture for the home screen.
  package let hasHome: Bool
  /// Whether the picture leaves space for widgets.
  package let hasWidgets: Bool

  package init(device: Device, way: PictureWay, hasHome: Bool, hasWidgets: Bool) {
    (self.device, self.way, self.hasHome, self.hasWidgets) = (device, way, hasHome, hasWidgets)
  }

  /// The shortcut that a link installs; nil if the user makes the shortcut.
  package var choice: ShortcutChoice? { way.choice }

  /// The preset that the guide refers to; nil if the user chooses the wallpaper from a list.
  ///
  /// A guide with folders always has a preset, because its cards and its shortcut are numbered.
  package var preset: Preset? {
    way.address == nil || choice?.source == .own ? choice?.preset : nil
  }

  /// The values of the placeholders `{…}`, which are the same in every language.
  var fields: [String: String] {
    let system = GuideSystem(device)
    var fields = [
      "name": way.name ?? "", "device": system.device, "system": system.name,
      "version": system.version, "minutes": "\(GuideTimes.minutes(of: way))",
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

/// How a picture reaches the phone, and where the shortcut comes from.
package enum PictureWay: Sendable, Hashable {
  /// The user copies folders to the phone.
  case folders(ShortcutChoice)
  /// The operator's shortcut downloads the picture.
  case address(ReadAddress, ShortcutChoice)
  /// A shortcut that the user makes under this name downloads the picture.
  case byHand(ReadAddress, name: String)
  /// The user copies pictures to an Android phone.
  case copied
  /// An app on an Android phone downloads the picture.
  case fetched(ReadAddress)

  /// The shortcut that a link installs, if any.
  package var choice: ShortcutChoice? {
    switch self {
    case .folders(let choice), .address(_, let choice): choice
    case .byHand, .copied, .fetched: nil
    }
  }

  /// The download address; nil for pictures that the user copies.
  package var address: ReadAddress? {
    switch self {
    case .folders, .copied: nil
    case .address(let address, _), .byHand(let address, _), .fetched(let address): address
    }
  }

  /// The name of the shortcut on the phone; nil on Android.
  package var name: String? {
    switch self {
    case .folders(let choice), .address(_, let choice): choice.shortcut.name
    case .byHand(_, let name): name
    case .copied, .fetched: nil
    }
  }

  /// The URL that runs the shortcut; nil on Android.
  package var run: String? { name.map(Shortcut.runAddress) }

  /// The system of the device.
  package var system: DeviceSystem { name == nil ? .android : .apple }
}

/// A condition under which a guide contains a sentence.
package enum GuideCondition: String, Sendable, CaseIterable {
  /// There is a picture for the home screen.
  case home
  /// The home screen is not changed.
  case noHome = "no-home"
  /// The picture leaves space for widgets.
  case widgets
  /// The preset has its own shortcut.
  case own
  /// The shortcut serves several presets.
  case shared
  /// The shortcut is the general shortcut.
  case general
  /// The shortcut belongs to another preset.
  case another
  /// A link installs the shortcut.
  case link
  /// No link installs the shortcut; on an Apple device, the user makes it.
  case byHand = "by-hand"
  /// The user copies the picture to the device.
  case folders
  /// The picture is downloaded.
  case address
  /// The device is not an iPad.
  case phone
  /// The device is an iPad.
  case tablet
  /// The device is a Pixel.
  case pixel
  /// The device is a Galaxy.
  case samsung

  /// Whether the condition holds.
  package func holds(for facts: GuideFacts) -> Bool {
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
    case .phone: !facts.device.isIPad
    case .tablet: facts.device.isIPad
    case .pixel: facts.device.maker == "Google"
    case .samsung: facts.device.maker == "Samsung"
    }
  }
}

/// The names of the user's device and operating system, as their makers use them.
package struct GuideSystem: Sendable, Hashable {
  /// The kind of device.
  let device: String
  /// The name of the operating system.
  let name: String
  /// The first version of the operating system that can set a lock screen picture as the guide
  /// describes.
  ///
  /// As of iOS 16.2, Shortcuts can set one of several lock screens. As of iPadOS 17, iPads can have
  /// several lock screens. As of version 7, Android can set a picture for the lock screen alone
  /// (`FLAG_LOCK` of `WallpaperManager`, API level 24).
  package let version: String

  /// Creates the names for a given device.
  package init(_ device: Device) {
    (self.device, name, version) =
      switch device.system {
      case .android: (device.name, "Android", "7")
      case .apple, nil: device.isIPad ? ("iPad", "iPadOS", "17") : ("iPhone", "iOS", "16.2")
      }
  }
}

/// The durations that the guide and its pictures mention.
package enum GuideTimes {
  /// The time to follow the whole guide, in minutes.
  package static let minutes = 10
  /// The time to follow a guide that does not require files or folders to be copied, in minutes.
  package static let minutesWithAddress = 5
  /// The time to copy and set a picture on Android, in minutes.
  package static let minutesOnAndroid = 3

  /// The time to follow a guide, in minutes.
  ///
  /// Downloading to an Android phone takes longer, because an app must be installed first.
  package static func minutes(of way: PictureWay) -> Int {
    switch way {
    case .folders, .fetched: minutes
    case .address, .byHand: minutesWithAddress
    case .copied: minutesOnAndroid
    }
  }
}
