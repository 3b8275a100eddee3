internal import Designs
import Files
package import HTTP
package import SourceJSON
import WallfarmCore
package import WallfarmPluginKit

/// The body of a render request: JSON, or a form (RFC 7578) with JSON and optionally a photo and
/// content.
package struct RequestBody {
  package let root: JSONNode
  /// Size of the JSON and the content in bytes, without the photo, which is stored separately.
  let byteCount: Int
  /// Whether the client sent all content in the JSON, so that patching the JSON can correct any
  /// error.
  let isWhole: Bool

  /// Parses a body, and stores its photo like an upload.
  ///
  /// - Throws: `invalid-json`, `invalid-request`, and errors from storing a photo.
  package init(
    _ request: HTTPRequest, uploads: Uploads, planner: RenderPlanner, client: String
  ) throws(RenderError) {
    guard let type = request.head.header("content-type"), MultipartBody.isOne(type) else {
      root = try JSONFile.parse(request.body, file: RenderPlanner.body)
      byteCount = request.body.count
      isWhole = true
      return
    }
    let form: MultipartBody
    do {
      form = try MultipartBody(request.body, contentType: type)
    } catch {
      throw .invalidRequest(error.reason)
    }
    var parts: [String: MultipartBody.Part] = [:]
    for part in form.parts {
      guard RequestBody.names.contains(part.name) else {
        throw .unknownPart("the form has an unknown part '\(part.name.prefix(40))'")
      }
      guard parts.updateValue(part, forKey: part.name) == nil else {
        throw .unknownPart("the form has two parts named '\(part.name)'")
      }
    }
    guard let words = parts["request"] else { throw .unknownPart("the form has no part 'request'") }
    let root = try JSONFile.parse(Array(words.bytes), file: RenderPlanner.body)
    byteCount = words.bytes.count + (parts["content"]?.bytes.count ?? 0)
    isWhole = parts["content"] == nil
    guard case .object(var members) = root.content else {
      self.root = root
      return
    }
    if let content = parts["content"] {
      let time = planner.calendarTime(now: root["now"]?.string, zone: root["zone"]?.string)
      let found = try ContentBody.root(
        of: Array(content.bytes),
        content.contentType ?? content.fileName.flatMap(ContentBody.type(ofFile:)),
        at: time, in: "content")
      for member in found.members ?? [] {
        guard root[member.key] == nil else { throw .twice(member.key, root) }
        members.append(member)
      }
    }
    if let photo = parts["photo"] {
      guard root["photo"] == nil else { throw .twice("photo", root) }
      let name = try uploads.keep(Array(photo.bytes), as: .photo, for: client)
      members.append(
        JSONMember(
          key: "photo", keyPlace: root.place,
          value: JSONNode(content: .string(name), place: root.place)))
    }
    self.root = JSONNode(content: .object(members), place: root.place)
  }

  private static let names: Set<String> = ["request", "photo", "content"]
}

/// Rejects request keys that are invalid over HTTP: keys that refer to files, and keys reserved for
/// the operator.
package enum RequestOverHTTP {
  /// Keys reserved for the operator, each with the reason why clients cannot use it.
  package static let operators: [String: String] = [
    "output": "the response contains the picture",
    "priority": "clients take turns",
    "timeout": "the operator sets the timeout",
    "max-photo-bytes": "the operator sets the limits",
    "max-photo-pixels": "the operator sets the limits",
    "max-photo-side": "the operator sets the limits",
    "max-photo-memory": "the operator sets the limits",
    "max-photo-scans": "the operator sets the limits",
  ]

  /// The maximum number of members in a request, which is greater than the number of valid keys.
  private static let mostMembers = 100
  /// The maximum size in bytes of a string that is not content; this also limits the cache of
  /// requests.
  private static let mostBytes = 1024
  /// Maximum number of parameters.
  private static let mostSettings = 64

  /// Keys whose string values would be read as file paths.
  private static let paths: [String: String] = [
    "notes": #"write notes as a list: ["Buy milk"]"#,
    "content": #"write content as an object: {"dates": […]}"#,
  ]

  /// Returns the request without its invalid keys, and one error for each invalid key.
  ///
  /// The errors include fixes if the client can patch the request.
  static func sifted(_ root: JSONNode, makesFixes: Bool) -> (JSONNode, [RenderError]) {
    guard let members = root.members else { return (root, []) }
    guard members.count <= mostMembers else {
      let error = RenderError(
        .invalidRequest,
        "the request has \(members.count) keys; the limit is \(mostMembers)",
        origin: root.place.origin(in: RenderPlanner.body),
        hint: "GET /v1/schema returns the valid keys")
      return (JSONNode(content: .object([]), place: root.place), [error])
    }
    var places = WrittenPlaces(file: RenderPlanner.body, start: root.place, label: nil)
    if makesFixes { places.add(document: root, at: JSONPointer()) }
    let judged = members.map { ($0, mistake(in: $0).map(places.labelled)) }
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
        .unknownKey, "a request cannot have a key of \(member.key.utf8.count) bytes",
        origin: member.keyPlace.origin(in: RenderPlanner.body),
        hint: "GET /v1/schema returns the valid keys"
      ).remedied(.remove())
    }
    if let reason = operators[member.key] {
      return wrong("'\(member.key)' is not allowed over HTTP: \(reason)", "remove it")
        .remedied(.remove())
    }
    if let settings = member.value.members, member.key == "set",
      settings.count > mostSettings
        || settings.contains(where: {
          $0.key.utf8.count + $0.value.plain.text(pretty: false).utf8.count > mostBytes
        })
    {
      return wrong(
        "'set' has more than \(mostSettings) parameters, or a parameter over \(mostBytes) bytes",
        "remove parameters that the template does not have")
    }
    if member.key == "fonts" {
      let names = member.value.elements?.map(\.string) ?? [member.value.string]
      guard names.allSatisfy({ $0.map(UploadName.isName) == true }) else {
        return wrong(
          "'fonts' would be read as file paths on the server",
          "upload the fonts: PUT /v1/fonts returns their names")
      }
    }
    guard let text = member.value.string else { return nil }
    guard text.utf8.count <= mostBytes else {
      return wrong(
        "'\(member.key.prefix(64))' is longer than \(mostBytes) bytes", "shorten it")
    }
    if let hint = paths[member.key] {
      return wrong("the text of '\(member.key)' would be read as a file path on the server", hint)
        .remedied(member.key == "notes" ? .wrap() : nil)
    }
    if ["theme", "template"].contains(member.key), !isQualified(text),
      text.contains("/") || text.hasSuffix(".json")
    {
      return wrong(
        "'\(member.key)' would be read as a file path on the server",
        "use the name of an installed \(member.key); GET /v1/\(member.key)s lists them"
      ).remedied(name(in: text).map { .replace(with: .string($0)) } ?? .remove())
    }
    return nil
  }
}

extension RequestOverHTTP {
  /// Returns the JSON Schema of requests over HTTP: a theme can be an object, and fonts are names of
  /// uploads.
  ///
  /// - Parameter requests: The JSON Schema of requests in files.
  /// - Returns: The schema.
  package static func schema(of requests: JSONValue) -> JSONValue {
    requests.changing("properties") { keys in
      keys.changing("theme") { theme in
        guard case .object(var members) = theme else { return theme }
        let name = members.removeValue(forKey: "type") ?? "string"
        members["anyOf"] = [["type": name], ["type": "object"]]
        return .object(members)
      }
      .adding(
        "fonts",
        [
          "description": "The names of uploaded fonts.", "type": "array",
          "items": ["type": "string", "pattern": "^sha256-[0-9a-f]{64}$"],
        ])
    }
  }

  /// The packs that were installed when the service started.
  private static let packs = ContentFolder.packs

  /// Whether a text is the qualified name of a theme or template, such as `harbour/dusk`, and not a
  /// path.
  private static func isQualified(_ text: String) -> Bool {
    ContentIndex.pack(of: text).map(packs.contains) ?? false
  }

  /// Returns the name at the end of a path: for example, `paper` for `themes/paper.json`.
  private static func name(in path: String) -> String? {
    guard let last = path.split(separator: "/").last(where: { $0 != "template.json" }) else {
      return nil
    }
    let name = last.hasSuffix(".json") ? last.dropLast(5) : last
    return name.isEmpty || name.allSatisfy { $0 == "." } ? nil : String(name)
  }
}

extension RenderError {
  fileprivate static func twice(_ key: String, _ root: JSONNode) -> RenderError {
    RenderError(
      .conflictingOptions, "the form contains '\(key)' twice: as a part and in 'request'",
      origin: root[key]?.place.origin(in: RenderPlanner.body), hint: "remove one of them")
  }

  fileprivate static func unknownPart(_ message: String) -> RenderError {
    RenderError(
      .invalidRequest, message,
      hint: "send 'request' as JSON, and optionally 'photo' and 'content'")
  }
}
