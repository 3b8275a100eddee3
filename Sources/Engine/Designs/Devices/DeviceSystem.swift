/// The system of a phone or tablet, which decides how a person sets a wallpaper.
public enum DeviceSystem: String, Sendable, Hashable, CaseIterable {
  /// iOS or iPadOS.
  case apple
  /// Android.
  case android
}

extension Device {
  /// The system of a phone or tablet; `nil` for a computer or television.
  ///
  /// A device given only as a size is an Android device.
  public var system: DeviceSystem? {
    guard [.phone, .tablet, .foldable].contains(kind) else { return nil }
    return maker == "Apple" ? .apple : .android
  }
}
