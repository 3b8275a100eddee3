package import SourceJSON
import WallfarmPluginKit

/// A picture of a person: the lock screen or the home screen of one of the person's devices.
package struct PersonDisplay: Hashable, Sendable {
  /// The person's name for the device, or `nil` for the main device.
  package let device: String?
  /// The screen.
  package let screen: PersonDescription.Screen

  /// Creates a display.
  package init(device: String?, screen: PersonDescription.Screen) {
    (self.device, self.screen) = (device, screen)
  }

  /// The name of the picture in addresses, without the format: `lock`, or `tablet/lock` for a
  /// device.
  package var name: String { (device.map { $0 + "/" } ?? "") + screen.rawValue }
}

/// The devices of a person.
extension PersonDescription {
  /// The key of the devices besides the main one.
  package static let devicesKey = "devices"
  /// The keys of a device; the values for screens replace those of the person.
  private static let deviceKeys: Set<String> = ["device", "lock", "home"]
  /// Maximum number of devices besides the main one; every change renders the pictures of all.
  private static let mostDevices = 8
  /// Maximum length of the name of a device.
  private static let mostNameBytes = 32

  /// All pictures of the person; a picture that the person keeps unchanged is included.
  package var displays: [PersonDisplay] {
    ([nil] + deviceNames.map(Optional.some)).flatMap { device in
      Screen.allCases.map { PersonDisplay(device: device, screen: $0) }
    }
  }

  /// The names of the devices besides the main one.
  private var deviceNames: [String] {
    (words[PersonDescription.devicesKey]?.members ?? []).map(\.key)
  }

  /// Whether the person has a device with this name; the main device has none.
  package func has(_ device: String?) -> Bool { device.map(deviceNames.contains) ?? true }

  /// Returns the device of a display, as in a request.
  package func device(of display: PersonDisplay) -> JSONNode? {
    guard let name = display.device else { return words["device"] }
    return words[PersonDescription.devicesKey]?[name]?["device"]
  }

  /// Returns the description of a screen: that of the device, or else that of the person.
  package func look(of display: PersonDisplay) -> JSONNode? {
    let own = display.device.flatMap {
      words[PersonDescription.devicesKey]?[$0]?[display.screen.rawValue]
    }
    return own ?? words[display.screen.rawValue]
  }

  /// Checks the devices of a description.
  ///
  /// - Throws: The code of the document, with the position.
  static func checkDevices(
    in words: JSONNode, of document: PersonDocument
  ) throws(RenderError) {
    guard let devices = words[devicesKey] else { return }
    guard let members = devices.members else {
      throw document.error(
        "'\(devicesKey)' is \(devices.typeName)", devices.place,
        #"write an object, such as {"tablet": {"device": "ipad10"}}"#)
    }
    guard members.count <= mostDevices else {
      throw document.error(
        "'\(devicesKey)' names \(members.count) devices", devices.place,
        "name at most \(mostDevices)")
    }
    for member in members {
      guard isDeviceName(member.key) else {
        throw document.error(
          "'\(member.key.prefix(64))' cannot be the name of a device", member.keyPlace,
          "use 1 to \(mostNameBytes) of the characters a-z, 0-9, '-' and '_'")
      }
      try document.check(member.value, has: deviceKeys, as: "the device '\(member.key)'")
      guard member.value["device"]?.string != nil else {
        throw document.error(
          "'device' is missing or not a string", member.value.place, document.deviceHint)
      }
      try checkScreens(in: member.value, of: document)
    }
  }

  private static func isDeviceName(_ name: String) -> Bool {
    (1...mostNameBytes).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }
}
