internal import Digests
import HTTP

/// The page at `/`: what this is, commands that work, and a form that renders.
///
/// It asks nothing of other sites, and its policy lets nothing run but what the file has.
struct ServicePage {
  /// The page.
  let bytes: [UInt8]
  /// Stands for the page.
  let tag: String
  /// Its Content-Security-Policy.
  let policy: String

  /// The page that is part of the program.
  static let shipped = ServicePage(Resources.startPage)

  /// Prepares a page that plays a flow; what may run in it, and what it may ask for, it says itself.
  init(ofFlow bytes: [UInt8]) {
    self.init(
      bytes, policy: "base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
  }

  private init(_ bytes: [UInt8], policy: String) {
    (self.bytes, self.policy) = (bytes, policy)
    tag = "\"\(SHA256.hex(of: bytes).prefix(32))\""
  }

  /// Prepares a page, and measures its one style and its one script.
  init(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let policy = [
      "default-src 'none'", "style-src \(Self.source(of: "style", in: text))",
      "script-src \(Self.source(of: "script", in: text))", "img-src blob: data:",
      "connect-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
    ].joined(separator: "; ")
    self.init(bytes, policy: policy)
  }

  /// What it is sent with; 304 has the same without its type.
  var headers: [HTTPHeader] {
    [
      HTTPHeader("Content-Type", "text/html; charset=utf-8"), HTTPHeader("ETag", tag),
      HTTPHeader("Cache-Control", "no-cache"), HTTPHeader("Content-Security-Policy", policy),
      HTTPHeader("Referrer-Policy", "no-referrer"),
      HTTPHeader("X-Content-Type-Options", "nosniff"),
    ]
  }

  /// What a policy calls an element that stands in the page (CSP 3, 6.7.2.3): the digest of what is between its tags.
  private static func source(of element: String, in page: String) -> String {
    let parts = page.split(separator: "<\(element)>", omittingEmptySubsequences: false)
    guard parts.count == 2, let end = parts[1].firstRange(of: "</\(element)>") else {
      preconditionFailure("the page has one '\(element)'")
    }
    let inside = Array(parts[1][..<end.lowerBound].utf8)
    return "'sha256-\(Base64.text(of: SHA256.bytes(of: inside)))'"
  }
}
