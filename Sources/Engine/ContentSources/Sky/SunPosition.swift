/// The apparent position of the sun.
///
/// The algorithm is the one of low accuracy in Meeus, "Astronomical Algorithms" (2nd edition),
/// chapter 25, which the NOAA Solar Calculator also uses: 0.01° for several centuries around 2000.
struct SunPosition {
  /// The apparent ecliptic longitude in degrees.
  let longitude: Double
  /// The distance in kilometers.
  let distance: Double

  init(_ time: SkyTime) {
    let t = time.centuries
    let mean = 280.46646 + t * (36_000.76983 + t * 0.0003032)
    let anomaly = 357.52911 + t * (35_999.05029 - t * 0.0001537)
    let eccentricity = 0.016708634 - t * (0.000042037 + t * 0.0000001267)
    let center =
      (1.914602 - t * (0.004817 + t * 0.000014)) * sine(anomaly)
      + (0.019993 - t * 0.000101) * sine(2 * anomaly) + 0.000289 * sine(3 * anomaly)
    longitude = mean + center - 0.00569 + Nutation(t).longitude
    let units =
      1.000001018 * (1 - eccentricity * eccentricity)
      / (1 + eccentricity * cosine(anomaly + center))
    distance = units * 149_597_870.7
  }

  /// The height of the center above the horizon at a place, in degrees, without refraction.
  static func height(_ time: SkyTime, _ place: SkyPlace) -> Double {
    place.height(ofLongitude: SunPosition(time).longitude, latitude: 0, time)
  }
}

/// A place on the earth.
struct SkyPlace {
  /// The latitude in degrees, positive to the north.
  let latitude: Double
  /// The longitude in degrees, positive to the east.
  let longitude: Double

  /// Returns the hour angle and the declination of an ecliptic position, in degrees (Meeus, chapter
  /// 13).
  func direction(
    ofLongitude lambda: Double, latitude beta: Double, _ time: SkyTime
  ) -> (hour: Double, declination: Double) {
    let tilt = Nutation(time.centuries).obliquity
    let ascension = angle(
      sine(lambda) * cosine(tilt) - sine(beta) / cosine(beta) * sine(tilt), cosine(lambda))
    let declination = arcsine(
      sine(beta) * cosine(tilt) + cosine(beta) * sine(tilt) * sine(lambda))
    return (time.sidereal + longitude - ascension, declination)
  }

  /// Returns the height of an ecliptic position above the horizon, in degrees.
  func height(ofLongitude lambda: Double, latitude beta: Double, _ time: SkyTime) -> Double {
    let (hour, declination) = direction(ofLongitude: lambda, latitude: beta, time)
    return arcsine(
      sine(latitude) * sine(declination) + cosine(latitude) * cosine(declination) * cosine(hour))
  }
}
