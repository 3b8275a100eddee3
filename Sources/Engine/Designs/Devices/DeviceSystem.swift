/// The operating system of a phone or tablet, which determines how the user sets a wallpaper.
public enum DeviceSystem: String, Sendable, Hashable, CaseIterable {
  /// iOS or iPadOS.
  case apple
  /// Android.
  case android
}

extension Device {
  /// The operating system of a phone or tablet; `nil` for a computer or television.
  ///
  /// A device that is specified only by its size counts as an Android device.
  public var system: DeviceSystem? {
    guard [.phone, .tablet, .foldable].contains(kind) else { return nil }
    return maker == "Apple" ? .apple : .android
  }
}
