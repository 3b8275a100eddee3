public import Designs

/// The system of a phone or tablet, which decides how a person sets a wallpaper.
public enum DeviceSystem: String, Sendable, Hashable, CaseIterable {
  /// iOS or iPadOS: a shortcut sets pictures.
  case apple
  /// Android: the person or an automation app sets pictures.
  case android

  /// Returns the system of a device; nil for a computer or television.
  ///
  /// A device given only as a size is an Android device.
  public init?(_ device: Device) {
    if device.isIPhone || device.isIPad {
      self = .apple
    } else if [.phone, .tablet, .foldable].contains(device.kind) {
      self = .android
    } else {
      return nil
    }
  }
}
