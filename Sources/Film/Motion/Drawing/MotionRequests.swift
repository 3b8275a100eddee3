import Designs
import Files
import RenderFarm
import SourceJSON
import WallfarmCore
package import WallfarmPluginKit

/// Makes requests of the pictures that a motion has.
struct MotionRequests {
  let motion: Motion
  /// One of those that it has.
  let language: String?
  /// In place of those in the file.
  let photo: String?
  /// For pictures that say none; nil: when they are made.
  let time: PictureTime?

  /// A picture of the file as a request.
  func request(_ node: JSONNode, on device: Device) throws(RenderError) -> RenderRequest {
    let place = node.place
    func text(_ text: String) -> JSONNode { JSONNode(content: .string(text), place: place) }
    var members = (said(node).members ?? []).filter { $0.key != "devices" }
    if photo != nil, node["photo"] != nil { members = members.map(withoutExamples) }
    // Requests have to name a screen, and know those that ship only; the one that is meant follows below.
    members.append(JSONMember(key: "devices", keyPlace: place, value: text("iphone15")))
    if let language, !members.contains(where: { $0.key == "language" }) {
      members.append(JSONMember(key: "language", keyPlace: place, value: text(language)))
    }
    let root = JSONNode(content: .object(members), place: place)
    switch RequestFile.read(root, named: motion.file, files: motion.scope) {
    case .success(let file):
      guard var request = file.requests.first else {
        preconditionFailure("a request for a device asks for no picture")
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

  /// Content without what only illustrates: over a photo of the caller's own it would be a claim.
  private func withoutExamples(_ member: JSONMember) -> JSONMember {
    guard member.key == "content", let kinds = member.value.members else { return member }
    let kept = kinds.filter { !motion.examples.contains($0.key) }
    return JSONMember(
      key: member.key, keyPlace: member.keyPlace,
      value: JSONNode(content: .object(kept), place: member.value.place))
  }

  /// With the words of the language.
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

  /// The phone that is drawn in a film: the one that it is for, where that is a phone.
  static func phone(in device: Device) throws(RenderError) -> Device {
    device.id.hasPrefix("iphone") ? device : try DeviceCatalog.shipped.device("iphone15")
  }
}

/// The time that pictures are for which say none: all parts of a film are of one moment, on any worker.
package struct PictureTime: Sendable, Hashable {
  package let now: When
  package let zone: String

  package init(now: When, zone: String) { (self.now, self.zone) = (now, zone) }
}
