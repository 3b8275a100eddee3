package import Motion
public import WallfarmCore

/// The request for a guide for a phone that downloads its wallpaper.
public struct AddressRequest: Sendable {
  /// The URL from which the phone downloads the wallpaper.
  public var address: ReadAddress
  /// The lock screen that the guide shows as an example.
  ///
  /// If the request has no content, the lock screen shows example notes in the language of the
  /// guide.
  public var example: RenderRequest
  /// How the shortcut handles the home screen.
  public var home: AddressHome
  /// The operator's shortcut, which downloads the wallpaper; nil if users make the shortcut
  /// themselves.
  public var choice: ShortcutChoice?
  /// The language of the guide.
  public var language: GuideLanguage
  /// Films to add to the bundle; the guide also shows each film for which it has a section.
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
