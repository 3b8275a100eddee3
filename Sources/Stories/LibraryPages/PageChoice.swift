package import PhotoLibrary
package import WallfarmPluginKit

/// Selects the photos for a page by trip, by day and by number.
package struct PageChoice: Hashable, Sendable {
  /// The ID of a trip; nil for all photos.
  package var trip: String?
  /// The first day; nil for no limit.
  package var first: Day?
  /// The last day; nil for no limit.
  package var last: Day?
  /// The maximum number of photos, selected from the latest; nil for all.
  package var limit: Int?

  package init() {}

  /// Selects the photos, ordered by day and then by time.
  ///
  /// - Throws: `unknown-trip`, `no-photos`.
  package func photos(of library: PhotoLibrary) throws(RenderError) -> [LibraryPhoto] {
    var photos = library.timeline.photos
    if let name = trip {
      guard let trip = library.trip(name) else {
        throw RenderError(
          .unknownTrip, "no trip is named '\(name)'", origin: .option("trip"),
          hint: "'wallfarm library list trips' lists the trips")
      }
      let wanted = Set(trip.photos)
      photos.removeAll { !wanted.contains($0.id) }
    }
    if let first { photos.removeAll { $0.day < first } }
    if let last { photos.removeAll { $0.day > last } }
    guard !photos.isEmpty else {
      throw RenderError(
        .noPhotos, "no photos are selected for the page",
        hint: "choose days that 'wallfarm library list days' shows")
    }
    let ordered = photos.inOrderOfDays
    guard let limit, limit < ordered.count else { return ordered }
    return Array(ordered.suffix(limit))
  }
}
