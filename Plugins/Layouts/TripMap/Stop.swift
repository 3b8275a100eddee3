import WallfarmPluginKit

/// A place of a journey, at which photos were taken one after the other.
struct Stop {
  /// That of the first of them.
  let place: MapPlace

  /// The stops of photos in their order, photos without a place left out.
  static func stops(of photos: [ContentEntry]) -> [Stop] {
    var stops: [Stop] = []
    for photo in photos {
      guard let latitude = photo.number("latitude"), let longitude = photo.number("longitude")
      else { continue }
      let place = MapPlace(latitude: latitude, longitude: longitude)
      if stops.last?.isAt(place) != true { stops.append(Stop(place: place)) }
    }
    return stops
  }

  /// Within a hundredth of a degree: about a kilometre, one dot on any map.
  private func isAt(_ other: MapPlace) -> Bool {
    abs(place.latitude - other.latitude) < 0.01 && abs(place.longitude - other.longitude) < 0.01
  }
}
