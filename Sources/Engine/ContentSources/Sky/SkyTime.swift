import WallfarmPluginKit

/// An instant in the time scales of astronomy.
struct SkyTime {
  /// The Julian Day in Universal Time, which measures the rotation of the earth.
  let universal: Double

  /// Creates an instant from seconds since 1970; UTC counts as Universal Time, because they differ
  /// by less than 0.9 s.
  init(seconds: Double) { universal = 2_440_587.5 + seconds / 86_400 }

  /// The centuries of Terrestrial Time since January 1, 2000, 12:00.
  var centuries: Double {
    (universal - 2_451_545) / 36_525 + SkyTime.lag(at: universal) / 86_400 / 36_525
  }

  /// Returns ΔT, the difference between Terrestrial and Universal Time in seconds.
  ///
  /// The polynomials are those of Espenak and Meeus, "Polynomial Expressions for Delta T"
  /// (NASA, 2006), for 1800…2150, and the parabola of Morrison and Stephenson for other years.
  static func lag(at julianDay: Double) -> Double {
    let year = 2000 + (julianDay - 2_451_544.5) / 365.25
    func sum(_ from: Double, _ terms: [Double]) -> Double {
      terms.reversed().reduce(0) { $0 * (year - from) + $1 }
    }
    let century = (year - 1820) / 100
    switch year {
    case 1800..<1860:
      return sum(
        1800,
        [
          13.72, -0.332447, 0.0068612, 0.0041116, -0.00037436, 0.0000121272, -0.0000001699,
          0.000000000875,
        ])
    case 1860..<1900:
      return sum(1860, [7.62, 0.5737, -0.251754, 0.01680668, -0.0004473624, 1 / 233_174])
    case 1900..<1920: return sum(1900, [-2.79, 1.494119, -0.0598939, 0.0061966, -0.000197])
    case 1920..<1941: return sum(1920, [21.20, 0.84493, -0.076100, 0.0020936])
    case 1941..<1961: return sum(1950, [29.07, 0.407, -1 / 233.0, 1 / 2547.0])
    case 1961..<1986: return sum(1975, [45.45, 1.067, -1 / 260.0, -1 / 718.0])
    case 1986..<2005:
      return sum(2000, [63.86, 0.3345, -0.060374, 0.0017275, 0.000651814, 0.00002373599])
    case 2005..<2050: return sum(2000, [62.92, 0.32217, 0.005589])
    case 2050..<2150: return -20 + 32 * century * century - 0.5628 * (2150 - year)
    default: return -20 + 32 * century * century
    }
  }

  /// The apparent sidereal time at Greenwich in degrees (Meeus, chapter 12).
  var sidereal: Double {
    let days = universal - 2_451_545
    let centuries = days / 36_525
    let mean = 280.46061837 + 360.98564736629 * days + 0.000387933 * centuries * centuries
    return mean + Nutation(centuries).longitude * cosine(Nutation(centuries).obliquity)
  }
}

/// The largest term of the nutation, and the obliquity of the ecliptic, in degrees (Meeus, chapter
/// 22); accurate to 2″.
struct Nutation {
  /// The nutation in longitude.
  let longitude: Double
  /// The true obliquity.
  let obliquity: Double

  /// Computes the values for centuries since 2000.
  init(_ centuries: Double) {
    let node = 125.04452 - 1934.136261 * centuries
    longitude = -0.00478 * sine(node)
    obliquity = 23.4392911 - 0.0130042 * centuries + 0.00256 * cosine(node)
  }
}
