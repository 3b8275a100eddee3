/// An equinox or a solstice.
enum Season: Int, CaseIterable {
  case march, june, september, december

  /// The seconds since 1970 of this event in a year.
  ///
  /// The algorithm is Meeus, "Astronomical Algorithms" (2nd edition), chapter 27, for the years
  /// 1000…3000: less than one minute between 1951 and 2050.
  func seconds(in year: Int) -> Double {
    let y = (Double(year) - 2000) / 1000
    let mean = Season.means[rawValue].reversed().reduce(0) { $0 * y + $1 }
    let t = (mean - 2_451_545) / 36_525
    let anomaly = 35_999.373 * t - 2.47
    let speed = 1 + 0.0334 * cosine(anomaly) + 0.0007 * cosine(2 * anomaly)
    let sum = Season.terms.reduce(0) { $0 + $1.0 * cosine($1.1 + $1.2 * t) }
    let terrestrial = mean + 0.00001 * sum / speed
    return (terrestrial - 2_440_587.5) * 86_400 - SkyTime.lag(at: terrestrial)
  }

  /// Returns the first event at or after a time, which is given in seconds since 1970.
  static func next(after start: Double) -> (season: Season, seconds: Double) {
    let year = Int(1970 + start / 31_556_952)
    let all = (year - 1...year + 1).flatMap { year in
      allCases.map { ($0, $0.seconds(in: year)) }
    }
    return all.first { $0.1 >= start } ?? (.march, Season.march.seconds(in: year + 2))
  }

  /// The mean times for the years 1000…3000 (Meeus, table 27.B).
  private static let means = [
    [2_451_623.80984, 365_242.37404, 0.05169, -0.00411, -0.00057],
    [2_451_716.56767, 365_241.62603, 0.00325, 0.00888, -0.00030],
    [2_451_810.21715, 365_242.01767, -0.11575, 0.00337, 0.00078],
    [2_451_900.05952, 365_242.74049, -0.06223, -0.00823, 0.00032],
  ]

  /// The periodic terms (Meeus, table 27.C).
  private static let terms: [(Double, Double, Double)] = [
    (485, 324.96, 1934.136), (203, 337.23, 32_964.467), (199, 342.08, 20.186),
    (182, 27.85, 445_267.112), (156, 73.14, 45_036.886), (136, 171.52, 22_518.443),
    (77, 222.54, 65_928.934), (74, 296.72, 3034.906), (70, 243.58, 9037.513),
    (58, 119.81, 33_718.147), (52, 297.17, 150.678), (50, 21.02, 2281.226),
    (45, 247.54, 29_929.562), (44, 325.15, 31_555.956), (29, 60.93, 4443.417),
    (18, 155.12, 67_555.328), (17, 288.79, 4562.452), (16, 198.04, 62_894.029),
    (14, 199.76, 31_436.921), (12, 95.39, 14_577.848), (12, 287.11, 31_931.756),
    (12, 320.81, 34_777.259), (9, 227.73, 1222.114), (8, 15.45, 16_859.074),
  ]
}
