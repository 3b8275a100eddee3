public import Designs

/// How far a screen is from the eye, and so how small its pixels look.
public enum ViewingDistance {
  /// Distance of a phone, in inches: a foot, the reach at which Apple named 326 pixels per inch
  /// "Retina" in 2010.
  static let phone = 12.0
  /// Distance of a tablet, in inches; Apple's figure for the iPad of 2012.
  static let tablet = 15.0

  /// Pixels within one degree of the field of view, in the middle of the screen.
  public static func pixelsPerDegree(on device: Device) -> Double {
    Double(device.ppi) * (device.isTablet ? tablet : phone) * .pi / 180
  }
}
