import Fetching
import Service
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// The keys that sign the addresses.
private let keys = AddressKeys([
  ("new", "0123456789012345678901"), ("old", "abcdefghijklmnopqrstuvwxyz"),
])
private let now = Moment(seconds: 1_800_000_000)

/// Fuzzes a path: every accepted address must equal its own signed form, character by character.
func fuzzAddress(_ bytes: [UInt8]) {
  let path = String(decoding: bytes, as: UTF8.self)
  fuzzPhotoAddress(path)
  guard let (route, words) = Route.of(path) else { return }
  switch route {
  case .picture:
    let read = PictureAddress.read(
      signature: words[0], picture: words[1], keys: keys, now: now)
    guard case .success(let address) = read else { return }
    check(address.expires > now, "an expired address was accepted")
    check(keys[address.key].map { address.path($0) } == path, "an address was not signed here")
  case .shown, .own, .content:
    guard let token = KeptPeople.Token(words[0]) else { return }
    check(token.text == words[0], "a token changed after parsing")
  default: break
  }
}

/// Fuzzes photo URLs: parsing must be unambiguous, and parsing the output must give the same
/// result.
private func fuzzPhotoAddress(_ text: String) {
  if let address = WebAddress(text) {
    check(WebAddress(address.description) == address, "a URL changed after parsing")
    let isPlain = address.host.utf8.allSatisfy {
      (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || [0x2D, 0x2E].contains($0)
    }
    check(isPlain && address.path.hasPrefix("/"), "a URL has an invalid host or path")
    check(NetworkAddress(address.host) == nil, "an IP address was accepted as a host name")
    check(
      PhotoHost("\(address.host):\(address.port)")?.has(address) == true,
      "a host does not match itself")
  }
  if let address = NetworkAddress(text) {
    check(NetworkAddress(address.description) == address, "an IP address changed after parsing")
    check(NetworkBlock("\(text)/\(address.bytes.count * 8)")?.contains(address) == true, "no block")
  }
  if let node = try? JSONNode(parsing: text) {
    _ = FetchOrder.read(node)
    _ = FetchOutcome.read(node)
  }
}

/// Seeds for addresses.
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
      "/v1/render", "https://photos.example.com:8443/a/b.jpg?w=1#top", "192.0.2.1", "2001:db8::1",
      #"{"photo":123}"#, #"{"moved":"https://a.example/"}"#, #"{"failed":"late","reason":"x"}"#,
    ]
  }
}
