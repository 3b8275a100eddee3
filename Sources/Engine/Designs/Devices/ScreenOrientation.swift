public import WallfarmPluginKit

/// Which way up a screen is.
public enum ScreenOrientation: String, Sendable, Hashable, CaseIterable {
  /// Higher than wide.
  case portrait
  /// Wider than high; only tablets have a lock screen for it.
  case landscape
}

extension Device {
  /// Share of the width that a column of widgets is given on a tablet that lies on its side.
  ///
  /// Nobody has published where iPadOS draws it: two small widgets with their margins are about a
  /// fifth of the screen, and a little more is kept clear.
  static let widgetColumnShare = 0.23
  /// Air between that column and what stands beside it, in points; as below the row in portrait.
  static let widgetColumnAir = 24.0

  /// Its name with the way it is held, as files are named: `ipad10`, or `ipad10-landscape`.
  public static func name(_ id: String, _ orientation: ScreenOrientation) -> String {
    orientation == .portrait ? id : "\(id)-\(orientation)"
  }

  /// The same screen, held another way.
  ///
  /// Clock and controls keep their distances from the edges above and below them; widgets move into
  /// a column at the left. All of it is an estimate.
  ///
  /// - Parameters:
  ///   - orientation: the way it is held.
  ///   - origin: where that was asked for.
  /// - Returns: the device, in that orientation.
  /// - Throws: `orientation-unknown` for a phone on its side, whose lock screen stays upright.
  public func turned(
    to orientation: ScreenOrientation, origin: Origin = .option("orientation")
  ) throws(RenderError) -> Device {
    guard orientation != self.orientation else { return self }
    guard isTablet else { throw .noLandscape(self, origin) }
    var device = self
    device.orientation = orientation
    device.pixels = PixelSize(width: pixels.height, height: pixels.width)
    device.points = Size(width: points.height, height: points.width)
    // What stood below the middle moves up with the lower edge.
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
      .orientationUnknown, "the lock screen of \(device.name) is always upright", origin: origin,
      hint: "landscape is for tablets, such as those of the group 'ipads'; leave it out for phones")
  }
}
