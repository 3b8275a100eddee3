internal import WallfarmPluginKit

/// The column that holds the content on a wide screen, so that lines are short enough to read.
///
/// On a computer, the column is on the right, next to the icons, where it is clear of the clock and
/// the password field in the middle of the lock screen. On a television, the column is on the left,
/// above the clock.
struct ReadingColumn {
  /// The distances from the edges of the screen in points.
  let left: Double
  let right: Double

  /// The minimum width in points at a type scale of 1: the width of a list on a phone.
  private static let width = 320.0
  /// The minimum width as a fraction of the width that is free of icons.
  private static let share = 1.0 / 3
  /// The minimum distance from the right edge of a computer screen, which keeps one column of icons
  /// clear.
  ///
  /// The smaller of two values applies: a length in points, and a fraction of the width.
  private static let iconColumn = (points: 120.0, share: 0.08)

  /// Creates the column for a screen; `nil` if lines can use the full width.
  ///
  /// - Parameters:
  ///   - kind: The kind of the device.
  ///   - size: The screen size in points.
  ///   - left: The width at the left edge that is kept clear for icons and insets, in points.
  ///   - right: The width at the right edge that is kept clear for icons and insets, in points.
  ///   - typeScale: The factor for type sizes.
  init?(
    _ kind: DeviceKind, size: Size, left: Double, right: Double, typeScale: Double
  ) {
    guard kind.isViewedFromAfar, size.width > size.height else { return nil }
    let icons = min(Self.iconColumn.points, size.width * Self.iconColumn.share)
    let right = kind == .tv ? right : max(right, icons)
    let free = size.width - left - right
    let width = min(free, max(free * Self.share, Self.width * typeScale))
    self.left = kind == .tv ? left : left + free - width
    self.right = kind == .tv ? right + free - width : right
  }

  /// Whether a rectangle covers part of the column.
  func isCovered(by frame: Rect, in size: Size) -> Bool {
    frame.maxX > left && frame.x < size.width - right
  }
}
