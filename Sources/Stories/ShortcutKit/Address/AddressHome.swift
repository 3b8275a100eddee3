import WallfarmCore
public import WallfarmPluginKit

/// What becomes of the home screen of a phone that fetches its picture.
public enum AddressHome: String, Sendable, Hashable, CaseIterable {
  /// The person's own stays; the shortcut leaves it alone.
  case keep
  /// It is fetched as well; where there is none for now, the shortcut leaves it alone.
  case address

  /// Reads `keep` or `address`.
  ///
  /// - Throws: `conflicting-options` for a colour or a photo, which the service has to be given.
  public init(_ text: String) throws(RenderError) {
    guard let home = AddressHome(rawValue: text) else {
      throw .excluding(
        .option("home"), value: text, "--address",
        hint: "the service makes the home screen: write --home address, or leave it out to keep "
          + "the one that the person has")
    }
    self = home
  }
}
