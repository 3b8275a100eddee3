package import Geography
package import WallfarmPluginKit

/// A period away from home that includes at least one night.
package struct Trip: Hashable, Sendable {
  /// The day of the first photo away from home.
  package let first: Day
  /// The day of the last photo away from home.
  package let last: Day
  /// The IDs of the photos in chronological order, including photos without a location.
  package let photos: [Int64]
  /// The bounding box of the locations.
  package let bounds: GeoBounds
  /// The mean location.
  package let center: GeoPoint
  /// The maximum distance from home in km.
  package let farthest: Double
  /// The stops, in the order of their first photos.
  package let stops: [TripStop]
  /// Sample locations, evenly spaced in the sequence of photos, that determine the name of a trip
  /// without stops.
  package let samples: [GeoPoint]
}

/// A place on a trip where at least two photos were taken.
package struct TripStop: Hashable, Sendable {
  /// The mean location of the photos.
  package let center: GeoPoint
  /// The days with photos in chronological order, not necessarily consecutive.
  package let days: [Day]
  /// The IDs of the stop's photos in chronological order.
  package let photos: [Int64]
  /// Sample locations, evenly spaced in the sequence of photos, that determine the name of the
  /// stop.
  package let samples: [GeoPoint]
}
