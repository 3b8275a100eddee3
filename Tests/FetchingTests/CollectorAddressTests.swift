import Fetching
import Testing

/// Tests which URLs of collectors are valid; URLs in requests stay restricted.
@Suite struct CollectorAddressTests {
  @Test(arguments: [
    ("http://localhost:4318/v1/traces", "http://localhost:4318/v1/traces"),
    ("http://localhost:4318", "http://localhost:4318/v1/traces"),
    ("http://127.0.0.1:4318/", "http://127.0.0.1:4318/v1/traces"),
    ("http://[::1]:4318/otlp", "http://[::1]:4318/otlp"),
    ("http://otel-collector", "http://otel-collector:80/v1/traces"),
    ("HTTPS://Otel.Example.com/a?b=c", "https://otel.example.com:443/a?b=c"),
    ("https://[2001:db8::1]", "https://[2001:db8::1]:443/v1/traces"),
  ])
  func validAddressesAreRead(_ text: String, _ expected: String) throws {
    let address = try #require(WebAddress(collector: text))
    #expect(address.description == expected)
    #expect(address.isSecure == expected.hasPrefix("https:"))
    #expect(WebAddress(collector: address.description) == address)
    // The URL of a photo must use TLS, and must not name an address.
    #expect((WebAddress(text) != nil) == (text == "HTTPS://Otel.Example.com/a?b=c"))
  }

  @Test(arguments: [
    "", "localhost:4318", "ftp://localhost", "http://", "http:///v1/traces", "http://a:b@host/",
    "http://host:0", "http://host:65536", "http://host:", "http://host:80:80", "http://::1/",
    "http://[::1", "http://[::1]x", "http://[127.0.0.1]/", "http://ho st/", "http://host/#a",
    "http://hö.example/", "http://-a/", "http://a..b/", "http://host\n/",
    "http://\(String(repeating: "a", count: 2000))/",
  ])
  func invalidAddressesAreRejected(_ text: String) {
    #expect(WebAddress(collector: text) == nil)
  }
}
