import WallfarmCore
public import WallfarmPluginKit

/// How the home screen is handled on a phone that downloads its wallpaper.
public enum AddressHome: String, Sendable, Hashable, CaseIterable {
  /// The shortcut leaves the home screen unchanged.
  case keep
  /// The shortcut also downloads a home screen, and leaves the current home screen unchanged if
  /// there is none.
  case address

  /// Parses `keep` or `address`.
  ///
  /// - Throws: `conflicting-options` for a color or a photo, which must be set in the service.
  public init(_ text: String) throws(RenderError) {
    guard let home = AddressHome(rawValue: text) else {
      throw .excluding(
        .option("home"), value: text, "--address",
        hint: "use --home address, or omit the option to keep the current one; "
          + "the service renders the home screen")
    }
    self = home
  }
}
