package import WallfarmPluginKit

/// Estimates the kind, scale and areas of a screen for which only the size is known.
///
/// With few exceptions, each estimated area is large enough to cover the corresponding area on
/// every known device of the same kind, so that content stays clear of the system areas of most
/// manufacturers.
package struct ScreenEstimate {
  /// The specified kind, or a kind based on the shape: wide screens are desktops, tall screens are
  /// phones, and others are tablets.
  package let kind: DeviceKind
  /// Pixels per point.
  package let scale: Double
  private let pixels: PixelSize

  /// The minimum aspect ratio at which a portrait screen is considered a phone.
  private static let phoneRatio = 1.7
  /// The screen widths in points for which phone and tablet layouts are designed.
  private static let widths = (phone: 400.0, tablet: 800.0)
  /// The assumed height of a laptop or desktop screen in points.
  private static let desktopHeight = 1080.0
  /// The assumed height of a television screen in points.
  private static let televisionHeight = 540.0

  /// Estimates the kind and the scale unless they are specified.
  package init(_ size: ScreenSize, kind: DeviceKind? = nil) {
    pixels = size.pixels
    let (width, height) = (Double(pixels.width), Double(pixels.height))
    let guess: DeviceKind =
      width > height ? .desktop : height / width >= Self.phoneRatio ? .phone : .tablet
    self.kind = kind ?? guess
    let short = min(width, height)
    let natural =
      switch self.kind {
      case .phone, .foldable: short / Self.widths.phone
      case .tablet: short / Self.widths.tablet
      case .laptop, .desktop: short / Self.desktopHeight
      case .tv: short / Self.televisionHeight
      }
    // Rounding the scale to a multiple of 0.25 makes the dimensions of most screens in points whole
    // numbers.
    let quarters = (natural * 4).rounded() / 4
    scale =
      size.scale ?? min(max(quarters, ScreenSize.scales.lowerBound), ScreenSize.scales.upperBound)
  }

  /// The size in points.
  package var points: Size {
    Size(width: Double(pixels.width) / scale, height: Double(pixels.height) / scale)
  }

  /// The estimated pixels per inch, derived from the usual number of points per inch for this kind
  /// of screen.
  package var ppi: Int {
    let perPoint =
      switch kind {
      case .phone, .foldable: 153.0
      case .tablet: 132.0
      case .laptop, .desktop: 110.0
      case .tv: 20.0
      }
    return max(1, Int((scale * perPoint).rounded()))
  }

  /// A description of how the areas are estimated.
  package var rule: String {
    switch kind {
    case .phone, .foldable:
      "The clock extends from 0.05 to 0.30 of the height, and widgets extend to 0.37; the buttons "
        + "start at 0.86."
    case .tablet:
      "The clock extends from 0.05 to 0.22 of the height, and widgets extend to 0.28; the buttons "
        + "start at 0.90. In landscape, the clock ends at 0.30 and the widgets end at 0.38."
    case .laptop, .desktop:
      "In the middle fifth of the width, the clock extends from 0.05 to 0.28 of the height, and "
        + "the password field starts at 0.78. Widgets extend from 0.72 to 0.78 across the whole "
        + "width. Icons occupy 0.12 of the "
        + "width on each side, at most 220 points; a menu bar occupies 0.04 of the height, and a "
        + "dock 0.09."
    case .tv:
      "The margins are 0.05 of the width and of the height. The clock extends from 0.79 to 0.95 "
        + "of the height."
    }
  }

  /// The estimated lock screen areas in each orientation that the kind supports.
  package var areas: ScreenAreas {
    var areas = ScreenAreas()
    for orientation in orientations {
      areas[.lock, orientation] = lock(orientation)
    }
    return areas
  }

  /// The insets that keep content away from desktop icons, the menu bar, the dock and television
  /// edges.
  package var safeAreas: [ScreenOrientation: Insets] {
    let (width, height) = (points.width, points.height)
    switch kind {
    case .phone, .foldable, .tablet: return [:]
    case .laptop, .desktop:
      let icons = min(220, width * 0.12)
      return [
        natural: Insets(top: height * 0.04, left: icons, bottom: height * 0.09, right: icons)
      ]
    case .tv: return [natural: Insets(horizontal: width * 0.05, vertical: height * 0.05)]
    }
  }

  private var natural: ScreenOrientation {
    pixels.width > pixels.height ? .landscape : .portrait
  }

  private var orientations: [ScreenOrientation] {
    kind == .tablet ? ScreenOrientation.allCases : [natural]
  }

  private func lock(_ orientation: ScreenOrientation) -> [ScreenAreas.Kind: Rect] {
    let isNatural = orientation == natural
    let width = isNatural ? points.width : points.height
    let height = isNatural ? points.height : points.width
    func row(_ top: Double, _ bottom: Double) -> Rect {
      Rect(x: 0, y: height * top, width: width, height: height * (bottom - top))
    }
    switch (kind, orientation) {
    case (.phone, .portrait), (.foldable, .portrait):
      return [.clock: row(0.05, 0.30), .widgets: row(0.30, 0.37), .controls: row(0.86, 1)]
    case (.tablet, .portrait):
      return [.clock: row(0.05, 0.22), .widgets: row(0.22, 0.28), .controls: row(0.90, 1)]
    case (.phone, .landscape), (.foldable, .landscape), (.tablet, .landscape):
      return [.clock: row(0.05, 0.30), .widgets: row(0.30, 0.38), .controls: row(0.90, 1)]
    case (.laptop, _), (.desktop, _):
      func middle(_ top: Double, _ bottom: Double) -> Rect {
        Rect(
          x: width * 0.4, y: height * top, width: width * 0.2, height: height * (bottom - top))
      }
      return [.clock: middle(0.05, 0.28), .widgets: row(0.72, 0.78), .controls: middle(0.78, 1)]
    case (.tv, _): return [.clock: row(0.79, 0.95)]
    }
  }
}

extension Device {
  /// Creates a device for a screen whose size is known, and estimates all other values.
  package init(_ size: ScreenSize, kind: DeviceKind? = nil) {
    let estimate = ScreenEstimate(size, kind: kind)
    var evidence = DeviceEvidence()
    evidence.areas["lock"] = Evidence(.estimated, ruleKey: "size", rule: estimate.rule)
    self.init(
      id: size.id, name: "\(size.pixels)", maker: "", kind: estimate.kind, pixels: size.pixels,
      points: estimate.points, ppi: estimate.ppi, safeAreas: estimate.safeAreas, gamut: "sRGB",
      areas: estimate.areas, evidence: evidence)
  }

  /// One screen of each kind, for values that depend only on the kind.
  package static let ofEachKind: [Device] = DeviceKind.allCases.map { (kind) -> Device in
    let isWide = kind == .laptop || kind == .desktop || kind == .tv
    let size =
      isWide
      ? PixelSize(width: 1920, height: 1080)
      : kind == .tablet
        ? PixelSize(width: 1640, height: 2360) : PixelSize(width: 1179, height: 2556)
    return Device(ScreenSize(pixels: size), kind: kind)
  }
}
