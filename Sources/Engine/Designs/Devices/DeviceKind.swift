public import WallfarmPluginKit

/// The kind of device, based on its use.
public enum DeviceKind: String, Sendable, Hashable, CaseIterable {
  /// A phone with one screen.
  case phone
  /// A tablet computer.
  case tablet
  /// A foldable phone, which has one state for each of its screens.
  case foldable
  /// A portable computer.
  case laptop
  /// A monitor, or a computer with one.
  case desktop
  /// A television.
  case tv

  /// Whether the lock screen and the desktop show the same wallpaper, in which case content avoids
  /// the system areas of both.
  var sharesWallpaper: Bool { self == .laptop || self == .desktop }

  /// Whether the device is usually viewed from at least the distance of a desk, so that points
  /// appear small.
  package var isViewedFromAfar: Bool { viewingDistance != nil }

  /// The usual viewing distance in millimeters; `nil` for handheld devices, whose type size depends
  /// on the screen width.
  ///
  /// OSHA recommends 508 to 1016 mm for monitors. The minimum applies to laptops, because a laptop
  /// screen is as close to the user as its keyboard. The Android TV and tvOS guidelines assume 10
  /// feet for televisions.
  var viewingDistance: Double? {
    switch self {
    case .phone, .tablet, .foldable: nil
    case .laptop: 508
    case .desktop: 650
    case .tv: 3000
    }
  }
}

/// A part of the screen that cannot show anything.
public struct Cutout: Sendable, Hashable {
  /// The shape of a cut-out.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A notch at a screen edge.
    case notch
    /// The pill-shaped Dynamic Island.
    case island
    /// A hole for the camera.
    case hole
  }

  /// The shape.
  public let kind: Kind
  /// The bounding rectangle in points, in the natural orientation.
  public let frame: Rect

  /// Creates a cut-out.
  package init(_ kind: Kind, frame: Rect) { (self.kind, self.frame) = (kind, frame) }
}
