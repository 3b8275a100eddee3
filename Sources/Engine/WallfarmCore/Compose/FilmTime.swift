import WallfarmPluginKit

// What moves by itself in a film is told its time; nothing else is, so that it cannot look at it.

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

/// Which parts of a picture are others at each moment of a film.
package enum PictureMotion: Sendable, Hashable {
  case none
  /// Its background alone.
  case background
  /// A layout: all of it is composed anew.
  case layouts
}

extension RenderPlan {
  /// What of the picture moves by itself.
  package var motion: PictureMotion {
    if layouts.contains(where: \.instance.movesInFilms) { return .layouts }
    return background?.instance.movesInFilms == true ? .background : .none
  }
}
