/// Cache limits of a renderer in bytes.
public struct RenderMemory: Sendable, Hashable {
  /// The maximum size of photo files and decoded photos; the most recently used photo is always
  /// kept.
  public var photos: Int
  /// Maximum size of rasterized backgrounds, each of which takes 12 MB for a phone and 23 MB for
  /// the largest tablet.
  ///
  /// Unless the limit is 0, the last picture is also kept, together with its blurred background if
  /// its text has a card.
  public var backgrounds: Int
  /// Maximum size of encoded bands: three quarters are for PNG and one quarter for JPEG, whose
  /// bands are smaller.
  public var bands: Int
  /// Maximum size of text measurements and shadows.
  public var texts: Int

  /// Creates limits; the default for `texts` is sufficient for several hundred text blocks.
  public init(photos: Int, backgrounds: Int, bands: Int, texts: Int = 152 << 20) {
    self.photos = photos
    self.backgrounds = backgrounds
    self.bands = bands
    self.texts = texts
  }

  /// Limits for a long-running process, sufficient for four photos, ten phone backgrounds and the
  /// bands of a dozen files.
  public static let standard = RenderMemory(
    photos: 224 << 20, backgrounds: 128 << 20, bands: 64 << 20)
  /// Limits for a single picture: nothing is kept for the next picture.
  public static let onePicture = RenderMemory(photos: 224 << 20, backgrounds: 0, bands: 0)
  /// Limits for one of many workers, each of which receives consecutive orders with the same photo.
  ///
  /// They are sufficient for one picture's photo, two phone backgrounds and a few lists of notes.
  public static let worker = RenderMemory(
    photos: 16 << 20, backgrounds: 26 << 20, bands: 12 << 20, texts: 12 << 20)
}
