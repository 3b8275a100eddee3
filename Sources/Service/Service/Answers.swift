internal import Graphics
public import HTTP
public import RenderPool
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

extension PictureBytes: HTTPFile {}

extension HTTPAnswer {
  static func text(_ status: Int, _ text: String) -> HTTPAnswer {
    var answer = HTTPAnswer(status, type: "text/plain; charset=utf-8", text)
    answer.headers.append(HTTPHeader("Cache-Control", "no-store"))
    return answer
  }
}

extension ImageFormat {
  /// The registered media type of the format.
  var mediaType: String {
    switch self {
    case .png: "image/png"
    case .jpeg: "image/jpeg"
    case .webp: "image/webp"
    }
  }
}

extension HTTPHead {
  /// Returns whether the client already has the version with the given tag (RFC 9110, 13.1.2).
  package func matches(_ tag: String) -> Bool {
    guard let tags = header("if-none-match") else { return false }
    return tags == "*"
      || tags.split(separator: ",").contains { one in
        let plain = String(one.filter { $0 != " " && $0 != "\t" })
        return plain == tag || plain == "W/" + tag
      }
  }

  /// The reason to treat the request as coming from another site or as intended for another host,
  /// or `nil`.
  ///
  /// In a DNS rebinding attack, the `Host` header names another host.
  package var crossOriginReason: String? {
    let host = header("host") ?? "localhost"
    if let origin = header("origin"), origin != "http://" + host {
      return "its origin is another site"
    }
    guard let authority else { return header("host") == nil ? nil : "its host is not this machine" }
    return authority.isLoopback ? nil : "its host is not this machine"
  }

  /// Returns whether a page of another site sends the request, according to the `Origin` header.
  ///
  /// A proxy can change the scheme and the host, so the page may have the host of the request or of
  /// the public address.
  package func isFromOtherSite(than publicAddress: String) -> Bool {
    guard let origin = header("origin") else { return false }
    // The port of a scheme may be omitted (RFC 9110, 4.2).
    let ports = ["http": 80, "https": 443]
    func site(_ text: String, _ port: Int?) -> (host: String, port: Int?)? {
      Authority(String(text.prefix { $0 != "/" })).map { ($0.host, $0.port ?? port) }
    }
    func site(ofAddress text: String) -> (host: String, port: Int?)? {
      guard let colon = text.firstRange(of: "://"),
        let port = ports[text[..<colon.lowerBound].lowercased()]
      else { return nil }
      return site(String(text[colon.upperBound...]), port)
    }
    guard let page = site(ofAddress: origin) else { return true }
    // The scheme of the request is not known behind a proxy, so its port is that of the page.
    let port = origin.lowercased().hasPrefix("https:") ? 443 : 80
    let known = [header("host").flatMap { site($0, port) }, site(ofAddress: publicAddress)]
    return !known.contains { $0.map { $0 == page } ?? false }
  }

  /// The trace identifier of the request: 32 hex digits that are not all zero (W3C Trace Context,
  /// 3.2).
  package var traceID: String? { header("traceparent").flatMap(TraceParent.init)?.trace }
}

extension RenderError {
  static func noSuchAddress() -> RenderError {
    RenderError(
      .notFound, "there is no resource at this address",
      hint: "to render a picture, use POST /v1/render")
  }

  static func otherSite(_ why: String) -> RenderError {
    RenderError(
      .otherSite,
      "a service without keys accepts only local requests; this one is not local: \(why)",
      hint: "send the request to localhost, or start the service with --keys")
  }

  static func otherPage() -> RenderError {
    RenderError(
      .otherSite, "a page of another site sent the request",
      hint: "use the page at the person's own address; behind a proxy, the operator sets "
        + "--public-address")
  }

  /// Returns the error for a request without a key, or with a key that the service does not know.
  static func noKey(in head: HTTPHead) -> RenderError {
    guard let value = head.header("authorization") else {
      return RenderError(
        .keyMissing, "the request has no key", hint: "send a header: Authorization: Bearer KEY")
    }
    guard value.lowercased().hasPrefix("bearer ") else {
      return RenderError(
        .keyMissing, "the 'Authorization' header of the request has no bearer key",
        hint: "send a header: Authorization: Bearer KEY")
    }
    return RenderError(
      .keyMissing, "the service does not recognize the key in the request",
      hint: "send a key from the --keys file, without the client name before it")
  }

  static func invalidRequest(_ why: String) -> RenderError {
    RenderError(.invalidRequest, "the request is invalid: \(why)", hint: nil)
  }

  static func wrongMethod(_ method: String, _ route: Route) -> RenderError {
    let known = route.methods.joined(separator: " and ")
    return RenderError(
      .invalidRequest, "\(route.rawValue) takes \(known), not \(method.prefix(20))",
      hint: "use \(known)")
  }

  static func wrongType(_ type: String, _ route: Route) -> RenderError {
    let others = route == .content ? ContentBody.mediaTypes : []
    let known = (["JSON"] + others).joined(separator: ", ")
    return RenderError(
      .invalidRequest, "the media type '\(type)' is not supported; expected \(known)",
      hint: "send it with Content-Type: application/json")
  }

  static func bodyTooLarge(_ most: Int) -> RenderError {
    RenderError(
      .bodyTooLarge, "the body is larger than the limit of \(most) bytes",
      hint: most == 0 ? "send no body" : "send a smaller body; the operator sets the limit")
  }

  static func tooMuchMemory() -> RenderError {
    RenderError(
      .serviceBusy, "the requests and responses of this client exceed the memory limit",
      hint: "try again in a moment, and read each response to its end")
  }

  static func noRoomForConnections() -> RenderError {
    RenderError(
      .serviceBusy, "the maximum number of connections has been reached",
      hint: "try again in a moment, and reuse connections")
  }

  static func headTooLarge(_ most: Int) -> RenderError {
    RenderError(
      .invalidRequest, "the request head is larger than \(most) bytes or has too many headers",
      hint: "send fewer or shorter headers")
  }

  static func unknownVersion() -> RenderError {
    RenderError(
      .invalidRequest, "the request is not HTTP/1.0 or HTTP/1.1",
      hint: "use HTTP/1.1, or a proxy in front of the service")
  }

  static func workerDamaged() -> RenderError {
    RenderError(
      .messageDamaged, "a worker returned no valid picture", hint: "try again")
  }
}
