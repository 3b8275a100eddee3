/// The geocentric position of the moon.
///
/// The algorithm is Meeus, "Astronomical Algorithms" (2nd edition), chapter 47: about 10″ in
/// longitude and 4″ in latitude.
struct MoonPosition {
  /// The apparent ecliptic longitude in degrees.
  let longitude: Double
  /// The ecliptic latitude in degrees.
  let latitude: Double
  /// The distance in kilometers.
  let distance: Double

  init(_ time: SkyTime) {
    let t = time.centuries
    func sum(_ terms: Double...) -> Double { terms.reversed().reduce(0) { $0 * t + $1 } }
    let mean = sum(218.3164477, 481_267.88123421, -0.0015786, 1 / 538_841, -1 / 65_194_000)
    let elongation = sum(297.8501921, 445_267.1114034, -0.0018819, 1 / 545_868, -1 / 113_065_000)
    let sun = sum(357.5291092, 35_999.0502909, -0.0001536, 1 / 24_490_000)
    let moon = sum(134.9633964, 477_198.8675055, 0.0087414, 1 / 69_699, -1 / 14_712_000)
    let node = sum(93.2720950, 483_202.0175233, -0.0036539, -1 / 3_526_000, 1 / 863_310_000)
    let eccentricity = sum(1, -0.002516, -0.0000074)
    func weight(_ term: MoonTerm) -> Double {
      switch abs(term.sun) {
      case 1: eccentricity
      case 2: eccentricity * eccentricity
      default: 1
      }
    }
    func argument(_ term: MoonTerm) -> Double {
      Double(term.elongation) * elongation + Double(term.sun) * sun + Double(term.moon) * moon
        + Double(term.node) * node
    }
    let venus = 119.75 + 131.849 * t
    let jupiter = 53.09 + 479_264.290 * t
    let flattening = 313.45 + 481_266.484 * t
    var along =
      3958 * sine(venus) + 1962 * sine(mean - node) + 318 * sine(jupiter)
    var away = 0.0
    for term in MoonTerm.alongAndAway {
      let (argument, weight) = (argument(term), weight(term))
      along += term.first * weight * sine(argument)
      away += term.second * weight * cosine(argument)
    }
    var above =
      -2235 * sine(mean) + 382 * sine(flattening) + 175 * sine(venus - node)
      + 175 * sine(venus + node) + 127 * sine(mean - moon) - 115 * sine(mean + moon)
    for term in MoonTerm.above { above += term.first * weight(term) * sine(argument(term)) }
    longitude = mean + along / 1_000_000 + Nutation(t).longitude
    latitude = above / 1_000_000
    distance = 385_000.56 + away / 1000
  }

  /// The height of the upper edge above the horizon at a place, in degrees, with a refraction of
  /// 34′ (Meeus, chapter 15).
  static func edgeHeight(_ time: SkyTime, _ place: SkyPlace) -> Double {
    let moon = MoonPosition(time)
    let parallax = arcsine(6378.14 / moon.distance)
    return place.height(ofLongitude: moon.longitude, latitude: moon.latitude, time)
      - (0.7275 * parallax - 34 / 60.0)
  }
}
