import WallfarmPluginKit

/// A stop on a journey: one or more consecutive photos that were taken at the same place.
struct Stop {
  /// The place of the first photo.
  let place: MapPlace
  /// The name of the first photo that has a name; empty if no photo has one.
  var name: String

  /// The stops, in the order of the photos; photos without coordinates are ignored.
  static func stops(of photos: [ContentEntry]) -> [Stop] {
    var stops: [Stop] = []
    for photo in photos {
      guard let latitude = photo.number("latitude"), let longitude = photo.number("longitude")
      else { continue }
      let place = MapPlace(latitude: latitude, longitude: longitude)
      let name = photo.text("place") ?? ""
      if let last = stops.indices.last, stops[last].isAt(place) {
        if stops[last].name.isEmpty { stops[last].name = name }
      } else {
        stops.append(Stop(place: place, name: name))
      }
    }
    return stops
  }

  /// Whether a place is within 0.01° (about 1 km) of this stop, so close that both are a single dot
  /// on any map.
  private func isAt(_ other: MapPlace) -> Bool {
    abs(place.latitude - other.latitude) < 0.01 && abs(place.longitude - other.longitude) < 0.01
  }
}
