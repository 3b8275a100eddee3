/// The minimum differences that count as a change.
public struct Thresholds: Sendable, Hashable {
  /// The minimum change of a position or size, in points.
  ///
  /// The default is much less than a pixel on any screen, and much more than the effect of a
  /// different font library version on the width of a word.
  public var points: Double
  /// The minimum error of a visibly different pixel, from 0 to 1.
  ///
  /// The error of a pixel is its FLIP error or, if the scene has changed, the largest difference in
  /// any of its color channels. In every theme, a change of one level on every pixel causes an
  /// error of at most 0.06, and moving a line of text by one pixel causes an error of at least
  /// 0.58. If only antialiasing differs, the threshold is doubled.
  public var visible: Double
  /// The minimum number of visibly different pixels.
  public var pixels: Int

  /// Creates thresholds; the defaults suit all screens.
  public init(points: Double = 0.1, visible: Double = 0.1, pixels: Int = 1) {
    (self.points, self.visible, self.pixels) = (points, visible, pixels)
  }
}
