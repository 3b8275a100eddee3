internal import Geography
internal import WallfarmPluginKit

/// Infers home locations from photos: the places where photos were taken on the most days.
///
/// 1. The finder starts with the 10 km grid cells that have photos on the most days. The center of
///    each cell is moved to the center of the photos within 10 km, so that cell boundaries have no
///    influence. The result is a candidate for a home. A candidate must have photos on at least 7
///    days, with at least 30 days between the first and the last day, which excludes holidays.
/// 2. The finder assigns a home to each day that has photos with locations. A day scores 1 if a
///    photo was taken near the assigned home. A change of home costs the average number of days
///    with locations in a quarter of a year, but at least 30. The sequence of homes with the
///    highest score is chosen (Viterbi, "Error bounds for convolutional codes", 1967). The result
///    contains the exact day of a move. A stay of several weeks away from home has no effect,
///    because it would require two changes. The same is true at the start and the end of the
///    library if photos beyond the stay were taken at home.
///
/// If a person alternates between two homes, only the home with more days counts; a night at the
/// other home is a trip.
package enum HomeFinder {
  static let radius = 10.0
  static let fewestDays = 7
  static let shortestTime = 30
  /// The maximum number of candidates; any further candidates would have too few days to form a
  /// period.
  private static let mostCandidates = 15

  /// The homes; `nil` if too few photos have locations.
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

/// A possible home.
struct HomeCandidate {
  let center: UnitVector
  /// For each day with locations, whether a photo was taken near this candidate.
  let isThere: [Bool]
  let count: Int
}
