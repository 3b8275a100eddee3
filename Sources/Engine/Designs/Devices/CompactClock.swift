package import WallfarmPluginKit

/// The compact clock of iOS 27, which shares one row at the top of the lock screen with the date
/// and the widgets.
///
/// Only a device whose file specifies the area `compactClock` offers this clock. If there are
/// widgets in the row, the row is at least as high as the widgets. Content starts at the usual
/// distance below the row.
struct CompactClock {
  /// The free area below the row, and the obstacles around that area.
  let area: FreeArea

  /// Returns `nil` if the device has no compact clock, too little space below it, or widgets in a
  /// column.
  init?(_ device: Device, widgets: Bool) {
    guard let clock = device.compactClock else { return nil }
    let (screen, bounds, size) = (device.lockScreen, device.suggested, device.screen)
    let isShared =
      widgets && screen.widgetColumn == nil && bounds.bottomWithWidgets == nil
      && screen.widgetBottom > screen.widgetTop
    let height =
      isShared ? max(clock.height, screen.widgetBottom - screen.widgetTop) : clock.height
    let row = Rect(x: 0, y: clock.y, width: size.width, height: height)
    let air = (isShared ? 16 : 24) * min(1, size.height / ScreenRows.fullHeight)
    let top = row.maxY + air
    guard bounds.bottom - top >= FreeArea.leastHeight, !(widgets && screen.widgetColumn != nil)
    else { return nil }

    // The clock and the widgets each get half of the row, because no source states their widths.
    var obstacles = [Obstacle(.clock, frame: row), .controls(of: device)]
    var bottom = bounds.bottom
    if isShared {
      let half = size.width / 2
      obstacles[0] = Obstacle(.clock, frame: Rect(x: 0, y: row.y, width: half, height: height))
      obstacles.append(
        Obstacle(.widgets, frame: Rect(x: half, y: row.y, width: half, height: height)))
    } else if widgets, let above = bounds.bottomWithWidgets {
      bottom = min(bottom, above)
      let (y, height) = (screen.widgetTop, screen.widgetBottom - screen.widgetTop)
      obstacles.append(
        Obstacle(.widgets, frame: Rect(x: 0, y: y, width: size.width, height: height)))
    }
    area = FreeArea(
      frame: Rect(
        x: bounds.left, y: top, width: size.width - bounds.left - bounds.right,
        height: bottom - top),
      obstacles: obstacles.filter { !$0.frame.isEmpty }, warnings: [], clock: .compact)
  }
}

extension Device {
  /// The row of the compact clock in the current orientation; `nil` if the device has none.
  package var compactClock: Rect? { areas[.lock, orientation]?[.compactClock] }

  /// Whether the device is an iPhone that cannot run iOS 26, which requires an iPhone from 2019
  /// (A13) or later.
  var isOlderIPhone: Bool { isIPhone && year > 0 && year < 2019 }
}
