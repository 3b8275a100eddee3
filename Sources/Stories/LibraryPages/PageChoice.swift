package import PhotoLibrary
package import WallfarmPluginKit

/// Which photos of a library a page shows.
package struct PageChoice: Hashable, Sendable {
  /// What a trip is called by; nil: all that there is.
  package var trip: String?
  /// The earliest day; nil: the first there is.
  package var first: Day?
  /// The latest day; nil: the last there is.
  package var last: Day?
  /// So many photos at most, the latest ones; nil: all.
  package var limit: Int?

  package init() {}

  /// The photos, day by day, and within a day in the order in which they were taken.
  ///
  /// - Throws: `unknown-trip`, `no-photos`.
  package func photos(of library: PhotoLibrary) throws(RenderError) -> [LibraryPhoto] {
    var photos = library.timeline.photos
    if let name = trip {
      guard let trip = library.trip(name) else {
        throw RenderError(
          .unknownTrip, "no trip is called '\(name)'", origin: .option("trip"),
          hint: "see 'wallfarm library list trips'")
      }
      let wanted = Set(trip.photos)
      photos.removeAll { !wanted.contains($0.id) }
    }
    if let first { photos.removeAll { $0.day < first } }
    if let last { photos.removeAll { $0.day > last } }
    guard !photos.isEmpty else {
      throw RenderError(
        .noPhotos, "there are no photos for the page",
        hint: "see 'wallfarm library list days', and ask for days that are there")
    }
    let ordered = photos.inOrderOfDays
    guard let limit, limit < ordered.count else { return ordered }
    return Array(ordered.suffix(limit))
  }
}
