internal import CPango

/// The fonts that are installed on the machine, which no picture uses.
public enum MachineFonts {
  /// Gives this process an empty fontconfig configuration.
  ///
  /// Although each font map has its own configuration, Pango also loads the configuration of the
  /// process, including all fonts that are installed on the machine, when it creates the first map.
  /// A program that uses only the pinned fonts starts faster if it calls this method before it
  /// opens them.
  public static func skip() {
    guard let none = FcConfigCreate() else { return }
    FcConfigSetCurrent(none)
    FcConfigDestroy(none)
  }
}
