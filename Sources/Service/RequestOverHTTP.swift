internal import Files
internal import RenderFarm
import SourceJSON
import WallfarmPluginKit

/// What a request may not say where it comes over HTTP: where files are, and what the operator decides.
enum RequestOverHTTP {
  /// Keys that are for those who own the machine.
  private static let operators: [String: String] = [
    "output": "the answer is the picture", "priority": "requests take turns",
    "timeout": "the operator sets the time",
    "max-photo-bytes": "the operator sets the limits",
    "max-photo-pixels": "the operator sets the limits",
    "max-photo-side": "the operator sets the limits",
    "max-photo-memory": "the operator sets the limits",
    "max-photo-scans": "the operator sets the limits",
  ]

  /// Keys whose texts would be paths.
  private static let paths: [String: String] = [
    "notes": #"notes are a list: ["Buy milk"]"#,
    "content": #"content is an object: {"dates": […]}"#,
  ]

  /// What is left of a request without what it may not say, and a mistake for each of those.
  static func sifted(_ root: JSONNode) -> (JSONNode, [RenderError]) {
    guard let members = root.members else { return (root, []) }
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
    if let reason = operators[member.key] {
      return wrong("'\(member.key)' cannot be said over HTTP: \(reason)", "take it out")
    }
    guard let text = member.value.string else { return nil }
    if let hint = paths[member.key] {
      return wrong("the \(member.key) would be a file of the server", hint)
    }
    if ["theme", "template"].contains(member.key), text.contains("/") {
      return wrong(
        "'\(member.key)' would be a file of the server",
        "name one that is installed: GET /v1/\(member.key)s")
    }
    return nil
  }
}
