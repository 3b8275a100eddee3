import Designs
import Motion
import WallfarmPluginKit

/// Everything that describes the templates, themes and films that clients can use; a reload of the
/// lists replaces it.
struct ServiceOffer: Sendable {
  let documents: [Route: ServiceDocument]
  let films: FilmEndpoint
  let desk: AgentDesk
  let agents: AgentEndpoint

  /// Creates the documents and endpoints for the lists of a desk.
  ///
  /// - Parameters:
  ///   - desk: The desk of agents, with the lists.
  ///   - hasKeys: Whether clients need keys.
  ///   - fetchesPhotos: Whether photos are fetched from other hosts.
  ///   - installation: The installed films.
  ///   - films: Renders films.
  /// - Throws: The first error in an installed film.
  init(
    desk: AgentDesk, hasKeys: Bool, fetchesPhotos: Bool, installation: Installation,
    films: FilmBoard
  ) throws(RenderError) {
    self.desk = desk
    documents = try ServiceDocument.all(
      desk.lists, hasKeys: hasKeys, fetchesPhotos: fetchesPhotos)
    self.films = FilmEndpoint(films: try OfferedFilms(MotionLibrary(installation)), board: films)
    agents = AgentEndpoint(server: desk.server(), planning: desk.rendering.planning)
  }
}
