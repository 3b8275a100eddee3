internal import CPango

/// The fonts that are installed on the machine; no picture uses them.
public enum MachineFonts {
  /// Gives this process an empty fontconfig configuration.
  ///
  /// Each font map has its own configuration. Nevertheless, when Pango creates the first map, it
  /// also loads the configuration of the process, including all fonts that are installed on the
  /// machine. A program that uses only the pinned fonts starts faster if it calls this method
  /// before it opens the fonts.
  public static func skip() {
    guard let none = FcConfigCreate() else { return }
    FcConfigSetCurrent(none)
    FcConfigDestroy(none)
  }
}
