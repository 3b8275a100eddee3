internal import Digests
import Graphics
package import WallfarmCore
package import WallfarmPluginKit

/// The signed address of a picture, with an expiry: `/w/KEY.EXPIRES.CODE/DIGEST.png`.
///
/// `CODE` is an HMAC-SHA-256 in base64url, calculated with the key whose name is `KEY`. It covers
/// four lines: `wallfarm address`, the name of the key, the expiry in seconds since 1970, and
/// `DIGEST.png`. The design follows the signed URLs of imgproxy.
package struct PictureAddress: Hashable {
  /// The name of the signing key.
  package let key: String
  /// The time at which the address expires.
  package let expires: Moment
  /// An HMAC of the request, as 43 characters that reveal nothing about the request.
  let digest: String
  let format: ImageFormat

  package init(key: String, expires: Moment, digest: String, format: ImageFormat) {
    (self.key, self.expires, self.digest, self.format) = (key, expires, digest, format)
  }

  /// The reason why an address is rejected.
  package enum Refusal: Error, Hashable {
    /// The address is malformed, or its signature is invalid; no details are revealed.
    case unknown
    /// The address is authentic, but has expired.
    case expired(Moment)
  }

  /// The number of base64url characters in the encoding of 32 bytes.
  package static let digestLetters = 43

  private var picture: String { "\(digest).\(format.fileExtension)" }

  private func code(_ key: AddressKeys.Key) -> String {
    Base64.addressText(of: key.code("address", "\(self.key)\n\(expires.seconds)\n\(picture)"))
  }

  /// Returns the path of the address, signed with the given key.
  package func path(_ key: AddressKeys.Key) -> String {
    "/w/\(self.key).\(expires.seconds).\(code(key))/\(picture)"
  }

  /// Parses a path and verifies its signature.
  ///
  /// The signatures are compared in constant time. They are compared as text, because the same
  /// bytes can have several base64url encodings, but only one of them is valid.
  package static func read(
    signature: String, picture: String, keys: AddressKeys, now: Moment
  ) -> Result<PictureAddress, Refusal> {
    let parts = signature.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let expires = Int(parts[1]), String(expires) == parts[1],
      let dot = picture.firstIndex(of: "."),
      let format = ImageFormat.ofAddress(picture[picture.index(after: dot)...])
    else { return .failure(.unknown) }
    let address = PictureAddress(
      key: String(parts[0]), expires: Moment(seconds: expires), digest: String(picture[..<dot]),
      format: format)
    guard address.digest.utf8.count == digestLetters else { return .failure(.unknown) }
    // If the key name is unknown, check the signature with another key, so that the rejection takes
    // the same time.
    let known = keys[address.key]
    let isRight = SameBytes.areSame(
      Array(address.code(known ?? keys.first).utf8), Array(parts[2].utf8))
    guard isRight, known != nil, address.expires.seconds == expires else {
      return .failure(.unknown)
    }
    return expires > now.seconds ? .success(address) : .failure(.expired(address.expires))
  }
}

extension ImageFormat {
  /// Returns the format with the given file extension.
  static func ofAddress(_ ending: Substring) -> ImageFormat? {
    allCases.first { $0.fileExtension == ending }
  }
}
