public import WallfarmPluginKit

/// The orientation of a screen.
public enum ScreenOrientation: String, Sendable, Hashable, CaseIterable {
  /// Taller than wide.
  case portrait
  /// Wider than tall; only tablets have a landscape lock screen.
  case landscape
}

extension Device {
  /// The width of the widget column on a tablet in landscape, as a fraction of the screen width.
  ///
  /// Apple has not published the position of this column. Two small widgets with margins take about
  /// a fifth of the screen; the value adds some clearance.
  static let widgetColumnShare = 0.23
  /// The margin between the widget column and content in points, the same as below the widget row
  /// in portrait.
  static let widgetColumnAir = 24.0

  /// The name of a device and orientation in file names: `ipad10` or `ipad10-landscape`.
  public static func name(_ id: String, _ orientation: ScreenOrientation) -> String {
    orientation == .portrait ? id : "\(id)-\(orientation)"
  }

  /// The device in another orientation.
  ///
  /// Clock and controls keep their distances from the top and bottom edges; widgets move into a
  /// column on the left. All values are estimates.
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
    guard isTablet else { throw .noLandscape(self, origin) }
    var device = self
    device.orientation = orientation
    device.pixels = PixelSize(width: pixels.height, height: pixels.width)
    device.points = Size(width: points.height, height: points.width)
    // Rows below the center move up with the bottom edge.
    let rise = points.height - device.points.height
    device.lockScreen = LockScreen(
      clockTop: lockScreen.clockTop, clockBottom: lockScreen.clockBottom,
      widgetTop: lockScreen.clockTop, widgetBottom: lockScreen.controlsTop - rise,
      controlsTop: lockScreen.controlsTop - rise,
      widgetColumn: (device.points.width * Device.widgetColumnShare).rounded())
    device.suggested = ContentBounds(
      topWithoutWidgets: suggested.topWithoutWidgets, topWithWidgets: suggested.topWithoutWidgets,
      topBelowLargeClock: nil, bottom: suggested.bottom - rise)
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
