/// Files of a bundle that a person is told of by name.
public enum BundlePlace: String, Sendable, CaseIterable {
  case lockScreen, homeScreen, redPicture, guide

  /// The path within the bundle.
  public var path: String {
    switch self {
    case .lockScreen: BundleLayout.lock
    case .homeScreen: BundleLayout.home
    case .redPicture: BundleLayout.instruction
    case .guide: BundleLayout.guide
    }
  }
}
