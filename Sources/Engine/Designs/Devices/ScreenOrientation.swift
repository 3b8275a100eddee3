public import WallfarmPluginKit

/// The orientation of a screen.
public enum ScreenOrientation: String, Sendable, Hashable, CaseIterable {
  /// At least as tall as wide.
  case portrait
  /// Wider than tall.
  case landscape
}

extension Device {
  /// The gap in points between the left screen edge and the widget column, and between the column
  /// and the content.
  static let widgetColumnAir = 24.0

  /// The name for a device and orientation in file names: `ipad10`, `ipad10-landscape` or
  /// `galaxyzfold6-cover`.
  public static func name(_ id: String, _ orientation: ScreenOrientation) -> String {
    let id = id.replacing(":", with: "-")
    return orientation == .portrait ? id : "\(id)-\(orientation)"
  }

  /// The device in another orientation.
  ///
  /// A screen that is naturally wider than tall, such as a laptop screen, stays in landscape.
  ///
  /// - Parameters:
  ///   - orientation: The new orientation.
  ///   - origin: The origin of the request.
  /// - Returns: The device in that orientation.
  /// - Throws: `orientation-unknown` for a phone in landscape, because its lock screen does not
  ///   rotate.
  public func turned(
    to orientation: ScreenOrientation, origin: Origin = .option("orientation")
  ) throws(RenderError) -> Device {
    guard orientation != self.orientation else { return self }
    guard areas[.lock, orientation] != nil else {
      if orientation == .portrait { return self }
      throw .noLandscape(self, origin)
    }
    var device = self
    device.orientation = orientation
    device.pixels = PixelSize(width: pixels.height, height: pixels.width)
    device.points = Size(width: points.height, height: points.width)
    device.safeArea = safeAreas[orientation] ?? Insets()
    let rows = ScreenRows(
      areas, orientation, size: device.points, insets: device.safeArea, kind: kind,
      pointsPerInch: Double(ppi) / device.scale.x)
    (device.lockScreen, device.suggested) = (rows.lockScreen, rows.bounds)
    return device
  }
}

extension RenderError {
  fileprivate static func noLandscape(_ device: Device, _ origin: Origin) -> RenderError {
    RenderError(
      .orientationUnknown, "the lock screen of \(device.name) is always in portrait orientation",
      origin: origin,
      hint: "use landscape only for tablets, such as the group 'ipads'; leave it out for phones"
    ).remedied(.remove())
  }
}
