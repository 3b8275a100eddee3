import HTTP
internal import Requests
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// `people`: creates, reads, changes and erases people, and returns their current pictures.
///
/// It calls the endpoints for people in the same way as an HTTP client.
struct PeopleTool: AgentTool {
  let endpoint: PeopleEndpoint
  let pictures: AgentPictures

  let name = "people"
  let title = "Wallpapers for people"
  let isReadOnly = false
  let isDestructive = true

  /// The actions.
  enum Action: String, CaseIterable { case create, get, replace, content, picture, erase }

  let summary =
    "Keeps a wallpaper for a person, such as the user of an app. 'create' stores a person and "
    + "returns a 'read' and a 'write' address. 'get', 'replace' and 'erase' need the write "
    + "address; 'content' replaces notes and content; 'picture' returns a small copy of the "
    + "current picture. Keep both addresses secret."

  var arguments: [AgentArgument] {
    [
      AgentArgument(
        "action", "The action.", ["enum": .array(Action.allCases.map { .string($0.rawValue) })],
        isRequired: true),
      AgentArgument(
        "address", "An address that 'create' returned; required for all actions except 'create'.",
        ["type": "string"]),
      AgentArgument(
        "person",
        "For 'create' and 'replace': device, devices, zone, language, notes, content, and the "
          + "screens 'lock' and 'home', which are requests without these keys; see "
          + "wallfarm://docs/serve.",
        ["type": "object"]),
      AgentArgument(
        "id",
        "For 'create': your own ID of the person; if it exists, the person is replaced.",
        ["type": "string"]),
      AgentArgument(
        "content",
        "For 'content': an object with 'notes' and 'content', which replaces both stored values.",
        ["type": "object"]),
      AgentArgument(
        "screen", "For 'picture': 'lock' (default) or 'home'.",
        ["enum": .array(Person.Screen.allCases.map { .string($0.rawValue) })]),
      AgentArgument(
        "device", "For 'picture': the name of a device in 'devices'; default: the main device.",
        ["type": "string"]),
    ]
  }

  /// Maximum picture height in pixels.
  private static let height = 512

  func run(
    _ call: AgentCall, completion: @escaping @Sendable (AgentResult) -> Void
  ) throws(RenderError) {
    let action = try call.choice("action", Action.self)
    guard let action else { throw .wrongArgument("action", "is missing") }
    let client = call.caller.client
    if action == .create {
      let id = try call.text("id")
      let request = request(
        id == nil ? "POST" : "PUT", "/v1/people" + (id.map { "/" + $0 } ?? ""),
        try body(call, "person"), call.caller.idempotencyKeys)
      return endpoint.add(request, named: id, for: client, exchange(request, client, completion))
    }
    let token = try token(call)
    let path = "/p/" + token
    switch action {
    case .create: return
    case .get, .erase:
      let request = request(action == .get ? "GET" : "DELETE", path)
      endpoint.own(token, request.head, exchange(request, client, completion))
    case .replace:
      let request = request("PUT", path, try body(call, "person"))
      endpoint.putOwn(token, request, exchange(request, client, completion))
    case .content:
      let request = request("PUT", path + "/content", try body(call, "content"))
      endpoint.putContent(token, request, exchange(request, client, completion))
    case .picture: try show(token, call, completion)
    }
  }

  /// Returns the token from an address; the address may also contain the base URL and a picture
  /// name.
  private func token(_ call: AgentCall) throws(RenderError) -> String {
    guard let address = try call.text("address") else {
      throw .wrongArgument("address", "is missing")
    }
    let rest = address.firstRange(of: "/p/").map { address[$0.upperBound...] } ?? address[...]
    let token = rest.prefix { $0 != "/" }
    guard token.utf8.count <= 100 else {
      throw .wrongArgument("address", "is not the address of a person")
    }
    return String(token)
  }

  private func body(_ call: AgentCall, _ name: String) throws(RenderError) -> [UInt8] {
    guard let object = try call.object(name) else { throw .wrongArgument(name, "is missing") }
    return Array(object.plain.text(pretty: true).utf8)
  }

  private func request(
    _ method: String, _ path: String, _ body: [UInt8] = [], _ more: [HTTPHeader] = []
  ) -> HTTPRequest {
    let headers = more + (body.isEmpty ? [] : [HTTPHeader("Content-Type", "application/json")])
    return HTTPRequest(HTTPHead(method: method, target: path, headers: headers), body: body)
  }

  private func exchange(
    _ request: HTTPRequest, _ client: String,
    _ completion: @escaping @Sendable (AgentResult) -> Void
  ) -> HTTPExchange {
    HTTPExchange(request.head, for: client) { completion(AgentResult($0)) }
  }

  /// Returns a small copy of the current picture.
  private func show(
    _ token: String, _ call: AgentCall, _ completion: @escaping @Sendable (AgentResult) -> Void
  ) throws(RenderError) {
    let screen = try call.choice("screen", Person.Screen.self) ?? .lock
    guard let kind = KeptPeople.Token(token)?.kind else { throw .noPerson() }
    let kept = try endpoint.open(token, kind)
    let display = PersonDisplay(device: try call.text("device"), screen: screen)
    guard kept.person.has(display.device) else {
      throw .wrongArgument("device", "is not a device of the person")
    }
    guard let request = kept.person.request(for: display, format: .png) else {
      return completion(AgentResult(["screen": .string(screen.rawValue), "isKept": true]))
    }
    switch endpoint.plan(request, for: kept.client) {
    case .failure(let mistakes): completion(AgentResult(errors: mistakes.all))
    case .success(let planned):
      guard let one = planned.first else { throw .noPerson() }
      pictures.preview(one, height: PeopleTool.height, for: call) { result in
        switch result {
        case .failure(let error): completion(AgentResult(errors: [error]))
        case .success(let made):
          completion(
            AgentResult(
              ["screen": .string(screen.rawValue), "picture": made.receipt.factsForAgents],
              pictures: [made.picture]))
        }
      }
    }
  }
}

extension AgentResult {
  /// Creates a result from the response of an endpoint for people; the response body is empty or
  /// JSON.
  fileprivate init(_ answer: HTTPAnswer) {
    var bytes: [UInt8] = []
    if case .bytes(let body) = answer.body { bytes = body }
    guard !bytes.isEmpty, let body = try? JSONNode(parsing: bytes),
      case .object(let members) = body.plain
    else {
      self.init(["done": .bool(answer.status < 400)], isError: answer.status >= 400)
      return
    }
    guard answer.status >= 400 else {
      self.init(members)
      return
    }
    let errors = (body["errors"]?.elements ?? []).compactMap { RenderError(json: $0) }
    self.init(["errors": .array(errors.map(\.forAgents.json))], isError: true)
  }
}

extension RenderError {
  fileprivate static func noPerson() -> RenderError {
    RenderError(
      .notFound, "no person has this address", origin: .argument("address"),
      hint: "create one: {\"action\": \"create\", \"person\": {…}}")
  }
}
