package import Geography
package import WallfarmPluginKit

/// A photo as far as finding looks at it: when, where, how large, and how good.
///
/// Order never matters to what is found: everything is sorted by time first, and by ``id`` where that is the same.
package struct LibraryPhoto: Hashable, Sendable {
  /// Names it; no two photos have the same.
  package let id: Int64
  /// The same number for photos that look nearly the same.
  package internal(set) var group: Int64
  // There may be a hundred thousand of them. What can be missing is kept as a number that nothing has: optionals take twice
  // the room.
  private let second: Int
  private let latitude: Double
  private let longitude: Double
  private let knownQuality: Double
  private let focusX: Double
  private let focusY: Double
  private let dayNumber: Int32
  private let widthOf: Int32
  private let heightOf: Int32
  /// Screenshots are never chosen, and never make a trip.
  package let isScreenshot: Bool
  /// Whether it can be drawn: of a raw file without a picture beside it only when and where is known.
  package let canBeShown: Bool

  /// Makes a photo.
  package init(
    id: Int64, day: Day, moment: Moment?, place: GeoPoint?, width: Int, height: Int,
    isScreenshot: Bool, canBeShown: Bool = true, group: Int64, quality: Double?,
    focus: UnitPoint? = nil
  ) {
    (self.id, self.group, dayNumber) = (id, group, Int32(day.number))
    second = moment?.seconds ?? .min
    (latitude, longitude) = (place?.latitude ?? .infinity, place?.longitude ?? .infinity)
    (widthOf, heightOf) = (Int32(clamping: width), Int32(clamping: height))
    (self.isScreenshot, self.canBeShown) = (isScreenshot, canBeShown)
    knownQuality = quality ?? .infinity
    (focusX, focusY) = (focus?.x ?? .infinity, focus?.y ?? .infinity)
  }
}

extension LibraryPhoto {
  /// The day that a calendar showed where the photo was taken.
  package var day: Day {
    guard let day = Day(number: Int(dayNumber)) else { preconditionFailure("it was made of a day") }
    return day
  }

  /// When it was taken; nil where only the day is known.
  ///
  /// In UTC where the offset is known. Where it is not, the camera's clock is read as one in the zone of the
  /// home: so it is wrong by as much as the zone of the trip differs, 14 hours and some at the most. Nothing
  /// that is found depends on less: days come from ``day``, the order within a trip is not changed by it, and
  /// what is too fast to be true (``WrongClocks``) has to be so on the way there and on the way back.
  package var moment: Moment? { second == .min ? nil : Moment(seconds: second) }

  /// Where it was taken; nil where that is not known, or was not to be read.
  package var place: GeoPoint? { GeoPoint(latitude: latitude, longitude: longitude) }

  /// In pixels, turned upright.
  package var width: Int { Int(widthOf) }

  /// In pixels, turned upright.
  package var height: Int { Int(heightOf) }

  /// Sharpness times exposure, 0 to 1; nil where the photo was not decoded.
  package var quality: Double? { knownQuality == .infinity ? nil : knownQuality }

  /// What is to stay where a part of it is cut off; nil where nothing is known of that.
  package var focus: UnitPoint? {
    focusX == .infinity ? nil : UnitPoint(x: focusX, y: focusY)
  }
}
