internal import Files
public import WallfarmPluginKit

/// The place of a wallpaper among those that a person keeps on the lock screen, 1…20.
///
/// iOS calls them presets, and has no way to ask which one is shown: the person counts.
public struct Preset: Sendable, Hashable, Comparable {
  /// From 1.
  public let number: Int

  /// What is used where a person does not say.
  public static let standard = Preset(checked: 3)
  /// Every preset.
  public static let all = (1...20).map(Preset.init(checked:))

  private init(checked number: Int) { self.number = number }

  /// Reads a number as a person writes it.
  ///
  /// - Throws: `invalid-preset`, which explains what a preset is and how to count them.
  public init(_ text: String, origin: Origin? = .option("preset")) throws(RenderError) {
    guard let number = Int(text), (1...20).contains(number) else {
      throw RenderError(
        .invalidPreset,
        "'\(text.shortened)' is no preset: presets are the wallpapers of a lock screen, 1 to 20",
        origin: origin,
        hint: "press and hold the lock screen, swipe to the first wallpaper, and count from 1; "
          + "'wallfarm preset cards' shows the number on the screen")
    }
    self.number = number
  }

  /// The lower number first.
  public static func < (one: Preset, other: Preset) -> Bool { one.number < other.number }
}
