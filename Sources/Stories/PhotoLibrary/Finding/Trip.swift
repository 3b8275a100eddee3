package import Geography
package import WallfarmPluginKit

/// A time away from home that includes at least one night.
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
  /// Evenly spaced locations, from which a trip without stops gets its name.
  package let samples: [GeoPoint]
}

/// A place on a trip with at least two photos.
package struct TripStop: Hashable, Sendable {
  /// The mean location of the photos.
  package let center: GeoPoint
  /// The days with photos in chronological order, not necessarily consecutive.
  package let days: [Day]
  /// The IDs of the photos in chronological order.
  package let photos: [Int64]
  /// Evenly spaced locations, from which the stop gets its name.
  package let samples: [GeoPoint]
}
