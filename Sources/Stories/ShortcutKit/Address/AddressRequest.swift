package import Motion
public import WallfarmCore

/// A guide for a phone that fetches its own picture, as it was asked for.
public struct AddressRequest: Sendable {
  /// Where the picture is.
  public var address: ReadAddress
  /// The lock screen that the guide shows as an example.
  ///
  /// Where it has no content, notes in the language of the guide take its place.
  public var example: RenderRequest
  /// The home screen.
  public var home: AddressHome
  /// The operator's shortcut, which has the two actions; nil: the person makes it by hand.
  public var choice: ShortcutChoice?
  /// The language of the guide.
  public var language: GuideLanguage
  /// Films that lie beside the guide, and stand in it where it has a place for them.
  package var motions: [Motion] = []

  /// Asks for a guide to an address.
  public init(
    address: ReadAddress, example: RenderRequest, home: AddressHome = .keep,
    choice: ShortcutChoice? = nil, language: GuideLanguage = .english
  ) {
    (self.address, self.example, self.home) = (address, example, home)
    (self.choice, self.language) = (choice, language)
  }
}
