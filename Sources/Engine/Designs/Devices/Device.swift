import Graphics
public import WallfarmPluginKit

/// One screen: what is known of it, and how surely.
public struct Device: Sendable, Hashable {
  /// Its name on the command line, such as `iphone15`.
  public let id: String
  /// Its name in a shop.
  public let name: String
  /// The size of the wallpaper, in pixels; the one number to trust where others disagree.
  public internal(set) var pixels: PixelSize
  /// The size of the screen, in points.
  public internal(set) var points: Size
  /// Pixels per inch.
  public let ppi: Int
  /// Radius of the corners, in points; the curve is continuous, not an arc.
  public let cornerRadius: Double
  /// `none`, `notch` or `dynamic-island`.
  public let cutout: String
  /// Clear of cut-out and home indicator, in points from the edges of the screen.
  public let safeArea: Insets
  /// `Display P3` or `sRGB`.
  public let gamut: String
  /// When it was first sold.
  public let year: Int
  /// How sure the display columns are: `high`, `medium`, `low`.
  public let confidence: String
  /// Where the system draws on the lock screen, in points.
  public internal(set) var lockScreen: LockScreen
  /// How sure `lockScreen` is.
  public let lockScreenConfidence: LockScreenConfidence
  /// Where content may start and end, in points.
  public internal(set) var suggested: ContentBounds
  /// What else is worth knowing.
  public let note: String?
  /// Which way up it is.
  public internal(set) var orientation = ScreenOrientation.portrait

  /// Rows of the lock screen, in points from the top.
  public struct LockScreen: Sendable, Hashable {
    /// Top of the date line.
    public let clockTop: Double
    /// Baseline of the time.
    public let clockBottom: Double
    /// Top of the widget row.
    public let widgetTop: Double
    /// Bottom of the widget row.
    public let widgetBottom: Double
    /// Top of the buttons, or of the text line on phones with a home button.
    public let controlsTop: Double
    /// Right end of the column where a tablet on its side has its widgets, in points from the left.
    public internal(set) var widgetColumn: Double?
  }

  /// How the rows of the lock screen are known.
  public enum LockScreenConfidence: String, Sendable, Hashable, CaseIterable {
    /// Measured on a screen of this size.
    case measured
    /// Measured on a neighbour and shared by a group of sizes.
    case bucketed
    /// Computed from neighbours.
    case estimated
  }

  /// Where content may stand, in points from the top.
  public struct ContentBounds: Sendable, Hashable {
    /// Start with no widgets.
    public let topWithoutWidgets: Double
    /// Start below the widget row.
    public let topWithWidgets: Double
    /// Start below the stretched clock of iOS 26, where that is known.
    public let topBelowLargeClock: Double?
    /// End above the controls.
    public let bottom: Double
  }

  /// Pixels per point on each axis; different from one another on two devices.
  public var scale: Scale {
    Scale(
      x: Double(pixels.width) / points.width, y: Double(pixels.height) / points.height)
  }

  /// Whether it is a tablet.
  public var isTablet: Bool { id.hasPrefix("ipad") }

  /// What sizes meant for a 430 pt wide screen are multiplied with.
  ///
  /// Phones follow their width. A tablet is read from further away but not twice as far, so its
  /// factor stops at 1.5.
  public var typeScale: Double { min(max(points.width / 430, 0.8), 1.5) }
}
