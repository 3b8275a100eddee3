package import Designs
import Files
import Requests
package import SourceJSON
package import WallfarmCore
package import WallfarmPluginKit

/// Creates render requests from the pictures of a motion.
package struct MotionRequests {
  package let motion: Motion
  /// One of the motion's languages, or nil if the motion has none.
  let language: String?
  /// The photo that replaces the photos in the file, if any.
  package let photo: String?
  /// The time for pictures that do not specify a time, or nil to use the time of rendering.
  let time: PictureTime?

  package init(motion: Motion, language: String?, photo: String?, time: PictureTime?) {
    (self.motion, self.language, self.photo, self.time) = (motion, language, photo, time)
  }

  /// Creates the request for a picture in the motion file.
  package func request(_ node: JSONNode, on device: Device) throws(RenderError) -> RenderRequest {
    let place = node.place
    func text(_ text: String) -> JSONNode { JSONNode(content: .string(text), place: place) }
    var members = (said(node).members ?? []).filter { $0.key != "devices" }
    if photo != nil, node["photo"] != nil { members = members.map(withoutExamples) }
    // A request must name a bundled device; the actual device is set below.
    members.append(JSONMember(key: "devices", keyPlace: place, value: text("iphone15")))
    if let language, !members.contains(where: { $0.key == "language" }) {
      members.append(JSONMember(key: "language", keyPlace: place, value: text(language)))
    }
    let root = JSONNode(content: .object(members), place: place)
    switch RequestFile.read(root, named: motion.file, files: motion.scope) {
    case .success(let file):
      guard var request = file.requests.first else {
        preconditionFailure("the request file has no request")
      }
      request.device = device.id
      if let photo, node["photo"] != nil {
        request.background = .photo(file: photo)
        request.files.named = [photo]
      }
      if let time {
        request.now = request.now ?? time.now
        request.zone = request.zone ?? time.zone
      }
      return request
    case .failure(let mistakes): throw mistakes.all[0]
    }
  }

  /// Removes example content, which would describe the user's own photo incorrectly.
  private func withoutExamples(_ member: JSONMember) -> JSONMember {
    guard member.key == "content", let kinds = member.value.members else { return member }
    let kept = kinds.compactMap { kind -> JSONMember? in
      guard motion.examples.contains(kind.key) else { return kind }
      // Keep the kind with an empty list, because the layout may require this kind. A layout draws
      // nothing for an empty list.
      guard kind.value.elements != nil else { return nil }
      return JSONMember(
        key: kind.key, keyPlace: kind.keyPlace,
        value: JSONNode(content: .array([]), place: kind.value.place))
    }
    return JSONMember(
      key: member.key, keyPlace: member.keyPlace,
      value: JSONNode(content: .object(kept), place: member.value.place))
  }

  /// Replaces each reference to a text of the motion with that text in ``language``.
  private func said(_ node: JSONNode) -> JSONNode {
    let content: JSONNode.Content
    switch node.content {
    case .string(let text) where text.hasPrefix("$"):
      content = .string(motion.text(.named(String(text.dropFirst())), in: language))
    case .array(let items): content = .array(items.map { said($0) })
    case .object(let members):
      content = .object(
        members.map { JSONMember(key: $0.key, keyPlace: $0.keyPlace, value: said($0.value)) })
    case .null, .bool, .number, .string: content = node.content
    }
    return JSONNode(content: content, place: node.place)
  }

  /// The device to use for a drawn phone: the given device if it is an iPhone; otherwise, an iPhone
  /// 15.
  package static func phone(in device: Device) throws(RenderError) -> Device {
    device.isIPhone && device.kind == .phone
      ? device : try DeviceCatalog.known.device("iphone15")
  }
}

extension MotionRequests {
  /// Creates the requests of a film.
  package init(_ film: FilmRequest) {
    self.init(
      motion: film.motion, language: film.motion.language(for: film.language), photo: film.photo,
      time: film.time)
  }
}

/// The time for pictures that do not specify one.
///
/// It is the same for all segments of a film, on all workers.
package struct PictureTime: Sendable, Hashable {
  package let now: When
  package let zone: String

  package init(now: When, zone: String) { (self.now, self.zone) = (now, zone) }
}
