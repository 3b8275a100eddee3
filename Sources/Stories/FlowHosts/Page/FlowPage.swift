internal import Digests
internal import Files
import Flows
import Graphics
internal import Motion
internal import Pages
import SourceJSON
package import WallfarmPluginKit

/// A self-contained page that plays a flow in a browser.
package struct FlowPage {
  private let story: Story
  private let language: String?
  private let pictures: [FlowMedia.Small]
  private let films: [FlowFilms.Film]
  private let service: FlowPageService?

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - story: the flow to play.
  ///   - language: the initial language; nil for the first language of the flow.
  ///   - pictures: the pictures of the flow.
  ///   - films: the films of the flow in that language; a medium without a film shows its picture.
  ///   - service: the service behind the page; nil for a standalone page, which asks the user for
  ///     the outcome of each effect.
  package init(
    _ story: Story, language: String?, pictures: [FlowMedia.Small],
    films: [FlowFilms.Film] = [], service: FlowPageService? = nil
  ) {
    (self.story, self.language, self.pictures) = (story, language, pictures)
    (self.films, self.service) = (films, service)
  }

  /// The page as consecutive byte arrays, which avoids joining the whole page in memory.
  ///
  /// - Throws: `file-unreadable` if the flow has been removed since it was read.
  package func pieces() throws(RenderError) -> [[UInt8]] {
    let texts = story.texts(in: language)
    let title = texts.text("title", story.flow, FlowState(story.flow))
    return SelfContainedPage.pieces(template, title: title, data: try data(texts.language))
  }

  /// The page template with its content security policy.
  ///
  /// The policy of a standalone page forbids all requests.
  private var template: [UInt8] {
    let policy = service == nil ? "" : " 'self'; connect-src 'self'"
    let media = films.isEmpty ? "" : "; media-src data:"
    let text = String(decoding: Resources.flowPage, as: UTF8.self)
    return Array(
      text.replacing("{{service}}", with: policy).replacing("{{media}}", with: media).utf8)
  }

  private func data(_ language: String) throws(RenderError) -> JSONValue {
    var texts: [String: JSONValue] = [:]
    for own in story.texts { texts[own.language] = .object(own.texts.mapValues(JSONValue.string)) }
    var drawn: [String: JSONValue] = [:]
    for picture in pictures {
      drawn[picture.name] = [
        "source": .string("data:image/webp;base64," + Base64.text(of: picture.file)),
        "width": .number(Double(picture.size.width)),
        "height": .number(Double(picture.size.height)),
      ]
    }
    var data: [String: JSONValue] = [
      "flow": try flow(), "language": .string(language),
      "languages": .array(story.flow.languages.map(JSONValue.string)), "texts": .object(texts),
      "pictures": .object(drawn), "words": HostText.ofPages,
    ]
    if let service { data["service"] = service.words }
    if !films.isEmpty {
      data["films"] = .object(
        Dictionary(
          uniqueKeysWithValues: films.map { ($0.medium, Self.value(of: $0.film, language)) }))
    }
    return .object(data)
  }

  /// Returns the JSON form of a film for the page's script.
  private static func value(of film: PageFilm, _ language: String) -> JSONValue {
    func form(_ file: PageFilm.File) -> JSONValue {
      [
        "source": .string("data:video/mp4;base64," + Base64.text(of: file.bytes)),
        "seconds": .number(file.seconds),
      ]
    }
    return [
      "language": .string(language), "moving": form(film.moving), "calm": form(film.calm),
      "still": .string("data:image/webp;base64," + Base64.text(of: film.still)),
      "width": .number(Double(film.size.width)), "height": .number(Double(film.size.height)),
      "says": .array(film.says.map(JSONValue.string)),
    ]
  }

  /// The source of the flow with the selected variant applied.
  ///
  /// The source is passed as text, because `JSONValue` does not keep the order of actions.
  private func flow() throws(RenderError) -> JSONValue {
    let root = try JSONFile.read(story.folder + "/flow.json")
    let change = story.flow.variant.flatMap { root["variants"]?[$0] }
    let parts = FlowParts(root, change)
    var members: [(String, String)] = [
      ("name", JSONValue.string(story.flow.name).text(pretty: false)),
      ("digest", JSONValue.string(story.flow.digest).text(pretty: false)),
    ]
    if let variant = story.flow.variant {
      members.append(("variant", JSONValue.string(variant).text(pretty: false)))
    }
    for member in root.members ?? [] where member.key != "variants" && member.key != "$schema" {
      if FlowParts.names.contains(member.key) {
        members.append((member.key, Self.text(of: parts[member.key])))
      } else {
        let value = member.key == "start" ? change?["start"] ?? member.value : member.value
        members.append((member.key, Self.text(of: value)))
      }
    }
    // Add parts that exist only in the variant.
    for name in FlowParts.names where root[name] == nil && !parts[name].isEmpty {
      members.append((name, Self.text(of: parts[name])))
    }
    return .string(Self.object(members))
  }

  /// Serializes JSON with its members in source order.
  private static func text(of node: JSONNode) -> String {
    switch node.content {
    case .array(let items): "[" + items.map(text).joined(separator: ",") + "]"
    case .object(let members): text(of: members)
    case .null, .bool, .number, .string: node.plain.text(pretty: false)
    }
  }

  private static func text(of members: [JSONMember]) -> String {
    object(members.map { ($0.key, text(of: $0.value)) })
  }

  private static func object(_ members: [(String, String)]) -> String {
    "{"
      + members.map { JSONValue.string($0).text(pretty: false) + ":" + $1 }
      .joined(separator: ",") + "}"
  }
}
