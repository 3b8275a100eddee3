import Flows
import SourceJSON

/// The data that a flow page needs to use the service that serves it.
///
/// The service serves the page at a separate address for each user, and the page identifies the
/// user by its own URL. The page contains no token, so all users receive the same page.
package struct FlowPageService: Sendable {
  private let stories: [Story]
  private let links: [Int: String]

  /// Creates the data for the pages of a service.
  ///
  /// - Parameters:
  ///   - stories: the flows that the service offers.
  ///   - links: the links for installing the shortcuts, keyed by wallpaper number.
  package init(_ stories: [Story], links: [Int: String]) {
    (self.stories, self.links) = (stories, links)
  }

  /// The name of the effect that renders the user's wallpapers, and the name of the picture that
  /// these wallpapers replace.
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
