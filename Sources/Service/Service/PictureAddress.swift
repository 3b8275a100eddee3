internal import Digests
import Graphics
import WallfarmCore
import WallfarmPluginKit

/// Where a picture can be fetched until a moment: `/w/KEY.EXPIRES.CODE/DIGEST.png`.
///
/// `CODE` is base64url of HMAC-SHA-256 under the key of that name, over four lines: `wallfarm address`, the name,
/// the moment in seconds since 1970, and `DIGEST.png`. The idea is that of imgproxy's signed addresses.
struct PictureAddress: Hashable {
  /// Name of the key that signs.
  let key: String
  /// Until when it is good.
  let expires: Moment
  /// What stands for the request: 43 letters that say nothing about it.
  let digest: String
  let format: ImageFormat

  /// Why an address is none.
  enum Refusal: Error, Hashable {
    /// It is not one, or was not signed here; nothing more is said of it.
    case unknown
    /// It was one.
    case expired(Moment)
  }

  /// Letters of 32 bytes.
  static let digestLetters = 43

  private var picture: String { "\(digest).\(format.fileExtension)" }

  private func code(_ key: AddressKeys.Key) -> String {
    Base64.addressText(of: key.code("address", "\(self.key)\n\(expires.seconds)\n\(picture)"))
  }

  /// The path of it.
  func path(_ key: AddressKeys.Key) -> String {
    "/w/\(self.key).\(expires.seconds).\(code(key))/\(picture)"
  }

  /// Reads what stands in a path, and believes it only where its code is right.
  ///
  /// The code is compared as text, letter by letter to the end: bytes have several texts, and only one of them is
  /// the address.
  static func read(
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
    // One of a name that is not known takes the same time.
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
  /// What stands behind the dot of an address.
  static func ofAddress(_ ending: Substring) -> ImageFormat? {
    allCases.first { $0.fileExtension == ending }
  }
}
