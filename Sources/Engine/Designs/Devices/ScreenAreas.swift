public import WallfarmPluginKit

/// The rectangles over which the system draws, by screen, orientation and kind, in points.
public struct ScreenAreas: Sendable, Hashable {
  /// A screen that the system shows: the lock screen or the home screen.
  public enum Screen: String, Sendable, Hashable, CaseIterable {
    /// The lock screen.
    case lock
    /// The home screen, or the desktop.
    case home
  }

  /// The kind of rectangle.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The row with the time, network and battery.
    case statusBar
    /// The menu bar of a desktop.
    case menuBar
    /// The date and time in their standard size.
    case clock
    /// The clock in its largest size, which replaces ``clock``.
    case largeClock
    /// The clock in its smallest size, which replaces ``clock``.
    case compactClock
    /// The widgets of the lock screen.
    case widgets
    /// The fingerprint sensor under the screen.
    case fingerprint
    /// The buttons on the lock screen, or its password field.
    case controls
    /// The area with icons, or the columns where the first icons appear.
    case iconGrid
    /// The dock.
    case dock
    /// The taskbar.
    case taskbar
  }

  private var frames: [Screen: [ScreenOrientation: [Kind: Rect]]] = [:]

  /// Creates empty areas.
  public init() {}

  /// The rectangles of a screen in an orientation; `nil` if there are none.
  public subscript(screen: Screen, orientation: ScreenOrientation) -> [Kind: Rect]? {
    get { frames[screen]?[orientation] }
    set { frames[screen, default: [:]][orientation] = newValue }
  }

  /// Every rectangle with its place, in a fixed order.
  package var all: [(place: AreaPlace, frame: Rect)] {
    var found: [(place: AreaPlace, frame: Rect)] = []
    for screen in Screen.allCases {
      for orientation in ScreenOrientation.allCases {
        guard let frames = self[screen, orientation] else { continue }
        for kind in Kind.allCases {
          guard let frame = frames[kind] else { continue }
          found.append((AreaPlace(screen: screen, orientation: orientation, kind: kind), frame))
        }
      }
    }
    return found
  }
}

/// The place of a rectangle in a device file.
package struct AreaPlace: Sendable, Hashable {
  package let screen: ScreenAreas.Screen
  package let orientation: ScreenOrientation
  package let kind: ScreenAreas.Kind

  package init(
    screen: ScreenAreas.Screen, orientation: ScreenOrientation, kind: ScreenAreas.Kind
  ) {
    (self.screen, self.orientation, self.kind) = (screen, orientation, kind)
  }

  /// The path in a device file, such as `lock.portrait.clock`.
  package var path: String { "\(screen.rawValue).\(orientation.rawValue).\(kind.rawValue)" }

  /// The evidence keys that match the rectangle, from the most specific to the most general.
  package var keys: [String] {
    let (screen, orientation) = (screen.rawValue, orientation.rawValue)
    return [
      path, "\(screen).*.\(kind.rawValue)", "\(screen).\(orientation)", "\(screen).*", screen,
    ]
  }
}
