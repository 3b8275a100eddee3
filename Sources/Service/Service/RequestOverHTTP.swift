internal import Files
import SourceJSON
import WallfarmPluginKit

/// Rejects request keys that are invalid over HTTP: file paths and settings of the operator.
enum RequestOverHTTP {
  /// Keys reserved for the operator, with the reason.
  static let operators: [String: String] = [
    "output": "the answer is the picture", "priority": "requests take turns",
    "timeout": "the operator sets the time",
    "max-photo-bytes": "the operator sets the limits",
    "max-photo-pixels": "the operator sets the limits",
    "max-photo-side": "the operator sets the limits",
    "max-photo-memory": "the operator sets the limits",
    "max-photo-scans": "the operator sets the limits",
  ]

  /// Maximum number of members of a request; there are fewer valid keys.
  private static let mostMembers = 100
  /// Maximum size in bytes of a text that is not content; bounds the cache of requests.
  private static let mostBytes = 1024
  /// Maximum number of parameters.
  private static let mostSettings = 64

  /// Keys whose texts would be file paths.
  private static let paths: [String: String] = [
    "notes": #"notes are a list: ["Buy milk"]"#,
    "content": #"content is an object: {"dates": […]}"#,
  ]

  /// Returns the request without invalid keys, and an error for each of them.
  static func sifted(_ root: JSONNode) -> (JSONNode, [RenderError]) {
    guard let members = root.members else { return (root, []) }
    guard members.count <= mostMembers else {
      let error = RenderError(
        .invalidRequest,
        "the request has \(members.count) keys, and none needs more than \(mostMembers)",
        origin: root.place.origin(in: RenderPlanner.body),
        hint: "GET /v1/schema shows those there are")
      return (JSONNode(content: .object([]), place: root.place), [error])
    }
    let judged = members.map { ($0, mistake(in: $0)) }
    let sound = judged.filter { $0.1 == nil }.map(\.0)
    return (JSONNode(content: .object(sound), place: root.place), judged.compactMap(\.1))
  }

  private static func mistake(in member: JSONMember) -> RenderError? {
    func wrong(_ message: String, _ hint: String) -> RenderError {
      RenderError(
        .notOverHTTP, message, origin: member.value.place.origin(in: RenderPlanner.body),
        hint: hint)
    }
    guard member.key.utf8.count <= mostBytes else {
      return RenderError(
        .unknownKey, "a request has no key of \(member.key.utf8.count) bytes",
        origin: member.keyPlace.origin(in: RenderPlanner.body),
        hint: "GET /v1/schema shows those there are")
    }
    if let reason = operators[member.key] {
      return wrong("'\(member.key)' cannot be said over HTTP: \(reason)", "take it out")
    }
    if let settings = member.value.members, member.key == "set",
      settings.count > mostSettings
        || settings.contains(where: {
          $0.key.utf8.count + $0.value.plain.text(pretty: false).utf8.count > mostBytes
        })
    {
      return wrong(
        "'set' has more than \(mostSettings) parameters, or one of more than \(mostBytes) bytes",
        "take out what the template does not have")
    }
    guard let text = member.value.string else { return nil }
    guard text.utf8.count <= mostBytes else {
      return wrong(
        "'\(member.key.prefix(64))' has more than \(mostBytes) bytes", "write less")
    }
    if let hint = paths[member.key] {
      return wrong("the \(member.key) would be a file of the server", hint)
    }
    if ["theme", "template"].contains(member.key), text.contains("/") || text.hasSuffix(".json") {
      return wrong(
        "'\(member.key)' would be a file of the server",
        "name one that is installed: GET /v1/\(member.key)s")
    }
    return nil
  }
}
