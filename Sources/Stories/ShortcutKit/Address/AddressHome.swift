import WallfarmCore
public import WallfarmPluginKit

/// How the home screen is handled on a phone that downloads its wallpaper.
public enum AddressHome: String, Sendable, Hashable, CaseIterable {
  /// The shortcut leaves the home screen unchanged.
  case keep
  /// The shortcut also downloads a home screen; if the service has none, the current home screen
  /// stays unchanged.
  case address

  /// Parses `keep` or `address`.
  ///
  /// - Throws: `conflicting-options` for any other text; a color or a photo must be set in the
  ///   service.
  public init(_ text: String) throws(RenderError) {
    guard let home = AddressHome(rawValue: text) else {
      throw .excluding(
        .option("home"), value: text, "--address",
        hint: "use --home address, or omit the option to keep the current home screen; "
          + "the service renders the home screen")
    }
    self = home
  }
}
