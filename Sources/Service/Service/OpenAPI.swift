internal import RenderFarm
import SourceJSON

/// What the service answers, as an OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1).
///
/// It is made from the declarations that the service itself goes by: routes, and the keys of requests.
enum OpenAPI {
  /// What can be chosen from, and what the operator has decided.
  struct Facts {
    /// Version of the program.
    let version: String
    /// Ids of devices.
    let devices: [String]
    /// Names of templates.
    let templates: [String]
    /// Names of themes.
    let themes: [String]
    /// Whether there are keys, so that some addresses ask for one.
    let hasKeys: Bool
    /// Whether photos are fetched from elsewhere.
    let fetchesPhotos: Bool
  }

  /// The whole document; the same facts make the same text.
  static func document(_ facts: Facts) -> JSONValue {
    let paths = Route.allCases.filter(isDescribed).map { ($0.rawValue, path($0, facts)) }
    let document: [String: JSONValue] = [
      "openapi": "3.1.0",
      "info": [
        "title": "wallfarm", "version": .string(facts.version),
        "summary": "Wallpapers over HTTP.", "description": .string(introduction),
        "license": ["name": "See the file LICENSE of the program."],
      ],
      "servers": [["url": "/", "description": "Where this document was read."]],
      "tags": .array(
        Section.allCases.map { ["name": .string($0.rawValue), "description": .string($0.words)] }),
      "paths": .object(Dictionary(uniqueKeysWithValues: paths)),
      "components": [
        "schemas": .object(OpenAPISchema.all(facts)),
        "responses": .object(OpenAPIAnswer.problems),
        "securitySchemes": [
          "bearer": [
            "type": "http", "scheme": "bearer",
            "description": "A key that the operator of the service has handed out.",
          ]
        ],
      ],
    ]
    return .object(document)
  }

  private static let introduction = """
    Makes wallpapers of notes, dates and photos, each to the pixel of its device. \
    Everything that is wrong with a request is told at once, as a problem document (RFC 9457). \
    Nothing of an address is decoded, and what stands behind a question mark is ignored. \
    An equal request gives an equal picture.
    """

  /// The figures are at an address of their own, for operators.
  private static func isDescribed(_ route: Route) -> Bool { route != .metrics }

  private static func path(_ route: Route, _ facts: Facts) -> JSONValue {
    var members: [String: JSONValue] = [:]
    for method in route.methods {
      members[method.lowercased()] = operation(route, method, facts)
    }
    let parameters = route.parameters
    if !parameters.isEmpty { members["parameters"] = .array(parameters) }
    return .object(members)
  }

  private static func operation(_ route: Route, _ method: String, _ facts: Facts) -> JSONValue {
    let words = route.words(of: method)
    var members: [String: JSONValue] = [
      "operationId": .string(words.name), "summary": .string(words.summary),
      "tags": [.string(route.section.rawValue)],
      "responses": .object(responses(route, method, facts)),
    ]
    if let description = words.description { members["description"] = .string(description) }
    let headers = route.headers(of: method)
    if !headers.isEmpty { members["parameters"] = .array(headers) }
    if let body = route.body(of: method) { members["requestBody"] = body }
    if asksForKey(route, method, facts) { members["security"] = [["bearer": []]] }
    return .object(members)
  }

  private static func asksForKey(_ route: Route, _ method: String, _ facts: Facts) -> Bool {
    route.needsKey(for: method) && facts.hasKeys
  }

  private static func responses(
    _ route: Route, _ method: String, _ facts: Facts
  ) -> [String: JSONValue] {
    let isHead = method == "HEAD"
    var answers = route.answers(to: method).mapValues { $0.json(withBody: !isHead) }
    var statuses = Set(route.refusals(of: method)).union(OpenAPIAnswer.everywhere)
    if asksForKey(route, method, facts) { statuses.insert(401) }
    // Without keys only this machine is served.
    if !facts.hasKeys { statuses.insert(403) }
    for status in statuses {
      answers[String(status)] =
        isHead
        ? OpenAPIAnswer.problem(status).json(withBody: false)
        : ["$ref": .string("#/components/responses/\(OpenAPIAnswer.name(of: status))")]
    }
    return answers
  }

  /// What routes are listed under.
  enum Section: String, CaseIterable {
    case pictures = "Pictures"
    case people = "People"
    case choices = "Choices"
    case service = "Service"

    var words: String {
      switch self {
      case .pictures: "A picture is asked for, and fetched at its address."
      case .people: "An address of a person's own, which always has the present picture."
      case .choices: "What there is to choose from."
      case .service: "The service itself."
      }
    }
  }
}
