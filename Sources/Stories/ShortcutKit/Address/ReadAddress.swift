public import WallfarmPluginKit

/// Where a phone fetches the pictures of one person: `https://wallpapers.example/p/TOKEN`.
///
/// It is a secret, so no message about one shows what stands behind its host.
public struct ReadAddress: Sendable, Hashable {
  /// The whole address, without a '/' at its end; scheme and host are in lower case.
  public let url: String
  /// Its host, as a phone shows it when it asks for the permission: without a port.
  public let host: String

  /// Most bytes: with more, the code on the page is too fine for a camera.
  public static let mostBytes = 300

  /// The picture of the lock screen.
  public var lock: String { url + "/lock.png" }
  /// The picture of the home screen; status 204 says that the present one stays.
  public var home: String { url + "/home.png" }

  /// Reads an address.
  ///
  /// Only https, but for this machine itself; no user, query or fragment, and a path that names a
  /// person. A '/' at the end is left out.
  ///
  /// - Throws: `invalid-parameter`, which says what is wrong without telling the secret.
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
