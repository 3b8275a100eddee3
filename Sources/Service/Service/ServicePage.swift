internal import Digests
import HTTP

/// A page of the service: the start page, the page that lists devices by screen size, or a page
/// that plays a flow.
///
/// The start page at `/` has an introduction, example commands and a form that renders a picture.
/// The page at `/devices` lists the devices that have a given screen size. Neither page loads
/// anything from other sites, and the policy of each page allows only that page's own script and
/// style.
struct ServicePage {
  /// The HTML of the page.
  let bytes: [UInt8]
  /// The entity tag without quotes.
  let tag: String
  /// The Content-Security-Policy header.
  let policy: String

  /// The start page compiled into the program.
  static let shipped = ServicePage(Resources.startPage)
  /// The page that lists devices by screen size, compiled into the program.
  static let screens = ServicePage(Resources.screensPage)

  /// Creates a flow page, whose HTML contains its own policy for scripts and connections.
  init(ofFlow bytes: [UInt8]) {
    self.init(
      bytes, policy: "base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
  }

  private init(_ bytes: [UInt8], policy: String) {
    (self.bytes, self.policy) = (bytes, policy)
    tag = String(SHA256.hex(of: bytes).prefix(32))
  }

  /// Creates a page that has one style and one script; the policy allows both by their digests.
  init(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let policy = [
      "default-src 'none'", "style-src \(Self.source(of: "style", in: text))",
      "script-src \(Self.source(of: "script", in: text))", "img-src blob: data:",
      "connect-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
    ].joined(separator: "; ")
    self.init(bytes, policy: policy)
  }

  /// The headers of a response, except its entity tag.
  var headers: [HTTPHeader] {
    [
      HTTPHeader("Content-Type", "text/html; charset=utf-8"),
      HTTPHeader("Cache-Control", "no-cache"), HTTPHeader("Content-Security-Policy", policy),
      HTTPHeader("Referrer-Policy", "no-referrer"),
      HTTPHeader("X-Content-Type-Options", "nosniff"),
    ]
  }

  /// Returns the policy source for an inline element: the digest of the element's text (CSP 3,
  /// 6.7.2.3).
  private static func source(of element: String, in page: String) -> String {
    let parts = page.split(separator: "<\(element)>", omittingEmptySubsequences: false)
    guard parts.count == 2, let end = parts[1].firstRange(of: "</\(element)>") else {
      preconditionFailure("the page has no '\(element)' element")
    }
    let inside = Array(parts[1][..<end.lowerBound].utf8)
    return "'sha256-\(Base64.text(of: SHA256.bytes(of: inside)))'"
  }
}
