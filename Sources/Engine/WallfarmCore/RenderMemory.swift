/// Cache limits of a renderer in bytes.
public struct RenderMemory: Sendable, Hashable {
  /// Photo files and decoded photos; the photos of the current picture are always kept.
  public var photos: Int
  /// Rasterized backgrounds: 12 MB for a phone, 23 MB for the largest tablet.
  ///
  /// Unless it is 0, the last picture is also kept and, if its text has a card, its blurred
  /// background.
  public var backgrounds: Int
  /// Encoded bands: three quarters for PNG, and a quarter for JPEG, whose bands are smaller.
  public var bands: Int
  /// Text measurements and shadows.
  public var texts: Int

  /// Creates limits; the default for texts is sufficient for several hundred texts.
  public init(photos: Int, backgrounds: Int, bands: Int, texts: Int = 152 << 20) {
    self.photos = photos
    self.backgrounds = backgrounds
    self.bands = bands
    self.texts = texts
  }

  /// Limits for a long-running process: four photos, ten phone backgrounds, a dozen files.
  public static let standard = RenderMemory(
    photos: 224 << 20, backgrounds: 128 << 20, bands: 64 << 20)
  /// Limits for a single picture: nothing is kept for the next picture.
  public static let onePicture = RenderMemory(photos: 224 << 20, backgrounds: 0, bands: 0)
  /// Limits for one of many workers, which get orders with the same photo in sequence.
  ///
  /// The limits are sufficient for the photo of a picture, two phone backgrounds and a few lists of
  /// notes.
  public static let worker = RenderMemory(
    photos: 16 << 20, backgrounds: 26 << 20, bands: 12 << 20, texts: 12 << 20)
}
