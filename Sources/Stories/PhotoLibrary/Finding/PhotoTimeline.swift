internal import Geography
internal import WallfarmPluginKit

/// The input of all searches: photos in chronological order, without screenshots.
package struct PhotoTimeline: Sendable {
  /// The photos sorted by time, then by ID.
  package let photos: [LibraryPhoto]
  /// The locations as unit vectors, for fast distance comparisons.
  let vectors: [UnitVector?]

  /// Sorts photos in O(n log n), and omits screenshots.
  package init(_ photos: [LibraryPhoto]) {
    // Compute each key once and move each photo once.
    var keys: [(second: Int, id: Int64, index: Int)] = []
    keys.reserveCapacity(photos.count)
    for (index, photo) in photos.enumerated() where !photo.isScreenshot {
      keys.append((PhotoTimeline.second(of: photo), photo.id, index))
    }
    keys.sort { ($0.second, $0.id) < ($1.second, $1.id) }
    self.photos = keys.map { photos[$0.index] }
    vectors = self.photos.map { $0.place?.vector }
  }

  /// The sort key of a photo in seconds since 1970.
  ///
  /// A photo without a time is sorted at noon UTC on its day.
  private static func second(of photo: LibraryPhoto) -> Int {
    photo.moment?.seconds ?? photo.day.number * 86_400 + 43_200
  }
}
