internal import WallfarmPluginKit

/// The factor for sizes that are specified for a phone 430 pt wide, 0.8…3.
///
/// On phones and tablets the factor follows the width. A tablet is viewed from a greater distance
/// than a phone, but less than twice as far, so its factor is at most 1.5. On computers and
/// televisions a point appears under the same angle as on the phone. Where the free area is low, as
/// on the cover of a foldable phone, the factor follows its height.
struct TypeScale {
  /// The range of the factor in a hand, and that of all kinds.
  private static let handheld = 0.8...1.5
  private static let all = 0.8...3.0
  /// The width of the phone in points.
  private static let width = 430.0
  /// The height of the free area in points for which sizes are specified at least.
  private static let height = 317.0
  /// The angle of a point of the phone in radians: 3 pixels of 460 per inch, at 300 mm.
  private static let angle = 25.4 * 3 / 460 / 300

  let factor: Double

  /// Creates the factor of a screen.
  ///
  /// - Parameters:
  ///   - kind: The kind of the device.
  ///   - size: The screen in points.
  ///   - pointsPerInch: The points per inch of the screen.
  ///   - freeHeight: The height of the free area in points; `nil` if it does not matter.
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
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    min(max(self, range.lowerBound), range.upperBound)
  }
}

extension Device {
  /// The factor for sizes that are specified for a phone 430 pt wide, 0.8…3.
  public var typeScale: Double {
    let bottom = suggested.bottomWithWidgets ?? suggested.bottom
    return TypeScale(
      kind, size: screen, pointsPerInch: Double(ppi) / scale.x,
      freeHeight: isTablet && !kind.isViewedFromAfar ? nil : bottom - suggested.topWithWidgets
    ).factor
  }
}
