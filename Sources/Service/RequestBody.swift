import Files
import HTTP
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// The body of a request for pictures: JSON, or a form with a photo (RFC 7578).
struct RequestBody {
  let root: JSONNode
  /// How long the JSON is; a photo is kept elsewhere.
  let byteCount: Int

  /// Reads it; a photo in it is kept as if it had been brought alone.
  ///
  /// - Throws: `invalid-json`, `invalid-request`, and what keeping a photo throws.
  init(_ request: HTTPRequest, photos: PhotoShelf, client: String) throws(RenderError) {
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
    var parts: [String: ArraySlice<UInt8>] = [:]
    for part in form.parts {
      guard RequestBody.names.contains(part.name) else {
        throw .unknownPart("the form has a part '\(part.name.prefix(40))'")
      }
      guard parts.updateValue(part.bytes, forKey: part.name) == nil else {
        throw .unknownPart("the form has the part '\(part.name)' twice")
      }
    }
    guard let words = parts["request"] else { throw .unknownPart("the form has no part 'request'") }
    let root = try JSONFile.parse(Array(words), file: RenderPlanner.body)
    byteCount = words.count
    guard let photo = parts["photo"], case .object(let members) = root.content else {
      self.root = root
      return
    }
    guard root["photo"] == nil else {
      throw RenderError(
        .conflictingOptions, "the form has a photo, and its request names another one",
        origin: root["photo"]?.place.origin(in: RenderPlanner.body), hint: "leave one of them out")
    }
    let name = try photos.keep(Array(photo), for: client)
    let member = JSONMember(
      key: "photo", keyPlace: root.place,
      value: JSONNode(content: .string(name), place: root.place))
    self.root = JSONNode(content: .object(members + [member]), place: root.place)
  }

  private static let names: Set<String> = ["request", "photo"]
}

extension RenderError {
  fileprivate static func unknownPart(_ message: String) -> RenderError {
    RenderError(
      .invalidRequest, message, hint: "send 'request' as JSON, and 'photo' where there is one")
  }
}
