public import WallfarmPluginKit

/// The style of the lock screen clock.
public enum ClockStyle: String, Sendable, Hashable, CaseIterable {
  /// The default clock.
  case standard
  /// The stretched clock of iOS 26, which moves widgets to the bottom.
  case large
  /// The small clock of iOS 27, in one row with the date and widgets at the top.
  case compact
}

/// The area of a lock screen that is free for content, and the obstacles around that area.
public struct FreeArea: Sendable, Hashable {
  /// The free area in points: the full width, or the width next to a widget column.
  public let frame: Rect
  /// The areas over which the system draws.
  public let obstacles: [Obstacle]
  /// Warnings about estimated values.
  public let warnings: [RenderWarning]
  /// The clock whose area is kept clear; ``ClockStyle/standard`` if the device does not offer the
  /// requested clock.
  public let clock: ClockStyle

  /// The height in points reserved for one row of widgets above the controls.
  static let bottomWidgetRow = 100.0
  /// The bottom of a large clock on devices for which it is unknown, as a fraction of the screen
  /// height.
  static let largeClockShare = 0.40
  /// The minimum height in points of the area below a large or compact clock.
  static let leastHeight = 120.0

  init(frame: Rect, obstacles: [Obstacle], warnings: [RenderWarning], clock: ClockStyle) {
    (self.frame, self.obstacles, self.warnings) = (frame, obstacles, warnings)
    self.clock = clock
  }

  /// Computes the free area for a device and its settings.
  public init(on device: Device, widgets: Bool, clock: ClockStyle) {
    if clock == .compact, let compact = CompactClock(device, widgets: widgets) {
      self = compact.area
      return
    }
    let large = clock == .large ? LargeClock(device) : nil
    var warnings: [RenderWarning] = []
    let (size, bounds) = (device.screen, device.suggested)
    let screen = device.lockScreen
    let top: Double
    var bottom = bounds.bottom
    if let large {
      top = large.contentTop
      if screen.widgetColumn == nil && large.movesWidgets {
        bottom = min(bottom, screen.controlsTop - FreeArea.bottomWidgetRow)
      }
      warnings += large.warnings
    } else {
      if clock != .standard { warnings.append(.notOffered(clock, by: device)) }
      top = widgets ? bounds.topWithWidgets : bounds.topWithoutWidgets
    }
    if widgets, let above = bounds.bottomWithWidgets { bottom = min(bottom, above) }
    let clockBottom = large == nil ? screen.clockBottom : top - 16
    var obstacles = [
      Obstacle(
        .clock,
        frame: Rect(
          x: 0, y: screen.clockTop, width: size.width, height: clockBottom - screen.clockTop)),
      .controls(of: device),
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
    } else if widgets, large?.movesWidgets != false {
      let row = screen.widgetBottom - screen.widgetTop
      let y =
        large == nil
        ? screen.widgetTop : screen.controlsTop - (FreeArea.bottomWidgetRow + row) / 2
      obstacles.append(Obstacle(.widgets, frame: Rect(x: 0, y: y, width: size.width, height: row)))
    }
    frame = Rect(
      x: left, y: top, width: size.width - left - bounds.right, height: bottom - top)
    if device.kind.isViewedFromAfar {
      obstacles = Obstacle.areas(on: device, widgets: widgets)
    }
    // Some screens have no clock or no controls.
    self.obstacles = obstacles.filter { !$0.frame.isEmpty }
    self.warnings = warnings
    self.clock = large == nil ? .standard : .large
  }
}

extension Obstacle {
  /// The controls at the bottom of the lock screen.
  static func controls(of device: Device) -> Obstacle {
    let (top, size) = (device.lockScreen.controlsTop, device.screen)
    return Obstacle(
      .controls, frame: Rect(x: 0, y: top, width: size.width, height: size.height - top))
  }

  /// The system areas on a computer or television, which can be narrower than the screen.
  static func areas(on device: Device, widgets: Bool) -> [Obstacle] {
    let lock = device.areas[.lock, device.orientation] ?? [:]
    let kinds: [(ScreenAreas.Kind, Obstacle.Kind)] =
      [(.clock, .clock), (.controls, .controls)] + (widgets ? [(.widgets, .widgets)] : [])
    return kinds.compactMap { area, kind in lock[area].map { Obstacle(kind, frame: $0) } }
  }
}

/// A device's stretched clock.
private struct LargeClock {
  let contentTop: Double
  /// Whether the system moves the widgets to the bottom, as iOS 26 does.
  let movesWidgets: Bool
  let warnings: [RenderWarning]

  /// Returns `nil` if the device has no large clock or too little space below it.
  init?(_ device: Device) {
    movesWidgets = device.maker == "Apple"
    if let top = device.suggested.topBelowLargeClock {
      let bottom = device.suggested.bottom - (movesWidgets ? FreeArea.bottomWidgetRow : 0)
      guard bottom - top >= FreeArea.leastHeight else { return nil }
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
  fileprivate static func notOffered(_ clock: ClockStyle, by device: Device) -> RenderWarning {
    let name = device.name
    let reason =
      switch clock {
      case .compact where device.isOlderIPhone:
        "\(name) has no compact clock because it cannot run iOS 27"
      case .compact where device.isIPhone || device.isIPad:
        "the area of the compact clock on \(name) in \(device.orientation) orientation is not known"
      case .compact: "\(name) has no compact clock"
      case .large where device.isOlderIPhone:
        "\(name) has no large clock because it cannot run iOS 26"
      case .large where device.isIPhone: "the area of the large clock on \(name) is not known"
      case .large where device.suggested.topBelowLargeClock == nil:
        "\(name) has no large clock"
      case .large, .standard: "\(name) has no room below a large clock"
      }
    return RenderWarning(
      .clockNotOffered, "\(reason), so the area of the standard clock is kept clear",
      hint: "leave out --clock \(clock.rawValue) for this device")
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
