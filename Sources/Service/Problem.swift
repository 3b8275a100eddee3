internal import Challenge
internal import Designs
internal import Fetching
internal import Files
internal import Films
internal import Geography
internal import Graphics
internal import HTTP
internal import RenderFarm
import RenderPool
internal import SourceJSON
import WallfarmPluginKit

/// What went wrong, as a document that programs read (RFC 9457).
///
/// Its type is one of few, and `errors` has every mistake as `--errors json` has it, with its place in the body.
struct Problem {
  let status: Int
  let errors: [RenderError]
  /// After how many seconds it is worth trying again; nil where it is not.
  var retryAfter: Int?

  init(_ status: Int, _ errors: [RenderError], retryAfter: Int? = nil) {
    (self.status, self.retryAfter) = (status, retryAfter)
    self.errors = errors.prefix(Problem.mostErrors).map(\.withoutPaths.overHTTP)
  }

  /// What rendering failed with.
  init(_ errors: [RenderError]) {
    let status = errors.first.map { Problem.status(of: $0.code) } ?? 500
    // Room for what is kept comes back when addresses end, and not in a moment.
    let isSoon = [429, 503].contains(status) && errors.first?.code != .storeFull
    self.init(status, errors, retryAfter: isSoon ? 1 : nil)
  }

  /// What was sound when it was kept, and is not any more; what may go better soon is that.
  static func gone(_ first: [RenderError], _ errors: [RenderError]) -> Problem {
    let isGone = errors.allSatisfy { status(of: $0.code) == 422 }
    return isGone ? Problem(410, first + errors) : Problem(errors)
  }

  /// The status of an error: 503 for what may go better soon, 500 for what the operator has to repair, 422 for
  /// what the client has.
  static func status(of code: ErrorCode) -> Int {
    switch code {
    case .invalidJSON, .invalidRequest: 400
    case .keyMissing: 401
    case .otherSite: 403
    case .notFound: 404
    case .challengeUnderWay, .noChallenge, .challengeNotReached: 409
    case .addressExpired, .pictureGone: 410
    case .personChanged: 412
    case .bodyTooLarge, .fileTooLarge: 413
    case .serviceBusy: 429
    case .fetchFailed: 502
    case .fetchLate: 504
    case .serviceStopping, .orderLate, .orderWithdrawn, .workerCrashed, .workerKilled,
      .workerSilent,
      .workerTimeout, .workerMemory, .cancelled, .storeFull:
      503
    case .fenceMissing, .fontsMissing, .mapsMissing, .installationBroken, .messageDamaged,
      .rasterFailed, .filmFailed,
      .languageFailed, .fetcherMissing, .inputFailed, .outputFailed, .fileUnreadable,
      .serverUnavailable,
      .storeFailed:
      500
    default: 422
    }
  }

  /// How many mistakes are told.
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
  /// Without what it says of the disk of the service, which is for its operator.
  fileprivate var withoutPaths: RenderError {
    switch code {
    case .fetcherMissing:
      RenderError(
        code, "photos cannot be fetched here now",
        hint: "send the photo: PUT /v1/photos; the operator is told why")
    case .storeFailed, .outputFailed, .inputFailed:
      RenderError(
        code, "the service cannot read or write what it keeps",
        hint: "try again later; its operator is told why")
    default: self
    }
  }
}
