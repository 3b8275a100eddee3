internal import Glibc

// Trigonometry in degrees.

func sine(_ degrees: Double) -> Double { sin(degrees * .pi / 180) }

func cosine(_ degrees: Double) -> Double { cos(degrees * .pi / 180) }

/// Returns the angle of a vector in degrees, −180 to 180.
func angle(_ y: Double, _ x: Double) -> Double { atan2(y, x) * 180 / .pi }

/// Returns the arcsine in degrees; `ratio` is clamped to −1…1.
func arcsine(_ ratio: Double) -> Double { asin(min(max(ratio, -1), 1)) * 180 / .pi }

/// Returns an angle in the range 0..<360.
func turned(_ degrees: Double) -> Double {
  let rest = degrees.truncatingRemainder(dividingBy: 360)
  return rest < 0 ? rest + 360 : rest
}

/// Returns an angle in the range −180..<180.
func signed(_ degrees: Double) -> Double { turned(degrees + 180) - 180 }
