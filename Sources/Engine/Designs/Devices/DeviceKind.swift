public import WallfarmPluginKit

/// The kind of a device, by its use.
public enum DeviceKind: String, Sendable, Hashable, CaseIterable {
  /// A telephone with one screen.
  case phone
  /// A tablet computer.
  case tablet
  /// A telephone that folds; each of its screens is a state.
  case foldable
  /// A portable computer.
  case laptop
  /// A monitor, or a computer with one.
  case desktop
  /// A television.
  case tv

  /// Whether lock screen and desktop show the same wallpaper, so that content avoids the areas of
  /// both.
  var sharesWallpaper: Bool { self == .laptop || self == .desktop }

  /// Whether the device stands on a table or farther away, so that points are small.
  package var isViewedFromAfar: Bool { viewingDistance != nil }

  /// The usual distance of the eyes in millimeters; `nil` for devices in a hand, whose type follows
  /// their width.
  ///
  /// OSHA recommends 508 to 1016 mm for monitors; a laptop is as near as its keyboard. Guidelines of
  /// Android TV and tvOS assume 10 feet for televisions.
  var viewingDistance: Double? {
    switch self {
    case .phone, .tablet, .foldable: nil
    case .laptop: 508
    case .desktop: 650
    case .tv: 3000
    }
  }
}

/// A part of the screen in which nothing can be shown.
public struct Cutout: Sendable, Hashable {
  /// The shape of a cut-out.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A notch in an edge.
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
