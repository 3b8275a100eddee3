/// How large a difference has to be before it counts.
public struct Thresholds: Sendable, Hashable {
  /// Points by which something has to be moved or resized.
  ///
  /// Well below a pixel of any screen, and well above what another version of a font library makes
  /// of the width of a word.
  public var points: Double
  /// What can be seen of a pixel, 0…1 as FLIP counts.
  ///
  /// One level more on every pixel is up to 0.06 on all themes, a line of text moved by one pixel
  /// 0.58 or more. Where only the smoothing of an edge differs, it takes twice as much.
  public var visible: Double
  /// How many pixels have to be visibly different.
  public var pixels: Int

  /// Makes thresholds; the standard ones are good for every screen.
  public init(points: Double = 0.1, visible: Double = 0.1, pixels: Int = 1) {
    (self.points, self.visible, self.pixels) = (points, visible, pixels)
  }
}
