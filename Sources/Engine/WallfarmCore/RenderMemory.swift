/// How much a renderer may keep for its next pictures, in bytes.
public struct RenderMemory: Sendable, Hashable {
  /// Files of photos and decoded pictures; at least the photos of one picture are always kept.
  public var photos: Int
  /// Backgrounds as pixels: 12 MB for a phone, 23 MB for the largest tablet.
  public var backgrounds: Int
  /// Encoded parts of files: three quarters for PNG, a quarter for JPEG, whose parts are smaller.
  public var bands: Int
  /// What was measured of texts, and their shadows.
  public var texts: Int

  /// Makes limits; that of texts is enough for some hundred of them unless told otherwise.
  public init(photos: Int, backgrounds: Int, bands: Int, texts: Int = 152 << 20) {
    self.photos = photos
    self.backgrounds = backgrounds
    self.bands = bands
    self.texts = texts
  }

  /// For a process that goes on rendering: four photos, ten phones, a dozen files.
  public static let standard = RenderMemory(
    photos: 224 << 20, backgrounds: 128 << 20, bands: 64 << 20)
  /// For one picture: nothing is kept for another.
  public static let onePicture = RenderMemory(photos: 224 << 20, backgrounds: 0, bands: 0)
  /// For one of many workers, which get orders of one photo one after the other: the photo of a picture,
  /// two phones, and a few lists of notes.
  public static let worker = RenderMemory(
    photos: 16 << 20, backgrounds: 26 << 20, bands: 12 << 20, texts: 12 << 20)
}
