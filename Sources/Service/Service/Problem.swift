package import Diagnostics
internal import Digests
internal import Fetching
internal import Files
package import HTTP
internal import SourceJSON

/// The body of an error response: a problem document (RFC 9457).
///
/// `errors` contains the errors in the format of `--errors json`, each with its location in the
/// request body.
package struct Problem {
  let status: Int
  let errors: [RenderError]
  /// The number of seconds after which the client can retry, or `nil` for a response without
  /// `Retry-After`.
  var retryAfter: Int?

  package init(_ status: Int, _ errors: [RenderError], retryAfter: Int? = nil) {
    (self.status, self.retryAfter) = (status, retryAfter)
    self.errors = errors.prefix(Problem.mostErrors).map(\.withoutPaths.overHTTP)
  }

  /// The problem document for a failed render; the class of the first error determines the status.
  package init(_ errors: [RenderError]) {
    let status = errors.first?.code.errorClass.httpStatus ?? 500
    // A full store gains space only when addresses expire, so an early retry would fail.
    let isSoon = [429, 503].contains(status) && errors.first?.code != .storeFull
    self.init(status, errors, retryAfter: isSoon ? 1 : nil)
  }

  /// Returns a problem with status 410 if all errors mean that a stored request is no longer valid.
  ///
  /// In all other cases, the first error determines the status.
  static func gone(_ first: [RenderError], _ errors: [RenderError]) -> Problem {
    let isGone = errors.allSatisfy { $0.code.errorClass.httpStatus == 422 }
    return isGone ? Problem(410, first + errors) : Problem(errors)
  }

  /// The URN of a request, in which characters that a URN cannot contain are percent-encoded
  /// (RFC 8141, 2.2).
  private static func instance(_ id: RequestID) -> String {
    id.description.utf8.reduce(into: "urn:wallfarm:request:") { text, byte in
      let isPlain = Base64.isURLSafe(byte) || ".~!$&'()*+,;=:@".utf8.contains(byte)
      text += isPlain ? String(UnicodeScalar(byte)) : "%" + hex(byte)
    }
  }

  private static func hex(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }

  /// Maximum number of errors in one document.
  private static let mostErrors = 50

  private var kind: (type: String, title: String) {
    switch errors.first?.code {
    case .rateLimited?: return ("rate-limited", "The client sends too many requests.")
    case .quotaExceeded?: return ("quota-exceeded", "The client has reached a quota.")
    default: return kindOfStatus
    }
  }

  private var kindOfStatus: (type: String, title: String) {
    switch status {
    case 400: ("malformed", "The request is malformed.")
    case 401: ("unauthorized", "The request has no valid key.")
    case 403: ("forbidden", "The request comes from another site.")
    case 404: ("not-found", "No resource has this address.")
    case 405: ("method", "The method is not supported at this address.")
    case 409: ("conflict", "The request conflicts with the state of the resource.")
    case 410: ("gone", "The resource no longer exists.")
    case 412: ("precondition", "The resource has a different version than the request expects.")
    case 413: ("too-large", "The request is too large.")
    case 415: ("media-type", "The media type of the body is not supported.")
    case 416: ("range", "The requested range starts after the end of the file.")
    case 422: ("invalid", "The request is invalid.")
    case 431: ("head-too-large", "The request head is too large.")
    case 505: ("version", "The version of HTTP is not supported.")
    case 429: ("overloaded", "Too many requests are waiting.")
    case 503: ("unavailable", "The service cannot render the picture now.")
    case 502, 504: ("elsewhere", "A photo or content cannot be fetched from its address.")
    default: ("internal", "The service encountered an internal error.")
    }
  }

  package var answer: HTTPAnswer {
    var members: [String: JSONValue] = [
      "type": .string("urn:wallfarm:problem:\(kind.type)"), "title": .string(kind.title),
      "status": .number(Double(status)),
      "errors": .array(errors.map(\.json)),
    ]
    if let first = errors.first {
      members["detail"] = .string(first.sentence)
      members["code"] = .string(first.code.rawValue)
    }
    let document = JSONValue.object(members)
    var answer = HTTPAnswer(
      status, type: "application/problem+json", document.text(pretty: true) + "\n")
    answer.error = errors.first.map { first in
      HTTPAnswer.ReportedError(first.code) { id in
        let named = document.adding("instance", .string(Problem.instance(id)))
        return Array((named.text(pretty: true) + "\n").utf8)
      }
    }
    answer.headers.append(HTTPHeader("Cache-Control", "no-store"))
    if let retryAfter { answer.headers.append(HTTPHeader("Retry-After", "\(retryAfter)")) }
    if status == 401 { answer.headers.append(HTTPHeader("WWW-Authenticate", "Bearer")) }
    return answer
  }
}

extension RenderError {
  /// The error without paths and system errors, which only the operator may see.
  fileprivate var withoutPaths: RenderError {
    switch code {
    case .fetcherMissing:
      RenderError(
        code, "the service cannot fetch photos now",
        hint: "upload the photo: PUT /v1/photos; the operator's log has the reason")
    case .storeFailed, .outputFailed, .inputFailed:
      RenderError(
        code, "the service cannot read or write its files",
        hint: "try again later; the operator's log has the reason")
    default: self
    }
  }
}
