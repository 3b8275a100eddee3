public import Designs

extension DeviceCatalog {
  /// The iPhones with one screen, and the iPads: the screens for tests that compose a layout on
  /// every one of them.
  public static let appleScreens = shipped.devices.filter { device in
    device.isIPhone && device.kind == .phone || device.isIPad
  }
}
