/// The blend modes and masks of images.
extension ImageContent {
  /// The way in which an image is combined with the pixels behind it.
  ///
  /// The modes are those of W3C Compositing and Blending Level 1. They work on the gamma-encoded
  /// channels of the picture. An image in a group with an opacity below 1 is blended only with the
  /// group.
  public enum Blend: String, Hashable, Sendable, CaseIterable {
    /// Covers the pixels behind the image.
    case normal
    /// Multiplies the colors; white has no effect.
    case multiply
    /// Multiplies the inverted colors; black has no effect.
    case screen
    /// Multiplies dark areas and screens light areas of the pixels behind the image.
    case overlay
    /// Darkens or lightens gently; middle gray has no effect.
    case softLight = "soft-light"
  }

  /// An outline inside the frame.
  ///
  /// In JSON, it is `"circle"` or `{"rounded": 24}`.
  public enum Mask: Hashable, Sendable {
    /// The frame.
    case none
    /// The largest circle in the middle of the frame.
    case circle
    /// The frame with corners of continuous curvature; the radius is in points.
    case rounded(radius: Double)
  }

  /// The outline of the mask in points, or `nil` if there is no mask.
  package var maskShape: Shape? {
    switch mask {
    case .none: return nil
    case .circle:
      let side = min(frame.width, frame.height)
      return .ellipse(
        Rect(x: frame.midX - side / 2, y: frame.midY - side / 2, width: side, height: side))
    case .rounded(let radius): return .continuous(frame, radius: radius)
    }
  }
}
