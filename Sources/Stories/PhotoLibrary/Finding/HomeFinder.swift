internal import Geography
internal import WallfarmPluginKit

/// Finds where home was from the photos themselves: the place with photos on most days.
///
/// 1. Candidates: the cells of 10 km with photos on most days, each moved to the middle of what was taken within
///    10 km of it, so that it makes no difference where the edges of cells lie. A candidate has photos on at least
///    seven days, and 30 days lie between the first and the last: a holiday is no home.
/// 2. Each day with places counts 1 for a home at which one of its photos was taken, and changing homes costs as
///    many as there are in a quarter of a year, at least 30. Of all courses the one that counts most is taken (Viterbi,
///    "Error bounds for convolutional codes", 1967): so a move is known to the day, and a stay of some weeks changes
///    nothing, since it would have to pay for the way there and back; nor does one with which the photos begin or end,
///    where they show home before it or after it.
///
/// Of two homes by turns only the one with more days is one; going to the other one overnight is a trip.
package enum HomeFinder {
  static let radius = 10.0
  static let fewestDays = 7
  static let shortestTime = 30
  /// A fifteenth place is nobody's home in a time that is worth a period of its own.
  private static let mostCandidates = 15

  /// Finds homes; nil where too few photos have a place.
  package static func homes(in timeline: PhotoTimeline) -> HomePlaces? {
    let placed = timeline.photos.indices.filter { timeline.vectors[$0] != nil }
      .sorted { timeline.photos[$0].day < timeline.photos[$1].day }
    let calendar = PlacedDays(
      points: placed.compactMap { timeline.vectors[$0] },
      days: placed.map { timeline.photos[$0].day })
    let candidates = calendar.candidates(atMost: mostCandidates)
    guard !candidates.isEmpty else { return nil }
    let course = calendar.course(through: candidates)
    return HomePlaces(calendar.periods(of: course, candidates))
  }
}

/// A place that could be home.
struct HomeCandidate {
  let center: UnitVector
  /// For each day with places whether it has a photo there.
  let isThere: [Bool]
  let count: Int
}
