import Foundation
import Service
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Tests signed picture addresses.
///
/// Other software can sign addresses, and an address with an invalid signature is rejected.
@Suite struct PictureAddressTests {
  private static let secrets = [
    ("new", "0123456789012345678901"), ("old-1", "abc/+=defghijklmnopqrs"),
  ]
  private static let keys = AddressKeys(secrets)
  private static let now = Moment(seconds: 1_800_000_000)
  private static let digest = "J0JYDE3MpM5a6sOUOFAFqNux_bZ7iwUHu4Dox0hEgLo"

  private static func address(
    _ key: String = "new", in seconds: Int = 100, _ format: ImageFormat = .png
  ) -> PictureAddress {
    PictureAddress(key: key, expires: now.adding(seconds), digest: digest, format: format)
  }

  private func read(_ path: String) -> Result<PictureAddress, PictureAddress.Refusal>? {
    guard let (route, words) = Route.of(path), route == .picture else { return nil }
    return PictureAddress.read(
      signature: words[0], picture: words[1], keys: Self.keys, now: Self.now)
  }

  private func path(_ address: PictureAddress) throws -> String {
    address.path(try #require(Self.keys[address.key]))
  }

  /// A Python implementation of the scheme that docs/serve.md describes produces the same
  /// signatures.
  @Test func otherSoftwareSignsTheSame() throws {
    let cases = ImageFormat.allCases.flatMap { format in
      Self.secrets.flatMap { key in [1, 86_400, 4_000_000_000].map { (key, $0, format) } }
    }
    let script = """
      import base64, hashlib, hmac, sys
      name, secret, expires, picture = sys.argv[1:]
      text = f"wallfarm address\\n{name}\\n{expires}\\n{picture}"
      code = hmac.new(secret.encode(), text.encode(), hashlib.sha256).digest()
      code = base64.urlsafe_b64encode(code).decode().rstrip("=")
      print(f"/w/{name}.{expires}.{code}/{picture}", end="")
      """
    for (key, seconds, format) in cases {
      let address = Self.address(key.0, in: seconds, format)
      let expected = Tool.output(
        of: "python3",
        [
          "-c", script, key.0, key.1, "\(address.expires.seconds)",
          "\(Self.digest).\(format.fileExtension)",
        ])
      let path = try path(address)
      #expect(path == expected)
      #expect(try read(path)?.get() == address)
    }
  }

  /// A path is rejected if any of its characters is replaced or if it is truncated at any position.
  @Test func whatIsNotSignedIsUnknown() throws {
    let path = try path(Self.address())
    let letters = Array("ABCxyz019-_.~/%")
    for index in path.indices.dropFirst(3) {
      for letter in letters where letter != path[index] {
        var other = path
        other.replaceSubrange(index...index, with: [letter])
        let found = read(other)
        #expect(found == nil || found == .failure(.unknown), "\(other)")
      }
      let cut = read(String(path[..<index]))
      #expect(cut == nil || cut == .failure(.unknown))
    }
  }

  @Test func otherTextsOfTheSameAreUnknown() throws {
    let path = try path(Self.address())
    let parts = path.split(separator: "/")
    let signed = parts[1].split(separator: ".")
    let others = [
      "/w/\(signed[1]).\(signed[0]).\(signed[2])/\(parts[2])",
      "/w/\(signed[0]).0\(signed[1]).\(signed[2])/\(parts[2])",
      "/w/\(signed[0]).+\(signed[1]).\(signed[2])/\(parts[2])",
      "/w/\(signed[0]).-1.\(signed[2])/\(parts[2])",
      "/w/\(signed[0]).99999999999999999999.\(signed[2])/\(parts[2])",
      "/w/NEW.\(signed[1]).\(signed[2])/\(parts[2])", "/w/.\(signed[1]).\(signed[2])/\(parts[2])",
      path + "=", path + "/", path + ".png", path.replacingOccurrences(of: ".png", with: ".PNG"),
      path.replacingOccurrences(of: ".png", with: ".jpg"),
      path.replacingOccurrences(of: ".", with: "%2e"),
      path.replacingOccurrences(of: "/w/", with: "/w//"), "/W" + path.dropFirst(2),
    ]
    for other in others {
      let found = read(other)
      #expect(found == nil || found == .failure(.unknown), "\(other)")
    }
    // 43 characters hold two bits more than 32 bytes, so four spellings are decoded to the same
    // value; only one of them is the address.
    let last = try #require(signed[2].last)
    let twins = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".filter {
      $0 != last
    }
    for twin in twins {
      let found = read("/w/\(signed[0]).\(signed[1]).\(signed[2].dropLast())\(twin)/\(parts[2])")
      #expect(found == .failure(.unknown))
    }
  }

  @Test func whatHasEndedIsSaid() throws {
    #expect(try read(path(Self.address(in: 1))) == .success(Self.address(in: 1)))
    for seconds in [0, -1, -1_000_000] {
      let address = Self.address(in: seconds)
      #expect(try read(path(address)) == .failure(.expired(address.expires)))
    }
  }

  /// The new key signs addresses; addresses that the old key signed stay valid until the old key is
  /// removed.
  @Test func aKeyCanBeReplaced() throws {
    #expect(Self.keys.first.name == "new")
    let old = try path(Self.address("old-1"))
    #expect(try read(old)?.get().key == "old-1")
    let (_, words) = try #require(Route.of(old))
    let later = PictureAddress.read(
      signature: words[0], picture: words[1], keys: AddressKeys([Self.secrets[0]]), now: Self.now)
    #expect(later == .failure(.unknown))
  }

  @Test(arguments: [
    "", "/w", "/w/", "/w/a", "/w/a/b/c", "/w/a b/c", "/w/é/c", "/w/%61/c", "/p", "/p/",
    "/p//content",
    "/p/a/b/c/d", "/v1", "/v1/people/", "/v1/people/a/b", "//", "/{token}", "/p/{token}",
    "/w/a/b\0",
  ])
  func otherAddressesAreNone(_ path: String) {
    #expect(Route.of(path) == nil)
  }
}
