internal import WallfarmPluginKit

/// The factor (0.8 to 3) by which sizes designed for a phone with a width of 430 pt are multiplied.
///
/// On phones and tablets, the factor depends on the width. A tablet is viewed from farther away
/// than a phone, but from less than twice the distance, so the factor for a tablet is at most 1.5.
/// On computers and televisions, a scaled point subtends the same visual angle as a point on the
/// phone. If the free area has little height, as on the cover screen of a foldable phone, the
/// factor depends on that height.
struct TypeScale {
  /// The range of the factor for handheld devices, and the range for all other devices.
  private static let handheld = 0.8...1.5
  private static let all = 0.8...3.0
  /// The width in points of the phone for which sizes are designed.
  private static let width = 430.0
  /// The smallest height of the free area, in points, for which sizes are designed.
  private static let height = 317.0
  /// The visual angle of a point on the phone in radians: 3 pixels at 460 ppi, viewed from 300 mm.
  private static let angle = 25.4 * 3 / 460 / 300

  let factor: Double

  /// Creates the factor for a screen.
  ///
  /// - Parameters:
  ///   - kind: The kind of the device.
  ///   - size: The screen size in points.
  ///   - pointsPerInch: The points per inch of the screen.
  ///   - freeHeight: The height of the free area in points; `nil` to ignore it.
  init(_ kind: DeviceKind, size: Size, pointsPerInch: Double, freeHeight: Double? = nil) {
    let byHeight = freeHeight.map { $0 / Self.height } ?? .infinity
    if let distance = kind.viewingDistance {
      let byAngle = Self.angle * distance * pointsPerInch / 25.4
      factor = min(byAngle, byHeight).clamped(to: Self.all)
    } else {
      factor = min(size.width / Self.width, byHeight).clamped(to: Self.handheld)
    }
  }
}

extension Double {
  /// Returns the nearest value in a range.
  package func clamped(to range: ClosedRange<Double>) -> Double {
    min(max(self, range.lowerBound), range.upperBound)
  }
}

extension Device {
  /// The factor (0.8 to 3) by which sizes designed for a phone with a width of 430 pt are
  /// multiplied.
  public var typeScale: Double {
    let bottom = suggested.bottomWithWidgets ?? suggested.bottom
    return TypeScale(
      kind, size: screen, pointsPerInch: Double(ppi) / scale.x * reduction,
      freeHeight: isTablet && !kind.isViewedFromAfar ? nil : bottom - suggested.topWithWidgets
    ).factor
  }
}
