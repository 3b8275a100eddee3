package import Designs
internal import Files
import Flows
package import Motion
package import WallfarmPluginKit

/// Renders a flow's films at the small size used in pages.
package struct FlowFilms {
  private let story: Story
  private let library: MotionLibrary

  package init(_ story: Story, library: MotionLibrary) {
    (self.story, self.library) = (story, library)
  }

  /// A film with the name of its medium.
  package struct Film: Sendable {
    package let medium: String
    package let film: PageFilm
  }

  /// Renders all films that have no texts or that are available in the given language.
  ///
  /// Pages show a picture in place of each film that is not rendered.
  ///
  /// - Throws: the errors of a motion, `film-failed`.
  package func films(
    by studio: FilmStudio, on device: Device, language: String
  ) throws(RenderError) -> [Film] {
    var films: [Film] = []
    for medium in story.flow.media {
      guard let motion = try motion(of: medium), Self.speaks(motion, language) else { continue }
      films.append(
        Film(
          medium: medium.name, film: try studio.page(motion, on: device, language: language)))
    }
    return films
  }

  /// The errors in the flow's motions, each with its location in the flow or in the motion's file.
  package var problems: [RenderError] {
    story.flow.media.compactMap { medium in
      do throws(RenderError) {
        _ = try motion(of: medium)
        return nil
      } catch {
        return error
      }
    }
  }

  /// Returns whether a film is available in a language.
  ///
  /// Texts in `pt` are also used for `pt-BR`, and a film without texts is available in every
  /// language.
  private static func speaks(_ motion: Motion, _ language: String) -> Bool {
    guard let own = motion.language(for: language) else { return true }
    return own == language || language.hasPrefix(own + "-")
  }

  private func motion(of medium: Flow.Medium) throws(RenderError) -> Motion? {
    guard let word = medium.motion else { return nil }
    let isPath = word.contains("/") || word.hasSuffix(".json")
    let scope = FileScope(folder: story.folder, isConfined: true)
    return try library.motion(
      isPath ? scope.path(of: word, origin: medium.origin) : word, origin: medium.origin)
  }
}
