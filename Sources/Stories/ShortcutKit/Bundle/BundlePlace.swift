/// Files of a bundle to which messages to the user refer.
public enum BundlePlace: String, Sendable, CaseIterable {
  case lockScreen, homeScreen, redPicture, guide

  /// The path relative to the bundle.
  public var path: String {
    switch self {
    case .lockScreen: BundleLayout.lock
    case .homeScreen: BundleLayout.home
    case .redPicture: BundleLayout.instruction
    case .guide: BundleLayout.guide
    }
  }
}
