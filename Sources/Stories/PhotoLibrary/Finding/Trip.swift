package import Geography
package import WallfarmPluginKit

/// A time away from home, with at least one night.
package struct Trip: Hashable, Sendable {
  /// The day of the first photo far from home.
  package let first: Day
  /// The day of the last one.
  package let last: Day
  /// The ids of its photos, in the order in which they were taken; those without a place lie among them.
  package let photos: [Int64]
  /// Where it led to.
  package let bounds: GeoBounds
  /// The middle of its places.
  package let center: GeoPoint
  /// How far from home it led, in km.
  package let farthest: Double
  /// Where it stayed, in the order of the first photo there.
  package let stops: [TripStop]
  /// Some of its places, evenly chosen: what it is named by where it has no stop.
  package let samples: [GeoPoint]
}

/// A place of a trip with two photos at least.
package struct TripStop: Hashable, Sendable {
  /// The middle of its photos.
  package let center: GeoPoint
  /// The days with photos there, the earliest first; others can lie between them.
  package let days: [Day]
  /// The ids of its photos, in the order in which they were taken.
  package let photos: [Int64]
  /// Some of its places, evenly chosen: what it is named by.
  package let samples: [GeoPoint]
}
