import Designs
import Files
import RenderFarm
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// Makes requests of the pictures that a motion has.
extension StageMaker {
  /// A picture of the file as a request.
  func request(_ node: JSONNode, on device: Device) throws(RenderError) -> RenderRequest {
    let place = node.place
    func text(_ text: String) -> JSONNode { JSONNode(content: .string(text), place: place) }
    var members = (said(node).members ?? []).filter { $0.key != "devices" }
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
      return request
    case .failure(let mistakes): throw mistakes.all[0]
    }
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

  func apply(
    _ settings: [(name: String, value: Double)], to request: inout RenderRequest
  ) throws(RenderError) {
    for (name, value) in settings {
      if name == "now" {
        request.now = request.now?.later(byDays: Int(value))
      } else {
        request.settings.append(
          Setting(
            key: name, value: JSONValue.number((value * 1000).rounded() / 1000).text(pretty: false))
        )
      }
    }
  }

  /// What is wrong with a picture is told at its place, and what is wrong with a setting at the track that sets it.
  func located<Value: ~Copyable>(
    _ node: JSONNode, _ tracks: [MotionTrack] = [], _ body: () throws(RenderError) -> Value
  ) throws(RenderError) -> Value {
    do throws(RenderError) {
      return try body()
    } catch {
      var problem = error
      if case .setting(let name) = problem.origin,
        let track = tracks.first(where: { $0.sets(name) })
      {
        problem.origin = track.origin
      }
      let isOfPhoto = photo != nil && problem.origin == .option("photo")
      if problem.origin?.file == nil, !isOfPhoto {
        problem.origin = node.place.origin(in: motion.file)
      }
      throw problem
    }
  }
}

extension When {
  /// The same time of another day.
  fileprivate func later(byDays days: Int) -> When {
    switch self {
    case .day(let day): .day(day.adding(days) ?? day)
    case .local(let day, let time): .local(day.adding(days) ?? day, time)
    case .moment(let moment): .moment(moment.adding(days * 86_400))
    }
  }
}
