package import Motion
public import WallfarmCore

/// The request for a guide for a phone that downloads its wallpaper.
public struct AddressRequest: Sendable {
  /// The address that the phone reads.
  public var address: ReadAddress
  /// The lock screen that the guide shows as an example.
  ///
  /// Without content, notes in the language of the guide are shown.
  public var example: RenderRequest
  /// The handling of the home screen.
  public var home: AddressHome
  /// The operator's shortcut, which downloads the wallpaper; nil if users make the shortcut
  /// themselves.
  public var choice: ShortcutChoice?
  /// The language of the guide.
  public var language: GuideLanguage
  /// Films to add to the bundle, and to the guide if it has a section for them.
  package var motions: [Motion] = []

  /// Creates a request for a guide.
  public init(
    address: ReadAddress, example: RenderRequest, home: AddressHome = .keep,
    choice: ShortcutChoice? = nil, language: GuideLanguage = .english
  ) {
    (self.address, self.example, self.home) = (address, example, home)
    (self.choice, self.language) = (choice, language)
  }
}
