import WallfarmPluginKit

/// A stop on a journey, at which consecutive photos were taken.
struct Stop {
  /// The place of the first photo.
  let place: MapPlace
  /// The name of the first photo that has a name; empty if no photo has one.
  var name: String

  /// The stops of photos in order, ignoring photos without a place.
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

  /// Whether a place is within 0.01° (about 1 km), which is a single dot on any map.
  private func isAt(_ other: MapPlace) -> Bool {
    abs(place.latitude - other.latitude) < 0.01 && abs(place.longitude - other.longitude) < 0.01
  }
}
