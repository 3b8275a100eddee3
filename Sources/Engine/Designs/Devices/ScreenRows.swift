internal import WallfarmPluginKit

/// Derives the rows of a lock screen (clock, widgets and controls) and the content range from the
/// system areas.
///
/// Content starts 24 points below the clock and 16 points below widgets, and ends 16 points above
/// the controls. On screens with a height of less than 600 points, these distances are
/// proportionally smaller. On laptops and desktops, content also avoids the menu bar, the dock, the
/// taskbar and columns of icons. On a wide screen, content is confined to a ``ReadingColumn`` and
/// avoids only the areas that overlap that column.
struct ScreenRows {
  let lockScreen: Device.LockScreen
  let bounds: Device.ContentBounds

  /// The minimum screen height in points at which the distances from system areas are not reduced.
  static let fullHeight = 600.0

  /// Derives the rows for an orientation.
  ///
  /// - Parameters:
  ///   - areas: The system areas.
  ///   - orientation: The orientation of `size`.
  ///   - size: The screen size in points.
  ///   - insets: The insets that clear cut-outs and indicators.
  ///   - kind: The kind of the device.
  ///   - pointsPerInch: The points per inch of the screen.
  init(
    _ areas: ScreenAreas, _ orientation: ScreenOrientation, size: Size, insets: Insets,
    kind: DeviceKind, pointsPerInch: Double
  ) {
    let lock = areas[.lock, orientation] ?? [:]
    let home = kind.sharesWallpaper ? areas[.home, orientation] ?? [:] : [:]
    var (left, right) = (insets.left, insets.right)
    // Keep content clear of columns of icons, and of a status bar at the left or right edge.
    for column in [home[.iconGrid], lock[.statusBar]].compactMap(\.self)
    where column.width < size.width / 2 {
      if column.midX < size.width / 2 {
        left = max(left, column.maxX)
      } else {
        right = max(right, size.width - column.x)
      }
    }
    let air = min(1, size.height / Self.fullHeight)
    let all = Rows(lock, home, size: size, insets: insets)
    lockScreen = all.lockScreen
    let scale = TypeScale(kind, size: size, pointsPerInch: pointsPerInch)
    guard
      let column = ReadingColumn(
        kind, size: size, left: left, right: right, typeScale: scale.factor)
    else {
      bounds = all.bounds(
        air: air, left: left, right: right, hasLargeClock: kind == .phone || kind == .foldable)
      return
    }
    let rows = Rows(
      lock.filter { column.isCovered(by: $0.value, in: size) },
      home.filter { column.isCovered(by: $0.value, in: size) }, size: size, insets: insets)
    bounds = rows.bounds(air: air, left: column.left, right: column.right, hasLargeClock: false)
  }
}

/// The lock screen rows that are derived from the given system areas.
private struct Rows {
  private let lock: [ScreenAreas.Kind: Rect]
  private let size: Size
  private let clockTop: Double
  private let clockBottom: Double
  private let controlsTop: Double
  /// The bottom of the menu bar.
  private let bar: Double?

  init(
    _ lock: [ScreenAreas.Kind: Rect], _ home: [ScreenAreas.Kind: Rect], size: Size, insets: Insets
  ) {
    (self.lock, self.size) = (lock, size)
    // The clock of a television is at the bottom, where it limits content as controls do on other
    // devices.
    let clock = lock[.clock].flatMap { $0.midY <= size.height / 2 ? $0 : nil }
    let lowClock = clock == nil ? lock[.clock] : nil
    let lower = [lock[.controls], lock[.fingerprint], home[.dock], home[.taskbar], lowClock]
    controlsTop = lower.compactMap { $0?.y }.reduce(size.height - insets.bottom) { min($0, $1) }
    clockTop = clock?.y ?? insets.top
    clockBottom = clock?.maxY ?? insets.top
    bar = home[.menuBar]?.maxY
  }

  /// The right edge of the widgets if they form a column; otherwise `nil`.
  private var widgetColumn: Double? {
    guard let widgets = lock[.widgets], widgets.width < size.width / 2,
      widgets.height > widgets.width
    else { return nil }
    return widgets.maxX
  }

  var lockScreen: Device.LockScreen {
    Device.LockScreen(
      clockTop: clockTop, clockBottom: clockBottom,
      widgetTop: lock[.widgets]?.y ?? clockBottom,
      widgetBottom: lock[.widgets]?.maxY ?? clockBottom,
      controlsTop: controlsTop, widgetColumn: widgetColumn)
  }

  /// Computes the content range.
  ///
  /// - Parameters:
  ///   - air: The factor that scales the gaps between content and the system areas.
  ///   - left: The distance between the content and the left edge.
  ///   - right: The distance between the content and the right edge.
  ///   - hasLargeClock: Whether the large clock can replace the standard clock.
  /// - Returns: The content range in points.
  func bounds(
    air: Double, left: Double, right: Double, hasLargeClock: Bool
  ) -> Device.ContentBounds {
    let top = max(clockBottom + 24 * air, bar.map { $0 + 16 * air } ?? 0)
    let bottom = controlsTop - 16 * air
    var (topWithWidgets, bottomWithWidgets) = (top, Double?.none)
    if let widgets = lock[.widgets], widgetColumn == nil {
      if widgets.midY <= size.height / 2 {
        topWithWidgets = widgets.maxY + 16 * air
      } else {
        bottomWithWidgets = min(bottom, widgets.y - 16 * air)
      }
    }
    return Device.ContentBounds(
      topWithoutWidgets: top, topWithWidgets: topWithWidgets,
      topBelowLargeClock: hasLargeClock ? lock[.largeClock].map { $0.maxY + 16 } : nil,
      bottom: bottom, bottomWithWidgets: bottomWithWidgets, left: left, right: right)
  }
}
