internal import Digests
import HTTP

/// A page of the service: the start page at `/`, with an introduction, example commands and a form
/// that renders, or the page at `/devices` that finds a screen.
///
/// It loads nothing from other sites, and its policy allows only its own script and style.
struct ServicePage {
  /// The HTML of the page.
  let bytes: [UInt8]
  /// The entity tag.
  let tag: String
  /// The Content-Security-Policy header.
  let policy: String

  /// The start page compiled into the program.
  static let shipped = ServicePage(Resources.startPage)
  /// The page that finds a screen, compiled into the program.
  static let screens = ServicePage(Resources.screensPage)

  /// Creates a flow page, which declares its script and connection policy itself.
  init(ofFlow bytes: [UInt8]) {
    self.init(
      bytes, policy: "base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
  }

  private init(_ bytes: [UInt8], policy: String) {
    (self.bytes, self.policy) = (bytes, policy)
    tag = "\"\(SHA256.hex(of: bytes).prefix(32))\""
  }

  /// Creates a page whose policy allows its only style and its only script by digest.
  init(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let policy = [
      "default-src 'none'", "style-src \(Self.source(of: "style", in: text))",
      "script-src \(Self.source(of: "script", in: text))", "img-src blob: data:",
      "connect-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
    ].joined(separator: "; ")
    self.init(bytes, policy: policy)
  }

  /// The headers of a response; a 304 response has the same headers, except the type.
  var headers: [HTTPHeader] {
    [
      HTTPHeader("Content-Type", "text/html; charset=utf-8"), HTTPHeader("ETag", tag),
      HTTPHeader("Cache-Control", "no-cache"), HTTPHeader("Content-Security-Policy", policy),
      HTTPHeader("Referrer-Policy", "no-referrer"),
      HTTPHeader("X-Content-Type-Options", "nosniff"),
    ]
  }

  /// Returns the policy source of an inline element: the digest of its text (CSP 3, 6.7.2.3).
  private static func source(of element: String, in page: String) -> String {
    let parts = page.split(separator: "<\(element)>", omittingEmptySubsequences: false)
    guard parts.count == 2, let end = parts[1].firstRange(of: "</\(element)>") else {
      preconditionFailure("the page has no '\(element)' element")
    }
    let inside = Array(parts[1][..<end.lowerBound].utf8)
    return "'sha256-\(Base64.text(of: SHA256.bytes(of: inside)))'"
  }
}
