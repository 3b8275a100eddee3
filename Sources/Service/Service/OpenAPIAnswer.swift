import SourceJSON

/// One answer of an operation in the OpenAPI document.
struct OpenAPIAnswer {
  private let description: String
  /// Schemas by media type; none where it has no body.
  private let content: [String: JSONValue]
  private let headers: [Header]

  init(_ description: String, _ content: [String: JSONValue] = [:], _ headers: [Header] = []) {
    (self.description, self.content, self.headers) = (description, content, headers)
  }

  /// Plain text that is of this moment.
  static func text(_ description: String) -> OpenAPIAnswer {
    OpenAPIAnswer(
      description, ["text/plain": ["schema": ["type": "string"]]], [.cacheControl])
  }

  /// For a client that has it already.
  static let unchanged = OpenAPIAnswer("The client has it.", [:], [.tag])

  /// Says that something is done, and no more.
  static func done(_ description: String) -> OpenAPIAnswer {
    OpenAPIAnswer(description, [:], [.cacheControl])
  }

  /// Bytes of a file.
  static let file: JSONValue = ["schema": ["type": "string", "format": "binary"]]

  /// What a picture can be.
  static let pictures = files(["image/png", "image/jpeg", "image/webp"])

  /// Files of some media types.
  ///
  /// Generators of clients that know none of them take the one of any bytes.
  static func files(_ types: [String]) -> [String: JSONValue] {
    Dictionary(uniqueKeysWithValues: (types + ["application/octet-stream"]).map { ($0, file) })
  }

  /// As the document has it; without a body it is what `HEAD` is answered with.
  func json(withBody: Bool) -> JSONValue {
    var members: [String: JSONValue] = ["description": .string(description)]
    if !headers.isEmpty {
      members["headers"] = .object(
        Dictionary(uniqueKeysWithValues: headers.map { ($0.name, $0.json) }))
    }
    if withBody, !content.isEmpty { members["content"] = .object(content) }
    return .object(members)
  }

  /// A header of answers.
  enum Header {
    case tag, tagOfPicture, tagOfFilm, cacheControl, retryAfter, allow, challenge, warnings,
      expires, location
    case tagOfPerson, warningsOfPerson
    case applied, appliedToLines
    case parts, part, size

    var name: String {
      switch self {
      case .tag, .tagOfPicture, .tagOfFilm, .tagOfPerson: "ETag"
      case .cacheControl: "Cache-Control"
      case .retryAfter: "Retry-After"
      case .allow: "Allow"
      case .challenge: "WWW-Authenticate"
      case .warnings, .warningsOfPerson: "Wallfarm-Warnings"
      case .expires: "Wallfarm-Expires"
      case .location: "Location"
      case .applied, .appliedToLines: "Preference-Applied"
      case .parts: "Accept-Ranges"
      case .part, .size: "Content-Range"
      }
    }

    var json: JSONValue {
      switch self {
      case .tag: told("Stands for what is answered: another one is another file.", always: true)
      case .tagOfPicture: told("Stands for the picture. One picture alone has it.", always: false)
      case .tagOfFilm:
        told("Stands for the film; `HEAD` has none before it was made.", always: false)
      case .tagOfPerson:
        told(
          "Stands for what is kept: another one is another version. For `If-Match`.", always: true)
      case .cacheControl: told("How long the answer may be kept.", always: true)
      case .retryAfter:
        told(
          "After how many seconds it is worth trying again; none where the store is full.",
          ["type": "integer", "minimum": 0], always: false)
      case .allow: told("The methods of this address.", always: true)
      case .challenge: told("How a key is shown.", always: true)
      case .warnings: told("Codes of what the maker should know, with commas.", always: false)
      case .warningsOfPerson:
        told("Codes of `warnings` in the body, with commas.", always: false)
      case .expires: told("Until when the picture is true.", always: false)
      case .location: told("The address of the picture.", always: true)
      case .applied: told("What of `Prefer` was followed.", always: true)
      case .appliedToLines: told("Stands above lines of JSON.", always: false)
      case .parts: told("Parts of it can be asked for by their bytes.", always: true)
      case .part: told("Which bytes these are, and how many there are.", always: true)
      case .size: told("How many bytes there are.", always: true)
      }
    }

    private func told(
      _ description: String, _ schema: JSONValue = ["type": "string"], always: Bool
    ) -> JSONValue {
      ["description": .string(description), "required": .bool(always), "schema": schema]
    }
  }
}

// What goes wrong.

extension OpenAPIAnswer {
  /// Statuses that any operation may answer.
  static let everywhere = [400, 404, 405, 413, 503]

  /// Statuses that depend on whether there are keys.
  static let byKeys = [401, 403]

  /// Every problem that a route may answer, for the document to refer to.
  static var problems: [String: JSONValue] {
    let routes = Route.allCases.flatMap { route in route.methods.flatMap(route.refusals) }
    let statuses = Set(everywhere + byKeys + routes)
    return Dictionary(
      uniqueKeysWithValues: statuses.map { (name(of: $0), problem($0).json(withBody: true)) })
  }

  /// The name of a problem in the document.
  static func name(of status: Int) -> String { "Problem\(status)" }

  /// A problem of a status.
  static func problem(_ status: Int) -> OpenAPIAnswer {
    OpenAPIAnswer(
      words(of: status), ["application/problem+json": OpenAPISchema.json("Problem")],
      [.cacheControl] + headers(of: status))
  }

  private static func headers(of status: Int) -> [Header] {
    switch status {
    case 401: [.challenge]
    case 405: [.allow]
    case 416: [.size]
    case 429, 503: [.retryAfter]
    default: []
    }
  }

  private static func words(of status: Int) -> String {
    switch status {
    case 400: "The request is no JSON, or can be read in two ways."
    case 401: "The request shows no key that is known."
    case 403: "A page of another site asks, or another host is meant."
    case 404: "Nothing is at this address."
    case 405: "The method is not for this address."
    case 409: "It does not go together with how things are, such as a challenge that is under way."
    case 410: "There was something at this address, and it is over."
    case 412: "It is another version than `If-Match` or `If-None-Match` says."
    case 413: "The body has too many bytes."
    case 415: "The body is of a media type that is not read."
    case 416: "All bytes that are asked for are after the end."
    case 422: "It can be read, and cannot be made as it is asked for. Every mistake is told."
    case 429: "More is asked for than can be done."
    case 502: "A photo cannot be fetched from where it is."
    case 504: "A photo did not come in time from where it is."
    case 503: "It cannot be done now: no picture in time, a worker ended, or the service ends."
    default: "The installation is broken; the operator has to look."
    }
  }
}
