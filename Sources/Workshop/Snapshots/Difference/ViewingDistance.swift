public import Designs

/// The viewing distance of devices, which determines the angular resolution of their screens.
public enum ViewingDistance {
  /// The viewing distance of a phone in inches: one foot.
  ///
  /// Apple assumed this distance when it introduced "Retina" at 326 ppi in 2010.
  static let phone = 12.0
  /// The viewing distance of a tablet in inches, as Apple stated for the iPad of 2012.
  static let tablet = 15.0

  /// Pixels per degree of the visual field, at the center of the screen.
  public static func pixelsPerDegree(on device: Device) -> Double {
    Double(device.ppi) * (device.isTablet ? tablet : phone) * .pi / 180
  }
}
