/// A phase of the moon.
enum MoonPhase: Int, CaseIterable {
  case new, waxingCrescent, firstQuarter, waxingGibbous, full, waningGibbous, lastQuarter
  case waningCrescent

  /// The phase of a day, given as seconds since 1970.
  ///
  /// A day that contains a new moon, a quarter or a full moon has that phase.
  init(from start: Double, to end: Double) {
    let (first, last) = (MoonPhase.elongation(start), MoonPhase.elongation(end))
    let (before, after) = (Int(first / 90), Int(last / 90))
    let isPrincipal = before != after
    self = MoonPhase(rawValue: isPrincipal ? after * 2 % 8 : before * 2 + 1) ?? .new
  }

  /// Returns the elongation of the moon from the sun along the ecliptic, 0..<360 degrees.
  static func elongation(_ seconds: Double) -> Double {
    let time = SkyTime(seconds: seconds)
    return turned(MoonPosition(time).longitude - SunPosition(time).longitude)
  }

  /// Returns the first time at or after `start` at which the moon has an elongation; the error is
  /// less than 90 s between 1900 and 2100.
  static func next(_ degrees: Double, after start: Double) -> Double {
    // The mean speed is 12.19° per day; the true speed differs by up to 25 %, so the steps converge.
    let secondsPerDegree = 86_400 / 12.190749
    var time = start + turned(degrees - elongation(start)) * secondsPerDegree
    for _ in 0..<20 {
      let step = signed(degrees - elongation(time)) * secondsPerDegree
      time += step
      if abs(step) < 0.5 { break }
    }
    return time
  }

  /// Returns the illuminated fraction of the disk, 0…1 (Meeus, chapter 48).
  static func illumination(_ seconds: Double) -> Double {
    let time = SkyTime(seconds: seconds)
    let (moon, sun) = (MoonPosition(time), SunPosition(time))
    let cosineOfElongation = cosine(moon.latitude) * cosine(moon.longitude - sun.longitude)
    let sineOfElongation = (1 - cosineOfElongation * cosineOfElongation).squareRoot()
    let phaseAngle = angle(
      sun.distance * sineOfElongation, moon.distance - sun.distance * cosineOfElongation)
    return (1 + cosine(phaseAngle)) / 2
  }
}
