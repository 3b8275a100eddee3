/// Chooses the photo that is best to look at.
package enum BestPhoto {
  /// What the photo is for.
  package enum Shape: String, Hashable, Sendable, CaseIterable {
    /// Upright photos are preferred slightly: they lose nothing on a phone.
    case portrait
    /// Wide photos are.
    case landscape
    /// None are.
    case any
  }

  /// A photo that was not decoded is neither good nor bad.
  static let unknownQuality = 0.5
  /// How much better a photo of the other shape has to be.
  static let advantageOfShape = 1.1
  /// Pixels of the shorter side that fill a phone: with less, a photo is worth less in proportion.
  static let enoughPixels = 1080.0

  /// The best of some; nil where there are none but screenshots and what cannot be shown.
  ///
  /// Of photos that are as good the one with more pixels, and then the one with the lower id: so the same is chosen
  /// whatever their order.
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

  /// The best of each group of photos that look nearly the same, in the order of the first of each group.
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

  /// How good a photo is, 0 to 1.1.
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
