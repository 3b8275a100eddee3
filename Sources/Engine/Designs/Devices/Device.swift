public import WallfarmPluginKit

/// A screen, its dimensions, and the source of each number.
public struct Device: Sendable, Hashable {
  /// The name on the command line, such as `iphone15` or `galaxyzfold6:cover`.
  public let id: String
  /// The marketing name.
  public let name: String
  /// Other names: code names, and models with the same screen.
  public let aliases: [String]
  /// The manufacturer.
  public let maker: String
  /// The kind of device.
  public let kind: DeviceKind
  /// The state in which a foldable device uses this screen, such as `cover`; otherwise `nil`.
  public let state: String?
  /// The name of the device file without its extension; empty for a device that has no file.
  public let family: String
  /// The size of the wallpaper in pixels, which is authoritative if other values disagree.
  public internal(set) var pixels: PixelSize
  /// The size of the wallpaper in points: the size of the screen, or of a picture that is wider
  /// than the screen.
  public internal(set) var points: Size
  /// The size of the screen in points if the wallpaper is wider than the screen; otherwise `nil`.
  var screenPoints: Size?
  /// Pixels per inch.
  public let ppi: Int
  /// The diagonal in inches, as advertised; `nil` if unknown.
  public let diagonal: Double?
  /// The corner radius in points; the curve is continuous, not an arc.
  public let cornerRadius: Double
  /// The cut-outs of the screen.
  public let cutouts: [Cutout]
  /// The insets from the screen edges, in points, that keep content clear of cut-outs and
  /// indicators.
  public internal(set) var safeArea: Insets
  /// `Display P3` or `sRGB`.
  public let gamut: String
  /// The month in which sales began, such as `2023-09`; empty if unknown.
  public let released: String
  /// The areas that the system draws over a wallpaper.
  public let areas: ScreenAreas
  /// The origins of the device's numbers.
  public let evidence: DeviceEvidence
  /// The rows of the lock screen in points.
  public internal(set) var lockScreen: LockScreen
  /// The suggested content range in points.
  public package(set) var suggested: ContentBounds
  /// Additional information.
  public let note: String?
  /// The orientation of the screen.
  public internal(set) var orientation: ScreenOrientation
  /// The insets by orientation.
  let safeAreas: [ScreenOrientation: Insets]
  /// The size of a preview as a fraction of the screen's pixels per side; otherwise 1.
  var reduction = 1.0
  /// Whether the device is not part of the installation, in which case a request must describe it.
  package internal(set) var isOwn = false

  /// The rows of the lock screen, in points from the top.
  public struct LockScreen: Sendable, Hashable {
    /// The top of the date line.
    public let clockTop: Double
    /// The baseline of the time.
    public let clockBottom: Double
    /// The top of the widgets.
    public let widgetTop: Double
    /// The bottom of the widgets.
    public let widgetBottom: Double
    /// The top of the buttons, or of the text line on phones with a home button.
    public let controlsTop: Double
    /// The right edge of the widget column on a tablet in landscape, in points from the left.
    public let widgetColumn: Double?

    /// Creates rows.
    package init(
      clockTop: Double, clockBottom: Double, widgetTop: Double, widgetBottom: Double,
      controlsTop: Double, widgetColumn: Double? = nil
    ) {
      (self.clockTop, self.clockBottom) = (clockTop, clockBottom)
      (self.widgetTop, self.widgetBottom) = (widgetTop, widgetBottom)
      (self.controlsTop, self.widgetColumn) = (controlsTop, widgetColumn)
    }
  }

  /// How the lock screen rows were determined.
  public enum LockScreenConfidence: String, Sendable, Hashable, CaseIterable {
    /// Stated by the manufacturer or in the system's source code.
    case documented
    /// Measured on a screen of this size.
    case measured
    /// Measured on a similar device and used for a whole group of screen sizes.
    case bucketed
    /// Estimated by a rule.
    case estimated
  }

  /// The content range in points, measured from the top of the screen unless noted otherwise.
  public struct ContentBounds: Sendable, Hashable {
    /// The top of the content if there are no widgets.
    public package(set) var topWithoutWidgets: Double
    /// The top of the content below the widget row.
    public package(set) var topWithWidgets: Double
    /// The top of the content below the large clock, if known.
    public let topBelowLargeClock: Double?
    /// The bottom of the content above the controls.
    public let bottom: Double
    /// The bottom of the content above a widget row in the lower half; `nil` without such a row.
    public let bottomWithWidgets: Double?
    /// The distance between the content and the left edge.
    public let left: Double
    /// The distance between the content and the right edge.
    public let right: Double

    /// Creates a content range, by default over the full width.
    package init(
      topWithoutWidgets: Double, topWithWidgets: Double, topBelowLargeClock: Double? = nil,
      bottom: Double, bottomWithWidgets: Double? = nil, left: Double = 0, right: Double = 0
    ) {
      (self.topWithoutWidgets, self.topWithWidgets) = (topWithoutWidgets, topWithWidgets)
      (self.topBelowLargeClock, self.bottom) = (topBelowLargeClock, bottom)
      (self.bottomWithWidgets, self.left, self.right) = (bottomWithWidgets, left, right)
    }
  }
}

extension Device {
  /// Pixels per point on each axis; the axes differ on a few devices.
  public var scale: Scale {
    Scale(
      x: Double(pixels.width) / points.width, y: Double(pixels.height) / points.height)
  }

  /// The minimum length, in points, of the shorter side of a tablet screen.
  private static let tabletSide = 500.0

  /// Whether the screen is at least as large as a tablet screen; always false for a nonfoldable
  /// phone.
  public var isTablet: Bool {
    kind != .phone && min(screen.width, screen.height) >= Device.tabletSide
  }

  /// Whether the device is an iPad.
  public var isIPad: Bool { maker == "Apple" && kind == .tablet }

  /// Whether the device is an iPhone, including foldable iPhones.
  public var isIPhone: Bool { maker == "Apple" && (kind == .phone || kind == .foldable) }

  /// Whether the device runs Android.
  public var isAndroid: Bool { system == .android && !family.isEmpty }

  /// The year in which sales began; 0 if unknown.
  public var year: Int { Int(released.prefix(4)) ?? 0 }

  /// `none`, `notch`, `dynamic-island` or `hole`.
  public var cutout: String {
    switch cutouts.first?.kind {
    case .notch: "notch"
    case .island: "dynamic-island"
    case .hole: "hole"
    case nil: "none"
    }
  }

  /// How the size in pixels was determined.
  public var confidence: Evidence.Confidence {
    evidence.fields["pixels"]?.confidence ?? .estimated
  }

  /// The origin of the clock's position, which also applies to the other rows of the lock screen;
  /// `nil` if unknown.
  package var lockScreenEvidence: Evidence? {
    evidence(of: .standard)
  }

  /// How ``lockScreen`` was determined.
  public var lockScreenConfidence: LockScreenConfidence { lockScreenConfidence(with: .standard) }

  /// How the rows for a given clock were determined.
  public func lockScreenConfidence(with clock: ClockStyle) -> LockScreenConfidence {
    let origin = evidence(of: clock)
    return switch origin?.confidence {
    case .documented: .documented
    case .measured: .measured
    case .estimated where origin?.ruleKey == "bucket": .bucketed
    case .estimated, nil: .estimated
    }
  }

  /// The rule by which the lock screen rows were estimated, as a sentence; `nil` if they were not
  /// estimated.
  public var lockScreenRule: String? { lockScreenRule(with: .standard) }

  /// The rule by which the rows for a given clock were estimated, as a sentence; `nil` if they were
  /// not estimated.
  public func lockScreenRule(with clock: ClockStyle) -> String? {
    switch lockScreenConfidence(with: clock) {
    case .documented, .measured: nil
    case .bucketed, .estimated: evidence(of: clock)?.rule
    }
  }

  private func evidence(of clock: ClockStyle) -> Evidence? {
    let kind: ScreenAreas.Kind =
      switch clock {
      case .standard: .clock
      case .large: .largeClock
      case .compact: .compactClock
      }
    return evidence.area(AreaPlace(screen: .lock, orientation: orientation, kind: kind))
  }
}
