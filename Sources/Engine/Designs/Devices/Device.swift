import Graphics
public import WallfarmPluginKit

/// A screen with its dimensions, and how reliable they are.
public struct Device: Sendable, Hashable {
  /// The name on the command line, such as `iphone15`.
  public let id: String
  /// The marketing name.
  public let name: String
  /// The size of the wallpaper in pixels, which is authoritative if other values disagree.
  public internal(set) var pixels: PixelSize
  /// The size of the screen in points.
  public internal(set) var points: Size
  /// Pixels per inch.
  public let ppi: Int
  /// The corner radius in points; the curve is continuous, not an arc.
  public let cornerRadius: Double
  /// `none`, `notch` or `dynamic-island`.
  public let cutout: String
  /// Insets from the screen edges in points that clear the cutout and the home indicator.
  public let safeArea: Insets
  /// `Display P3` or `sRGB`.
  public let gamut: String
  /// The year of first sale.
  public let year: Int
  /// The confidence in the display values: `high`, `medium` or `low`.
  public let confidence: String
  /// The rows of the lock screen in points.
  public internal(set) var lockScreen: LockScreen
  /// The confidence in `lockScreen`.
  public let lockScreenConfidence: LockScreenConfidence
  /// The suggested start and end of content in points.
  public internal(set) var suggested: ContentBounds
  /// Additional information.
  public let note: String?
  /// The orientation of the screen.
  public internal(set) var orientation = ScreenOrientation.portrait

  /// The rows of the lock screen, in points from the top.
  public struct LockScreen: Sendable, Hashable {
    /// The top of the date line.
    public let clockTop: Double
    /// The baseline of the time.
    public let clockBottom: Double
    /// The top of the widget row.
    public let widgetTop: Double
    /// The bottom of the widget row.
    public let widgetBottom: Double
    /// The top of the buttons, or of the text line on phones with a home button.
    public let controlsTop: Double
    /// The right edge of the widget column on a tablet in landscape, in points from the left.
    public internal(set) var widgetColumn: Double?
  }

  /// The source of the lock screen rows.
  public enum LockScreenConfidence: String, Sendable, Hashable, CaseIterable {
    /// Measured on a screen of this size.
    case measured
    /// Measured on a similar device and shared by a group of sizes.
    case bucketed
    /// Interpolated from similar devices.
    case estimated
  }

  /// The vertical range for content, in points from the top.
  public struct ContentBounds: Sendable, Hashable {
    /// The start of content without widgets.
    public let topWithoutWidgets: Double
    /// The start of content below the widget row.
    public let topWithWidgets: Double
    /// The start of content below the stretched clock of iOS 26, if known.
    public let topBelowLargeClock: Double?
    /// The end of content above the controls.
    public let bottom: Double
  }

  /// Pixels per point on each axis; the axes differ on two devices.
  public var scale: Scale {
    Scale(
      x: Double(pixels.width) / points.width, y: Double(pixels.height) / points.height)
  }

  /// Whether the device is a tablet.
  public var isTablet: Bool { id.hasPrefix("ipad") }

  /// The factor for sizes that are specified for a screen 430 pt wide, 0.8…1.5.
  ///
  /// On phones the factor is proportional to the width. A tablet is viewed from a greater distance,
  /// but less than twice as far, so its factor is at most 1.5.
  public var typeScale: Double { min(max(points.width / 430, 0.8), 1.5) }
}
