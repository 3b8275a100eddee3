import Fetching
import Testing
import WallfarmTesting

/// Tests the addresses of photos: every address outside the public internet is rejected.
@Suite struct AddressTests {
  @Test(arguments: [
    "0.0.0.0", "10.1.2.3", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.254",
    "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.7", "192.168.1.1",
    "198.18.0.1", "198.51.100.1", "203.0.113.9", "224.0.0.1", "239.1.1.1", "255.255.255.255",
    "::", "::1", "fe80::1", "fc00::1", "fd12:3456::1", "ff02::1", "2001:db8::1",
    // IPv4 in IPv6: mapped, compatible, NAT64, 6to4, Teredo.
    "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1",
    "2002:7f00:1::", "2001:0:7f00:1::", "fec0::1", "100::1", "5f00::1", "3fff::1",
  ])
  func whatIsNotInTheOpenIsNotAsked(_ text: String) throws {
    #expect(try #require(NetworkAddress(text)).isPublic == false)
  }

  @Test(arguments: [
    "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0",
    "126.255.255.255", "128.0.0.0", "172.15.255.255", "172.32.0.0", "192.167.255.255",
    "192.169.0.0", "223.255.255.255", "2606:4700:4700::1111", "2a00:1450:4001::1",
  ])
  func whatIsInTheOpenIs(_ text: String) throws {
    let address = try #require(NetworkAddress(text))
    #expect(address.isPublic)
    #expect(address.description == text)
  }

  /// According to Python's table, every accepted address is global and not a multicast address.
  @Test func anotherTableAgrees() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed: seed)
    let texts = (0..<4000).map { number -> String in
      let bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
      if number % 2 == 0 { return bytes.prefix(4).map { "\($0)" }.joined(separator: ".") }
      let words = stride(from: 0, to: 16, by: 2).map { (index: Int) -> String in
        let word = Int(bytes[index]) << 8 | Int(bytes[index + 1])
        // Half of the IPv6 addresses are in the allocated range, 2000::/3.
        return String(index == 0 && number % 4 == 1 ? 0x2000 | word & 0x1FFF : word, radix: 16)
      }
      return words.joined(separator: ":")
    }
    let script = """
      import ipaddress, sys
      for text in sys.stdin.read().split():
          one = ipaddress.ip_address(text)
          print(int(one.is_global and not one.is_multicast))
      """
    let folder = try TemporaryFolder()
    let path = try folder.write(texts.joined(separator: "\n"), to: "addresses")
    let shown = try #require(
      Tool.output(of: "bash", ["-c", #"/usr/bin/python3 -c "$1" < "$2""#, "-", script, path]))
    let verdicts = shown.split(separator: "\n")
    #expect(verdicts.count == texts.count)
    for (text, verdict) in zip(texts, verdicts) {
      let isPublic = try #require(NetworkAddress(text)).isPublic
      #expect(!isPublic || verdict == "1", "\(text), seed \(seed)")
      // For IPv4, both results must be equal, because the program and Python use the same registry.
      if text.contains("."), !text.hasPrefix("192.") {
        #expect(isPublic == (verdict == "1"), "\(text), seed \(seed)")
      }
    }
  }

  @Test(arguments: [
    "127.1", "0x7f.0.0.1", "2130706433", "0177.0.0.1", "127.0.0.1 ", "::1%lo", "[::1]", "1.2.3", "",
    "192.0.2.1\0", "2001:db8::\0a",
  ])
  func whatOnlySomeTakeForANumberIsNone(_ text: String) {
    #expect(NetworkAddress(text) == nil)
  }

  @Test func networksHaveTheirBits() throws {
    let block = try #require(NetworkBlock("10.128.0.0/9"))
    #expect(block.contains(try #require(NetworkAddress("10.128.0.1"))))
    #expect(block.contains(try #require(NetworkAddress("10.255.255.255"))))
    #expect(!block.contains(try #require(NetworkAddress("10.127.255.255"))))
    #expect(!block.contains(try #require(NetworkAddress("::ffff:10.128.0.1"))))
    let all = try #require(NetworkBlock("0.0.0.0/0"))
    #expect(all.contains(try #require(NetworkAddress("255.255.255.255"))))
    for text in ["10.0.0.1/8", "10.0.0.0", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/08", "x/8", "/"]
    {
      #expect(NetworkBlock(text) == nil, "\(text)")
    }
  }

  @Test func addressesOfTheWebAreReadInOneWay() throws {
    let plain = try #require(WebAddress("https://Photos.Example.com/a/b.jpg?w=1#top"))
    #expect(plain.description == "https://photos.example.com:443/a/b.jpg?w=1")
    #expect(WebAddress("https://photos.example.com")?.path == "/")
    #expect(WebAddress("https://photos.example.com?x=1")?.path == "/?x=1")
    #expect(WebAddress("HTTPS://photos.example.com:8443/a")?.port == 8443)
    for text in [
      "http://photos.example.com/a", "ftp://photos.example.com/a", "file:///etc/passwd",
      "https:///a",
      "https://user@photos.example.com/a", "https://photos.example.com@evil.example/a",
      "https://photos.example.com\\@evil.example/a", "https://photos.example.com:0443/a",
      "https://photos.example.com:70000/a", "https://photos.example.com:/a", "https://127.0.0.1/a",
      "https://2130706433/a", "https://0x7f000001/a", "https://[::1]/a", "https://photos/a",
      "https://photos..example.com/a", "https://-photos.example.com/a",
      "https://photos.example.com./a",
      "https://phötos.example.com/a", "https://photos.example.com/a b",
      "https://photos.example.com/ä",
      "https://photos.example.com/\u{0}", "https://photos_1.example.com/a",
      "https://%6c.example.com/a",
      "https://a.example.com/" + String(repeating: "a", count: 2000), "https://a.example.1/a",
      "https://",
    ] {
      #expect(WebAddress(text) == nil, "\(text.prefix(60))")
    }
  }

  @Test func hostsAreMeantAsAWhole() throws {
    func has(_ host: String, _ address: String) throws -> Bool {
      try #require(PhotoHost(host)).has(try #require(WebAddress(address)))
    }
    #expect(try has("photos.example.com", "https://photos.example.com/a"))
    #expect(try !has("photos.example.com", "https://evilphotos.example.com/a"))
    #expect(try !has("photos.example.com", "https://photos.example.com.evil.example/a"))
    #expect(try !has("photos.example.com", "https://a.photos.example.com/a"))
    #expect(try !has("photos.example.com", "https://photos.example.com:8443/a"))
    #expect(try has("photos.example.com:8443", "https://photos.example.com:8443/a"))
    #expect(try has("*.example.com", "https://a.b.example.com/a"))
    #expect(try !has("*.example.com", "https://example.com/a"))
    #expect(try !has("*.example.com", "https://evilexample.com/a"))
    for text in [
      "*", "*.", "", "10.0.0.1", "photos", "https://photos.example.com", "a.*.com", "*.com:0",
    ] {
      #expect(PhotoHost(text) == nil, "\(text)")
    }
  }
}
