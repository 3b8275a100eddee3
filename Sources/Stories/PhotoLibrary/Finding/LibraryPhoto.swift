package import Geography
package import WallfarmPluginKit

/// The properties of a photo for searches: time, location, size and quality.
///
/// Search results never depend on the input order, because photos are sorted by time and then by
/// ``id``.
package struct LibraryPhoto: Hashable, Sendable {
  /// The unique ID of the photo.
  package let id: Int64
  /// The group ID, shared by near-duplicates.
  package internal(set) var group: Int64
  // A library can have 100,000 photos. Missing values are stored as sentinels, because optionals
  // take twice the memory.
  private let second: Int
  private let latitude: Double
  private let longitude: Double
  private let knownQuality: Double
  private let focusX: Double
  private let focusY: Double
  private let dayNumber: Int32
  private let widthOf: Int32
  private let heightOf: Int32
  /// Whether the photo is a screenshot, which is never selected and never starts a trip.
  package let isScreenshot: Bool
  /// Whether the photo can be drawn; a raw file without an accompanying picture provides only a
  /// date and a location.
  package let canBeShown: Bool

  /// Creates a photo.
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
  /// The local day on which the photo was taken.
  package var day: Day {
    guard let day = Day(number: Int(dayNumber)) else { preconditionFailure("the day is invalid") }
    return day
  }

  /// The time at which the photo was taken; `nil` if only the day is known.
  ///
  /// If the UTC offset is unknown, the camera time is interpreted in the home time zone. During
  /// trips, the result can be wrong by up to about 14 hours. Such errors do not affect searches:
  /// days come from ``day``, the order within a trip is unaffected, and ``WrongClocks`` requires an
  /// impossible speed both to and from a place.
  package var moment: Moment? { second == .min ? nil : Moment(seconds: second) }

  /// The location; `nil` if it is unknown or was not read.
  package var place: GeoPoint? { GeoPoint(latitude: latitude, longitude: longitude) }

  /// The upright width in pixels.
  package var width: Int { Int(widthOf) }

  /// The upright height in pixels.
  package var height: Int { Int(heightOf) }

  /// The product of sharpness and exposure, 0…1; `nil` if the photo was not decoded.
  package var quality: Double? { knownQuality == .infinity ? nil : knownQuality }

  /// The point to keep visible when cropping; `nil` if unknown.
  package var focus: UnitPoint? {
    focusX == .infinity ? nil : UnitPoint(x: focusX, y: focusY)
  }
}
