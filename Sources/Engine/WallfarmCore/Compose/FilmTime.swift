import WallfarmPluginKit

// Only plugins that move in films receive the film time, so that others cannot depend on it.

extension PlannedPlugin<any Background> {
  func filmTime(of request: RenderRequest) -> Double? {
    instance.movesInFilms ? request.filmTime : nil
  }
}

extension PlannedPlugin<any Layout> {
  func filmTime(of request: RenderRequest) -> Double? {
    instance.movesInFilms ? request.filmTime : nil
  }
}

/// The parts of a picture that change during a film.
package enum PictureMotion: Sendable, Hashable {
  case none
  /// Only the background.
  case background
  /// A layout, which requires composing the whole picture again.
  case layouts
}

extension RenderPlan {
  /// The moving part of the picture.
  package var motion: PictureMotion {
    if layouts.contains(where: \.instance.movesInFilms) { return .layouts }
    return background?.instance.movesInFilms == true ? .background : .none
  }
}
