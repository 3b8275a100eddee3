import Diagnostics
internal import Fetching
internal import Files
import HTTP
internal import SourceJSON

/// The body of an error response: a problem document (RFC 9457).
///
/// `errors` has every error in the form of `--errors json`, with its location in the request body.
struct Problem {
  let status: Int
  let errors: [RenderError]
  /// Seconds until a retry can succeed, or `nil`.
  var retryAfter: Int?

  init(_ status: Int, _ errors: [RenderError], retryAfter: Int? = nil) {
    (self.status, self.retryAfter) = (status, retryAfter)
    self.errors = errors.prefix(Problem.mostErrors).map(\.withoutPaths.overHTTP)
  }

  /// The problem of a failed render; the class of the first error gives the status.
  init(_ errors: [RenderError]) {
    let status = errors.first?.code.errorClass.httpStatus ?? 500
    // A full store has space only when addresses expire.
    let isSoon = [429, 503].contains(status) && errors.first?.code != .storeFull
    self.init(status, errors, retryAfter: isSoon ? 1 : nil)
  }

  /// 410 for a stored request that is no longer valid; otherwise the status of the first error.
  static func gone(_ first: [RenderError], _ errors: [RenderError]) -> Problem {
    let isGone = errors.allSatisfy { $0.code.errorClass.httpStatus == 422 }
    return isGone ? Problem(410, first + errors) : Problem(errors)
  }

  /// Maximum number of errors in one document.
  private static let mostErrors = 50

  private var kind: (type: String, title: String) {
    switch status {
    case 400: ("malformed", "The request cannot be read.")
    case 401: ("unauthorized", "The request needs a key.")
    case 403: ("forbidden", "The request comes from another site.")
    case 404: ("not-found", "Nothing is here.")
    case 405: ("method", "The method is not for this address.")
    case 409: ("conflict", "It does not go together with how things are.")
    case 410: ("gone", "What was here is not here any more.")
    case 412: ("precondition", "It is another version than the request is for.")
    case 413: ("too-large", "The request is too large.")
    case 415: ("media-type", "The body is of a type that is not read.")
    case 416: ("range", "The range that is asked for begins after the end.")
    case 422: ("invalid", "The picture cannot be made as it is asked for.")
    case 431: ("head-too-large", "The head of the request is too large.")
    case 505: ("version", "The request is of another version of HTTP.")
    case 429: ("overloaded", "Too much is asked for at once.")
    case 503: ("unavailable", "The picture cannot be made now.")
    case 502, 504: ("elsewhere", "A photo cannot be fetched from where it is.")
    default: ("internal", "The service is not as it should be.")
    }
  }

  var answer: HTTPAnswer {
    var members: [String: JSONValue] = [
      "type": .string("urn:wallfarm:problem:\(kind.type)"), "title": .string(kind.title),
      "status": .number(Double(status)),
      "errors": .array(errors.map(\.json)),
    ]
    if let first = errors.first {
      members["detail"] = .string(first.sentence)
      members["code"] = .string(first.code.rawValue)
    }
    var answer = HTTPAnswer(
      status, type: "application/problem+json",
      JSONValue.object(members).text(pretty: true) + "\n")
    answer.headers.append(HTTPHeader("Cache-Control", "no-store"))
    if let retryAfter { answer.headers.append(HTTPHeader("Retry-After", "\(retryAfter)")) }
    if status == 401 { answer.headers.append(HTTPHeader("WWW-Authenticate", "Bearer")) }
    return answer
  }
}

extension RenderError {
  /// The error without paths and system errors, which are for the operator.
  fileprivate var withoutPaths: RenderError {
    switch code {
    case .fetcherMissing:
      RenderError(
        code, "photos cannot be fetched here now",
        hint: "send the photo: PUT /v1/photos; the operator is told why")
    case .storeFailed, .outputFailed, .inputFailed:
      RenderError(
        code, "the service cannot read or write its files",
        hint: "try again later; its operator is told why")
    default: self
    }
  }
}
