internal import WallfarmPluginKit

/// Derives the rows of a lock screen and the range of content from the areas of the system.
///
/// Content starts 24 points below the clock and 16 points below widgets, and ends 16 points above
/// the controls. Screens lower than 600 points have proportionally smaller distances. On laptops
/// and desktops content also avoids menu bar, dock, taskbar and columns of icons.
struct ScreenRows {
  let lockScreen: Device.LockScreen
  let bounds: Device.ContentBounds

  /// The height in points from which distances have their full size.
  private static let fullHeight = 600.0

  /// Derives rows for an orientation.
  ///
  /// - Parameters:
  ///   - areas: The areas of the system.
  ///   - orientation: The orientation of `size`.
  ///   - size: The screen in points.
  ///   - insets: The insets that clear cut-outs and indicators.
  ///   - kind: The kind of the device.
  init(
    _ areas: ScreenAreas, _ orientation: ScreenOrientation, size: Size, insets: Insets,
    kind: DeviceKind
  ) {
    let lock = areas[.lock, orientation] ?? [:]
    let home = kind.sharesWallpaper ? areas[.home, orientation] ?? [:] : [:]
    let air = min(1, size.height / Self.fullHeight)
    // The clock of a television is at the bottom, where it limits content like controls.
    let clock = lock[.clock].flatMap { $0.midY <= size.height / 2 ? $0 : nil }
    let lower = [lock[.controls], lock[.fingerprint], home[.dock], home[.taskbar]]
    let lowClock = clock == nil ? lock[.clock] : nil
    let controlsTop = (lower + [lowClock]).compactMap { $0?.y }
      .reduce(size.height - insets.bottom) { min($0, $1) }
    let clockTop = clock?.y ?? insets.top
    let clockBottom = clock?.maxY ?? insets.top
    let bar = home[.menuBar].map { $0.maxY + 16 * air } ?? 0

    let top = max(clockBottom + 24 * air, bar)
    let bottom = controlsTop - 16 * air
    var (topWithWidgets, bottomWithWidgets, column) = (top, Double?.none, Double?.none)
    let widgets = lock[.widgets]
    if let widgets {
      if widgets.width < size.width / 2, widgets.height > widgets.width {
        column = widgets.maxX
      } else if widgets.midY <= size.height / 2 {
        topWithWidgets = widgets.maxY + 16 * air
      } else {
        bottomWithWidgets = min(bottom, widgets.y - 16 * air)
      }
    }
    lockScreen = Device.LockScreen(
      clockTop: clockTop, clockBottom: clockBottom, widgetTop: widgets?.y ?? clockBottom,
      widgetBottom: widgets?.maxY ?? clockBottom, controlsTop: controlsTop, widgetColumn: column)

    var (left, right) = (insets.left, insets.right)
    // Columns of icons, and a status bar along a side.
    for column in [home[.iconGrid], lock[.statusBar]].compactMap(\.self)
    where column.width < size.width / 2 {
      if column.midX < size.width / 2 {
        left = max(left, column.maxX)
      } else {
        right = max(right, size.width - column.x)
      }
    }
    bounds = Device.ContentBounds(
      topWithoutWidgets: top, topWithWidgets: topWithWidgets,
      topBelowLargeClock: kind == .phone || kind == .foldable
        ? lock[.largeClock].map { $0.maxY + 16 } : nil,
      bottom: bottom, bottomWithWidgets: bottomWithWidgets, left: left, right: right)
  }
}
