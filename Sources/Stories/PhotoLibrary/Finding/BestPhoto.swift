/// Chooses the photo with the highest quality.
package enum BestPhoto {
  /// The preferred aspect ratio.
  package enum Shape: String, Hashable, Sendable, CaseIterable {
    /// Slightly prefers portrait photos, which do not have to be cropped on a phone.
    case portrait
    /// Slightly prefers landscape photos.
    case landscape
    /// No preference.
    case any
  }

  /// The quality assumed for photos that were not decoded.
  static let unknownQuality = 0.5
  /// The factor for photos with the preferred aspect ratio.
  static let advantageOfShape = 1.1
  /// The length of a photo's shorter dimension, in pixels, that is sufficient for a phone.
  ///
  /// Smaller photos score proportionally less.
  static let enoughPixels = 1080.0

  /// The best photo; `nil` if all are screenshots or cannot be displayed.
  ///
  /// Ties are broken by the number of pixels, then by the lower ID, so that the result does not
  /// depend on the order of the photos.
  package static func best(of photos: some Sequence<LibraryPhoto>, for shape: Shape)
    -> LibraryPhoto?
  {
    var best: (photo: LibraryPhoto, rank: (Double, Int, Int64))?
    for photo in photos where !photo.isScreenshot && photo.canBeShown {
      let rank = (score(of: photo, for: shape), photo.width * photo.height, -photo.id)
      if let known = best, known.rank >= rank { continue }
      best = (photo, rank)
    }
    return best?.photo
  }

  /// The best photo of each group of near-duplicates, in the order of the groups' first photos.
  package static func bestOfEachGroup(
    in photos: some Sequence<LibraryPhoto>, for shape: Shape
  ) -> [LibraryPhoto] {
    var groups: [Int64: Int] = [:]
    var members: [[LibraryPhoto]] = []
    for photo in photos {
      if let known = groups[photo.group] {
        members[known].append(photo)
      } else {
        groups[photo.group] = members.count
        members.append([photo])
      }
    }
    return members.compactMap { best(of: $0, for: shape) }
  }

  /// The score of a photo, 0…1.1.
  static func score(of photo: LibraryPhoto, for shape: Shape) -> Double {
    let shorter = Double(min(photo.width, photo.height))
    let size = min(1, shorter / enoughPixels)
    let fits =
      switch shape {
      case .portrait: photo.height > photo.width
      case .landscape: photo.width > photo.height
      case .any: false
      }
    return (photo.quality ?? unknownQuality) * size * (fits ? advantageOfShape : 1)
  }
}
