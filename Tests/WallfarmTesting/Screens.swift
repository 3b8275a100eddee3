public import Designs

extension DeviceCatalog {
  /// The iPads, and the iPhones that have a single screen, for tests that compose a layout on every
  /// screen.
  public static let appleScreens = shipped.devices.filter { device in
    device.isIPhone && device.kind == .phone || device.isIPad
  }
}
