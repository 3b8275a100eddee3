internal import Files
public import WallfarmPluginKit

/// The position of a wallpaper among the user's lock screen wallpapers, 1…20.
///
/// iOS calls these wallpapers presets and offers no way to query which preset is visible, so the
/// user must count them.
public struct Preset: Sendable, Hashable, Comparable {
  /// The position, counted from 1.
  public let number: Int

  /// The default preset.
  public static let standard = Preset(checked: 3)
  /// All presets.
  public static let all = (1...20).map(Preset.init(checked:))

  private init(checked number: Int) { self.number = number }

  /// Parses a preset number.
  ///
  /// - Throws: `invalid-preset`, whose message explains presets and how to count them.
  public init(_ text: String, origin: Origin? = .option("preset")) throws(RenderError) {
    guard let number = Int(text), (1...20).contains(number) else {
      throw RenderError(
        .invalidPreset,
        "'\(text.shortened)' is not a preset; a preset is the number of a lock screen wallpaper, "
          + "from 1 to 20",
        origin: origin,
        hint: "press and hold the lock screen, swipe to the first wallpaper, and count from 1; "
          + "'wallfarm preset cards' renders wallpapers that show their numbers")
    }
    self.number = number
  }

  /// Orders presets by number.
  public static func < (one: Preset, other: Preset) -> Bool { one.number < other.number }
}
