internal import CPango

/// The fonts that are installed on the machine, which no picture uses.
public enum MachineFonts {
  /// Gives this process an empty fontconfig configuration.
  ///
  /// Although each font map has its own configuration, Pango also loads the configuration of the
  /// process when it creates the first map, with all fonts of the machine. A program whose only
  /// fonts are the pinned ones calls this before it opens them, and starts faster.
  public static func skip() {
    guard let none = FcConfigCreate() else { return }
    FcConfigSetCurrent(none)
    FcConfigDestroy(none)
  }
}
