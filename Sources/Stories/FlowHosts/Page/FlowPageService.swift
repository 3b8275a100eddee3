import Flows
import SourceJSON

/// What stands behind the pages of flows that a service offers at the addresses of people.
///
/// The page finds the person by the address that it is at: no page has a token in it, so all people have the same.
package struct FlowPageService: Sendable {
  private let stories: [Story]
  private let links: [Int: String]

  /// - Parameters:
  ///   - stories: the flows that are offered side by side.
  ///   - links: where shortcuts are installed from, by the number of the wallpaper.
  package init(_ stories: [Story], links: [Int: String]) {
    (self.stories, self.links) = (stories, links)
  }

  /// The effect that makes the person's pictures, and the picture of a flow in whose place they are shown.
  private static let (pictures, present) = ("makeWallpapers", "wallpaper")

  var words: JSONValue {
    let flows = stories.map { story -> JSONValue in
      let shared = story.flow.facts.filter(\.isShared).map { JSONValue.string($0.name) }
      return ["name": .string(story.flow.name), "shared": .array(shared)]
    }
    let links = Dictionary(
      uniqueKeysWithValues: links.map { ("\($0.key)", JSONValue.string($0.value)) })
    return [
      "flows": .array(flows), "links": .object(links), "pictures": .string(Self.pictures),
      "present": .string(Self.present),
    ]
  }
}
