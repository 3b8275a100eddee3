package import WallfarmPluginKit

/// The sun and moon at a place during a local day.
///
/// Sunrise and sunset are times at which the center of the sun is 0.833° below the horizon, which
/// accounts for its radius and for refraction; twilight begins and ends at 6°.
package struct SkyDay {
  /// The start of the day and of the next day, in seconds since 1970.
  private let start: Double, end: Double
  private let place: SkyPlace

  /// Creates a day of a zone.
  package init(_ sky: Sky, _ now: Now) {
    place = SkyPlace(latitude: sky.latitude, longitude: sky.longitude)
    start = Double(now.zone.start(of: now.day).seconds)
    let next = now.day.adding(1).map { Double(now.zone.start(of: $0).seconds) }
    end = max(next ?? 0, start + 3600)
  }

  /// The sun above 0.833° below the horizon.
  private var sun: HorizonCrossings { sun(above: -0.833) }

  private func sun(above limit: Double) -> HorizonCrossings {
    HorizonCrossings(from: start, to: end) { seconds in
      SunPosition.height(SkyTime(seconds: seconds), place) - limit
    }
  }

  private var moon: HorizonCrossings {
    HorizonCrossings(from: start, to: end) { MoonPosition.edgeHeight(SkyTime(seconds: $0), place) }
  }

  /// The rising and setting of the sun; `light` is the time above the horizon in seconds.
  package var sunlight: (rise: Moment?, set: Moment?, light: Int) {
    let sun = sun
    return (Self.moment(sun.rise), Self.moment(sun.set), Int(sun.above.rounded()))
  }

  /// The length of the day in seconds, which differs from 86,400 when clocks change.
  package var length: Int { Int(end - start) }

  /// The beginning and the end of civil twilight.
  package var twilight: (dawn: Moment?, dusk: Moment?) {
    let sun = sun(above: -6)
    return (Self.moment(sun.rise), Self.moment(sun.set))
  }

  /// The rising and setting of the moon.
  package var moonlight: (rise: Moment?, set: Moment?) {
    let moon = moon
    return (Self.moment(moon.rise), Self.moment(moon.set))
  }

  /// The time at which the sun crosses the meridian above the pole, which is near its highest point.
  package var noon: Moment? {
    let crossings = HorizonCrossings(from: start, to: end) { seconds in
      let time = SkyTime(seconds: seconds)
      let longitude = SunPosition(time).longitude
      return sine(place.direction(ofLongitude: longitude, latitude: 0, time).hour)
    }
    return Self.moment(crossings.rise)
  }

  /// The phase of the moon, as an index into the eight phases from the new moon.
  package var phase: Int { MoonPhase(from: start, to: end).rawValue }

  /// The illuminated fraction of the moon in the middle of the day, 0…1.
  package var illumination: Double { MoonPhase.illumination((start + end) / 2) }

  /// The next full moon from the start of the day.
  package var fullMoon: Moment { Self.moment(MoonPhase.next(180, after: start)) }

  /// The next new moon from the start of the day.
  package var newMoon: Moment { Self.moment(MoonPhase.next(0, after: start)) }

  /// The next equinox or solstice; `season` is 0 for March to 3 for December.
  package var turn: (season: Int, moment: Moment) {
    let (season, seconds) = Season.next(after: start)
    return (season.rawValue, Self.moment(seconds))
  }

  private static func moment(_ seconds: Double) -> Moment {
    Moment(seconds: Int(seconds.rounded()))
  }

  private static func moment(_ seconds: Double?) -> Moment? { seconds.map { Self.moment($0) } }
}
