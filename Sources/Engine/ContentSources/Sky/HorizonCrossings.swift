/// The times at which a height changes its sign during an interval.
struct HorizonCrossings {
  /// The first time at which the height becomes positive, in seconds since 1970.
  let rise: Double?
  /// The first time at which the height becomes negative.
  let set: Double?
  /// The number of seconds for which the height is positive.
  let above: Double

  /// Finds the crossings in the interval from `start` to `end`, in seconds since 1970.
  ///
  /// The height is sampled every 15 minutes. Where three samples have an extreme value, the
  /// extreme is located, so that a short visit above or below the horizon is found.
  init(from start: Double, to end: Double, _ height: (Double) -> Double) {
    let count = max(2, Int(((end - start) / 900).rounded(.up)))
    let step = (end - start) / Double(count)
    var samples = (0...count).map { number -> (time: Double, height: Double) in
      let time = start + step * Double(number)
      return (time, height(time))
    }
    for index in (1..<count).reversed() {
      let (a, b, c) = (samples[index - 1], samples[index], samples[index + 1])
      let sign: Double = b.height < 0 ? 1 : -1
      let isNearest = sign * b.height >= sign * a.height && sign * b.height >= sign * c.height
      guard isNearest, a.height * b.height > 0, b.height * c.height > 0 else { continue }
      let peak = HorizonCrossings.peak(from: a.time, to: c.time) { sign * height($0) }
      samples[index] = (peak, height(peak))
    }
    var (rise, set): (Double?, Double?) = (nil, nil)
    var above = 0.0
    for (a, b) in zip(samples, samples.dropFirst()) {
      let (isUp, staysUp) = (a.height >= 0, b.height >= 0)
      guard isUp != staysUp else {
        if isUp { above += b.time - a.time }
        continue
      }
      let time = HorizonCrossings.zero(from: a.time, to: b.time, isUp: isUp, height)
      above += isUp ? time - a.time : b.time - time
      if isUp { set = set ?? time } else { rise = rise ?? time }
    }
    (self.rise, self.set, self.above) = (rise, set, above)
  }

  /// Finds the maximum by a ternary search.
  private static func peak(
    from start: Double, to end: Double, _ value: (Double) -> Double
  ) -> Double {
    var (low, high) = (start, end)
    while high - low > 1 {
      let (a, b) = (low + (high - low) / 3, high - (high - low) / 3)
      if value(a) < value(b) { low = a } else { high = b }
    }
    return (low + high) / 2
  }

  /// Finds a change of sign by bisection.
  private static func zero(
    from start: Double, to end: Double, isUp: Bool, _ height: (Double) -> Double
  ) -> Double {
    var (low, high) = (start, end)
    while high - low > 0.2 {
      let middle = (low + high) / 2
      if (height(middle) >= 0) == isUp { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
