package import Geography
package import WallfarmPluginKit

/// A photo as far as finding looks at it: when, where, how large, and how good.
///
/// Order never matters to what is found: everything is sorted by time first, and by ``id`` where that is the same.
package struct LibraryPhoto: Hashable, Sendable {
  /// Names it; no two photos have the same.
  package let id: Int64
  /// The day that a calendar showed where the photo was taken.
  package let day: Day
  /// When it was taken; nil where only the day is known.
  ///
  /// In UTC where the offset is known. Where it is not, the camera's clock is read as one in the zone of the
  /// home: so it is wrong by as much as the zone of the trip differs, 14 hours and some at the most. Nothing
  /// that is found depends on less: days come from ``day``, the order within a trip is not changed by it, and
  /// what is too fast to be true (``WrongClocks``) has to be so on the way there and on the way back.
  package let moment: Moment?
  /// Where it was taken; nil where that is not known, or was not to be read.
  package let place: GeoPoint?
  /// In pixels, turned upright.
  package let width: Int
  /// In pixels, turned upright.
  package let height: Int
  /// Screenshots are never chosen, and never make a trip.
  package let isScreenshot: Bool
  /// Whether it can be drawn: of a raw file without a picture beside it only when and where is known.
  package let canBeShown: Bool
  /// The same number for photos that look nearly the same.
  package let group: Int64
  /// Sharpness times exposure, 0 to 1; nil where the photo was not decoded.
  package let quality: Double?
  /// What is to stay where a part of it is cut off; nil where nothing is known of that.
  package let focus: UnitPoint?

  /// Makes a photo.
  package init(
    id: Int64, day: Day, moment: Moment?, place: GeoPoint?, width: Int, height: Int,
    isScreenshot: Bool, canBeShown: Bool = true, group: Int64, quality: Double?,
    focus: UnitPoint? = nil
  ) {
    (self.id, self.day, self.moment, self.place) = (id, day, moment, place)
    (self.width, self.height, self.isScreenshot) = (width, height, isScreenshot)
    self.canBeShown = canBeShown
    (self.group, self.quality, self.focus) = (group, quality, focus)
  }

  /// The same photo in another group.
  func inGroup(_ group: Int64) -> LibraryPhoto {
    LibraryPhoto(
      id: id, day: day, moment: moment, place: place, width: width, height: height,
      isScreenshot: isScreenshot, canBeShown: canBeShown, group: group, quality: quality,
      focus: focus)
  }
}
