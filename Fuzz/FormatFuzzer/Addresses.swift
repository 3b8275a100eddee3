import WallfarmCore
import WallfarmPluginKit

@testable import Service

/// What these addresses are signed with.
private let keys = AddressKeys([
  ("new", "0123456789012345678901"), ("old", "abcdefghijklmnopqrstuvwxyz"),
])
private let now = Moment(seconds: 1_800_000_000)

/// A path: what is believed is, letter by letter, what would be signed.
func fuzzAddress(_ bytes: [UInt8]) {
  let path = String(decoding: bytes, as: UTF8.self)
  guard let (route, words) = Route.of(path) else { return }
  switch route {
  case .picture:
    let read = PictureAddress.read(
      signature: words[0], picture: words[1], keys: keys, now: now)
    guard case .success(let address) = read else { return }
    check(address.expires > now, "an address that has ended is good")
    check(keys[address.key].map { address.path($0) } == path, "an address was not signed here")
  case .shown, .own, .content:
    guard let token = KeptPeople.Token(words[0]) else { return }
    check(token.text == words[0], "a token is another one")
  default: break
  }
}

/// What they start from.
enum AddressSeeds {
  static var all: [String] {
    let digest = String(repeating: "A", count: PictureAddress.digestLetters)
    let signed = ImageFormat.allCases.flatMap { format in
      ["new", "old"].compactMap { name in
        keys[name].map {
          PictureAddress(
            key: name, expires: now.adding(100), digest: digest, format: format
          ).path($0)
        }
      }
    }
    let token = String(repeating: "b", count: 43)
    return signed + [
      "/p/r\(token)/lock.png", "/p/w\(token)/content", "/p/w\(token)", "/v1/people/abc",
      "/v1/render",
    ]
  }
}
