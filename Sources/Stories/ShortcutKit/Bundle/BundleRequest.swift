package import Motion
public import WallfarmCore
import WallfarmPluginKit

/// Everything that a person with an iPhone needs, as it was asked for.
public struct BundleRequest: Sendable {
  /// The lock screen: device, notes, background, theme.
  public var lock: RenderRequest
  /// The home screen.
  public var home: HomeChoice
  /// Which wallpaper of the lock screen it is for.
  public var preset: Preset
  /// Which shortcuts there are.
  public var map: PresetMap
  /// The language of the guide and of the red picture.
  public var language: GuideLanguage
  /// Where the guide can be read: a code of it is on the red picture; nil: no code.
  public var guideLink: String?
  /// Films that lie in it, and stand in the guide where that has a place for them.
  package var motions: [Motion] = []

  /// Asks for a bundle of a lock screen.
  public init(
    lock: RenderRequest, home: HomeChoice = .keep, preset: Preset = .standard, map: PresetMap,
    language: GuideLanguage = .english
  ) {
    (self.lock, self.home, self.preset) = (lock, home, preset)
    (self.map, self.language) = (map, language)
  }
}

/// One file of a bundle, in memory.
struct BundleFile: Sendable {
  /// Its path in the bundle.
  let path: String
  let bytes: [UInt8]
  /// Width and height, for a picture in pixels of the screen.
  var pixels: PixelSize?
}
