public import WallfarmPluginKit

/// The style of the lock screen clock.
public enum ClockStyle: String, Sendable, Hashable, CaseIterable {
  /// The default clock.
  case standard
  /// The stretched clock of iOS 26; widgets move to the bottom.
  case large
}

/// The area of a lock screen that is free for content, and the obstacles around it.
public struct FreeArea: Sendable, Hashable {
  /// The free area in points: the full width, or the width next to a widget column.
  public let frame: Rect
  /// The areas over which the system draws.
  public let obstacles: [Obstacle]
  /// Warnings about estimated values.
  public let warnings: [RenderWarning]

  /// The height in points reserved for one row of widgets above the controls.
  static let bottomWidgetRow = 100.0
  /// The end of a large clock on devices without a known value, as a fraction of the height.
  static let largeClockShare = 0.40

  init(frame: Rect, obstacles: [Obstacle], warnings: [RenderWarning]) {
    (self.frame, self.obstacles, self.warnings) = (frame, obstacles, warnings)
  }

  /// Computes the free area for a device and its settings.
  public init(on device: Device, widgets: Bool, clock: ClockStyle) {
    let large = LargeClock(device)
    var warnings: [RenderWarning] = []
    let (size, bounds) = (device.points, device.suggested)
    let screen = device.lockScreen
    let top: Double
    var bottom = bounds.bottom
    if clock == .large, let large {
      top = large.contentTop
      if screen.widgetColumn == nil && large.movesWidgets {
        bottom = min(bottom, screen.controlsTop - FreeArea.bottomWidgetRow)
      }
      warnings += large.warnings
    } else {
      if clock == .large { warnings.append(.clockNotOffered(device)) }
      top = widgets ? bounds.topWithWidgets : bounds.topWithoutWidgets
    }
    if widgets, let above = bounds.bottomWithWidgets { bottom = min(bottom, above) }
    let isLarge = clock == .large && large != nil
    let clockBottom = isLarge ? top - 16 : screen.clockBottom
    var obstacles = [
      Obstacle(
        .clock,
        frame: Rect(
          x: 0, y: screen.clockTop, width: size.width, height: clockBottom - screen.clockTop)),
      Obstacle(
        .controls,
        frame: Rect(
          x: 0, y: screen.controlsTop, width: size.width,
          height: size.height - screen.controlsTop)),
    ]
    var left = bounds.left
    if widgets, let column = screen.widgetColumn {
      left = max(left, column + Device.widgetColumnAir)
      obstacles.append(
        Obstacle(
          .widgets,
          frame: Rect(
            x: Device.widgetColumnAir, y: screen.widgetTop, width: column - Device.widgetColumnAir,
            height: screen.widgetBottom - screen.widgetTop)))
      warnings.append(.widgetsEstimated(device))
    } else if widgets, !isLarge || large?.movesWidgets == true {
      let row = screen.widgetBottom - screen.widgetTop
      let y = isLarge ? screen.controlsTop - (FreeArea.bottomWidgetRow + row) / 2 : screen.widgetTop
      obstacles.append(Obstacle(.widgets, frame: Rect(x: 0, y: y, width: size.width, height: row)))
    }
    frame = Rect(
      x: left, y: top, width: size.width - left - bounds.right, height: bottom - top)
    if device.kind.isViewedFromAfar {
      obstacles = FreeArea.obstacles(on: device, widgets: widgets)
    }
    // Some screens have no clock or no controls.
    self.obstacles = obstacles.filter { !$0.frame.isEmpty }
    self.warnings = warnings
  }

  /// The areas of the system on a computer or television, which do not have the width of the screen.
  private static func obstacles(on device: Device, widgets: Bool) -> [Obstacle] {
    let lock = device.areas[.lock, device.orientation] ?? [:]
    let kinds: [(ScreenAreas.Kind, Obstacle.Kind)] =
      [(.clock, .clock), (.controls, .controls)] + (widgets ? [(.widgets, .widgets)] : [])
    return kinds.compactMap { area, kind in lock[area].map { Obstacle(kind, frame: $0) } }
  }
}

/// The stretched clock of a device.
private struct LargeClock {
  let contentTop: Double
  /// Whether the system moves the widgets to the bottom, as iOS 26 does.
  let movesWidgets: Bool
  let warnings: [RenderWarning]

  /// The smallest height in points of the area below a large clock.
  private static let leastHeight = 120.0

  /// Returns `nil` if the device has no large clock, or no room below it.
  init?(_ device: Device) {
    movesWidgets = device.maker == "Apple"
    if let top = device.suggested.topBelowLargeClock {
      let bottom = device.suggested.bottom - (movesWidgets ? FreeArea.bottomWidgetRow : 0)
      guard bottom - top >= Self.leastHeight else { return nil }
      contentTop = top
      warnings = []
    } else if device.isIPad {
      contentTop = (device.points.height * FreeArea.largeClockShare).rounded()
      warnings = [.clockEstimated(device)]
    } else {
      return nil
    }
  }
}

extension RenderWarning {
  fileprivate static func clockNotOffered(_ device: Device) -> RenderWarning {
    RenderWarning(
      .clockNotOffered,
      device.isIPhone
        ? "\(device.name) cannot run iOS 26 and has no large clock, so its standard clock is kept "
          + "clear"
        : "\(device.name) has no room below a large clock, so its standard clock is kept clear",
      hint: "leave out --clock large for this device")
  }

  fileprivate static func widgetsEstimated(_ device: Device) -> RenderWarning {
    RenderWarning(
      .widgetsEstimated,
      "the landscape widgets of \(device.name) have not been measured, so a column on the left "
        + "is kept clear",
      hint: "use --no-widgets if your screen has no widgets")
  }

  fileprivate static func clockEstimated(_ device: Device) -> RenderWarning {
    RenderWarning(
      .clockEstimated,
      "the large clock of \(device.name) has not been measured, so 40% of the height is kept clear")
  }
}
