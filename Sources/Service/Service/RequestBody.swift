import Files
import HTTP
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// The body of a render request: JSON, or a form with a photo (RFC 7578).
struct RequestBody {
  let root: JSONNode
  /// Size of the JSON in bytes; a photo is stored separately.
  let byteCount: Int

  /// Parses a body; stores its photo like an upload.
  ///
  /// - Throws: `invalid-json`, `invalid-request`, and errors of storing a photo.
  init(
    _ request: HTTPRequest, photos: PhotoUploads, planner: RenderPlanner, client: String
  ) throws(RenderError) {
    guard let type = request.head.header("content-type"), MultipartBody.isOne(type) else {
      root = try JSONFile.parse(request.body, file: RenderPlanner.body)
      byteCount = request.body.count
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
        throw .unknownPart("the form has a part '\(part.name.prefix(40))'")
      }
      guard parts.updateValue(part, forKey: part.name) == nil else {
        throw .unknownPart("the form has the part '\(part.name)' twice")
      }
    }
    guard let words = parts["request"] else { throw .unknownPart("the form has no part 'request'") }
    let root = try JSONFile.parse(Array(words.bytes), file: RenderPlanner.body)
    byteCount = words.bytes.count + (parts["content"]?.bytes.count ?? 0)
    guard case .object(var members) = root.content else {
      self.root = root
      return
    }
    if let content = parts["content"] {
      let time = planner.calendarTime(now: root["now"]?.string, zone: root["zone"]?.string)
      let found = try ContentBody.root(
        of: Array(content.bytes),
        content.contentType ?? content.fileName.flatMap(ContentBody.type(ofFile:)),
        at: time)
      for member in found.members ?? [] {
        guard root[member.key] == nil else { throw .twice(member.key, root) }
        members.append(member)
      }
    }
    if let photo = parts["photo"] {
      guard root["photo"] == nil else { throw .twice("photo", root) }
      let name = try photos.keep(Array(photo.bytes), for: client)
      members.append(
        JSONMember(
          key: "photo", keyPlace: root.place,
          value: JSONNode(content: .string(name), place: root.place)))
    }
    self.root = JSONNode(content: .object(members), place: root.place)
  }

  private static let names: Set<String> = ["request", "photo", "content"]
}

extension RenderError {
  fileprivate static func twice(_ key: String, _ root: JSONNode) -> RenderError {
    RenderError(
      .conflictingOptions, "the form has '\(key)' as a part, and in its request",
      origin: root[key]?.place.origin(in: RenderPlanner.body), hint: "leave one of them out")
  }

  fileprivate static func unknownPart(_ message: String) -> RenderError {
    RenderError(
      .invalidRequest, message,
      hint: "send 'request' as JSON, and 'photo' and 'content' where there are any")
  }
}
