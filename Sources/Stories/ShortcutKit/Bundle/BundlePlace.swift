/// Files of a bundle that messages to the user refer to.
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
