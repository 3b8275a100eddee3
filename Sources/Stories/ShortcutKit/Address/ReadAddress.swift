public import WallfarmPluginKit

/// The URL from which a phone downloads a user's wallpapers: `https://wallpapers.example/p/TOKEN`.
///
/// The URL is a secret, so messages never show the part of the address after the host name.
public struct ReadAddress: Sendable, Hashable {
  /// The URL without a trailing slash; scheme and host are in lowercase.
  public let url: String
  /// The host without a port, as the phone shows it when it asks for permission.
  public let host: String

  /// Maximum length in bytes; the QR code of a longer URL would be too fine for a camera.
  public static let mostBytes = 300

  /// The URL of the lock screen.
  public var lock: String { url + "/lock.png" }
  /// The URL of the home screen; a response with status 204 means that the current home screen is
  /// kept.
  public var home: String { url + "/home.png" }

  /// Parses a URL.
  ///
  /// The scheme must be https, except for localhost. A URL with a user name, a query or a fragment
  /// is rejected. The path must identify a user. A trailing slash is dropped.
  ///
  /// - Throws: `invalid-parameter`, with a message that does not reveal the secret.
  public init(_ text: String, origin: Origin? = .option("address")) throws(RenderError) {
    let parts: (url: String, host: String)
    do throws(AddressReader.Mistake) {
      parts = try AddressReader(text).read()
    } catch {
      throw RenderError(.invalidParameter, error.message, origin: origin, hint: error.hint)
    }
    (url, host) = parts
  }
}
