/// The minimum differences that count as changes.
public struct Thresholds: Sendable, Hashable {
  /// Minimum change of a position or size in points.
  ///
  /// It is well below a pixel of any screen, and well above the effect of another version of a font
  /// library on the width of a word.
  public var points: Double
  /// Minimum FLIP error of a visibly different pixel, from 0 to 1.
  ///
  /// One level on every pixel has an error of up to 0.06 in all themes; a line of text moved by one
  /// pixel has 0.58 or more. If only antialiasing differs, the threshold is doubled.
  public var visible: Double
  /// Minimum number of visibly different pixels.
  public var pixels: Int

  /// Creates thresholds; the defaults suit all screens.
  public init(points: Double = 0.1, visible: Double = 0.1, pixels: Int = 1) {
    (self.points, self.visible, self.pixels) = (points, visible, pixels)
  }
}
