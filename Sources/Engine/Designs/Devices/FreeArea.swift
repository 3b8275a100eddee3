public import WallfarmPluginKit

/// How the clock of the lock screen is set.
public enum ClockStyle: String, Sendable, Hashable, CaseIterable {
  /// As the system shows it by default.
  case standard
  /// Stretched, as iOS 26 allows; widgets then move to the bottom.
  case large
}

/// The part of a lock screen that is left to the wallpaper, and what stands round it.
public struct FreeArea: Sendable, Hashable {
  /// Where content may stand, in points; as wide as the screen, or what a column of widgets leaves.
  public let frame: Rect
  /// What the system draws over the picture.
  public let obstacles: [Obstacle]
  /// What is unsure about it.
  public let warnings: [RenderWarning]

  /// Room kept above the controls when widgets stand there, in points: one widget row.
  static let bottomWidgetRow = 100.0
  /// Where a large clock ends when a device has no number of its own: a share of the height.
  static let largeClockShare = 0.40

  /// Works out the area for a device and its settings.
  public init(on device: Device, widgets: Bool, clock: ClockStyle) {
    let large = LargeClock(device)
    var warnings: [RenderWarning] = []
    let width = device.points.width
    let screen = device.lockScreen
    let top: Double
    var bottom = device.suggested.bottom
    if clock == .large, let large {
      top = large.contentTop
      if screen.widgetColumn == nil {
        bottom = min(bottom, screen.controlsTop - FreeArea.bottomWidgetRow)
      }
      warnings += large.warnings
    } else {
      if clock == .large { warnings.append(.clockNotOffered(device)) }
      top = widgets ? device.suggested.topWithWidgets : device.suggested.topWithoutWidgets
    }
    let isLarge = clock == .large && large != nil
    let clockBottom = isLarge ? top - 16 : screen.clockBottom
    var obstacles = [
      Obstacle(
        .clock,
        frame: Rect(x: 0, y: screen.clockTop, width: width, height: clockBottom - screen.clockTop)),
      Obstacle(
        .controls,
        frame: Rect(
          x: 0, y: screen.controlsTop, width: width,
          height: device.points.height - screen.controlsTop)),
    ]
    var left = 0.0
    if widgets, let column = screen.widgetColumn {
      left = column + Device.widgetColumnAir
      obstacles.append(
        Obstacle(
          .widgets,
          frame: Rect(
            x: Device.widgetColumnAir, y: screen.widgetTop, width: column - Device.widgetColumnAir,
            height: screen.widgetBottom - screen.widgetTop)))
      warnings.append(.widgetsEstimated(device))
    } else if widgets {
      let row = screen.widgetBottom - screen.widgetTop
      let y = isLarge ? screen.controlsTop - (FreeArea.bottomWidgetRow + row) / 2 : screen.widgetTop
      obstacles.append(Obstacle(.widgets, frame: Rect(x: 0, y: y, width: width, height: row)))
    }
    frame = Rect(x: left, y: top, width: width - left, height: bottom - top)
    self.obstacles = obstacles
    self.warnings = warnings
  }
}

/// The stretched clock on one device.
private struct LargeClock {
  let contentTop: Double
  let warnings: [RenderWarning]

  /// Nil where the device stops at a system older than iOS 26.
  init?(_ device: Device) {
    if let top = device.suggested.topBelowLargeClock {
      contentTop = top
      warnings = []
    } else if device.isTablet {
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
      "\(device.name) cannot run iOS 26 and has no large clock; its standard clock is kept clear",
      hint: "leave out --clock large for this device")
  }

  fileprivate static func widgetsEstimated(_ device: Device) -> RenderWarning {
    RenderWarning(
      .widgetsEstimated,
      "nobody has measured the widgets of \(device.name) on its side; a column at the left is kept "
        + "clear",
      hint: "use --no-widgets if there are none")
  }

  fileprivate static func clockEstimated(_ device: Device) -> RenderWarning {
    RenderWarning(
      .clockEstimated,
      "nobody has measured the large clock on \(device.name); 40 % of the height is kept clear")
  }
}
