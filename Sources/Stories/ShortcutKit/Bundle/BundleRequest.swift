package import Motion
public import WallfarmCore
import WallfarmPluginKit

/// The request for a bundle for a phone or tablet.
public struct BundleRequest: Sendable {
  /// The request for the lock screen: device, notes, background, and theme.
  public var lock: RenderRequest
  /// The picture on the home screen.
  public var home: HomeChoice
  /// The preset, that is, the number of the lock screen wallpaper that the shortcut changes.
  public var preset: Preset
  /// The available shortcuts, by preset.
  public var map: PresetMap
  /// The language of the guide and of the red picture.
  public var language: GuideLanguage
  /// The URL of the guide, shown as a QR code on the red picture; nil for no code.
  public var guideLink: String?
  /// Films to add to the bundle; the guide also shows each film for which it has a section.
  package var motions: [Motion] = []

  /// Creates a request for a bundle with a lock screen.
  public init(
    lock: RenderRequest, home: HomeChoice = .keep, preset: Preset = .standard, map: PresetMap,
    language: GuideLanguage = .english
  ) {
    (self.lock, self.home, self.preset) = (lock, home, preset)
    (self.map, self.language) = (map, language)
  }
}

/// A file in a bundle, held in memory.
package struct BundleFile: Sendable {
  /// The path relative to the bundle.
  package let path: String
  package let bytes: [UInt8]
  /// The size in pixels of a picture at the screen size; nil for other files.
  var pixels: PixelSize?
}
