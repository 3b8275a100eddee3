/// The sine of an angle in degrees, exact at multiples of 90, computed without a C library.
///
/// Within ±90°, the first ten nonzero terms of the Taylor series around 0 are exact to the last
/// bits of a `Double`.
package func sine(ofDegrees degrees: Double) -> Double {
  var turn = degrees.truncatingRemainder(dividingBy: 360)
  if turn > 180 { turn -= 360 }
  if turn < -180 { turn += 360 }
  if turn > 90 { turn = 180 - turn }
  if turn < -90 { turn = -180 - turn }
  let angle = turn * Double.pi / 180
  if abs(turn) == 90 { return turn / 90 }
  var term = angle
  var sum = angle
  for step in 1...9 {
    term *= -angle * angle / Double((2 * step) * (2 * step + 1))
    sum += term
  }
  return sum
}
