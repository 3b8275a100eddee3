internal import Geography
internal import WallfarmPluginKit

/// Photos in the order in which they were taken, without screenshots: the one order that everything is found in.
package struct PhotoTimeline: Sendable {
  /// The earliest first; those of one moment by their ids.
  package let photos: [LibraryPhoto]
  /// Where each was taken, as a direction: comparing is cheap then.
  let vectors: [UnitVector?]

  /// Sorts photos; takes n · log n.
  package init(_ photos: [LibraryPhoto]) {
    // Keys are made once, and photos are moved once.
    var keys: [(second: Int, id: Int64, index: Int)] = []
    keys.reserveCapacity(photos.count)
    for (index, photo) in photos.enumerated() where !photo.isScreenshot {
      keys.append((PhotoTimeline.second(of: photo), photo.id, index))
    }
    keys.sort { ($0.second, $0.id) < ($1.second, $1.id) }
    self.photos = keys.map { photos[$0.index] }
    vectors = self.photos.map { $0.place?.vector }
  }

  /// A photo of which only the day is known lies at its noon, UTC.
  private static func second(of photo: LibraryPhoto) -> Int {
    photo.moment?.seconds ?? photo.day.number * 86_400 + 43_200
  }
}
