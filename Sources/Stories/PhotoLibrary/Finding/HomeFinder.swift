internal import Geography
internal import WallfarmPluginKit

/// Infers home locations from photos: the places with photos on most days.
///
/// 1. Candidates are the 10 km grid cells with photos on most days. Each is moved to the center of
///    the photos within 10 km, so that cell boundaries have no influence. A candidate has photos on
///    at least 7 days, with at least 30 days between the first and the last, which excludes
///    holidays.
/// 2. Each day with locations scores 1 for a home near which a photo was taken. A change of home
///    costs the number of days in a quarter of a year, at least 30. The sequence with the highest
///    score is chosen (Viterbi, "Error bounds for convolutional codes", 1967). The result contains
///    the exact day of a move. A stay of several weeks has no effect, because it would require two
///    changes. This is also true at the start and the end of the library, if there are photos at
///    home beyond the stay.
///
/// If a person alternates between two homes, only the home with more days counts; a night at the
/// other home is a trip.
package enum HomeFinder {
  static let radius = 10.0
  static let fewestDays = 7
  static let shortestTime = 30
  /// Additional candidates would have too few days for their own period.
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
  /// For each day with locations, whether a photo was taken there.
  let isThere: [Bool]
  let count: Int
}
