internal import CPhotoColor
internal import Glibc

/// Tone-maps a PQ or HLG photo to SDR and converts its colors to Display P3.
///
/// The tone curve is the EETF of ITU-R BT.2390-11, section 5.4.1. Its target white is 203 cd/m²,
/// the reference white of ITU-R BT.2408-7, section 2.1. The curve is applied to the largest of red,
/// green and blue; the ratios between the channels stay the same. HLG is first converted to the
/// light of a 1,000 cd/m² display with the OOTF of ITU-R BT.2100-2, table 5.
package final class ToneMapping {
  /// The reference white, in cd/m².
  static let white = 203.0
  /// The peak luminance in cd/m² that is assumed for photos without metadata.
  static let usualPeak = 1000.0

  private let light: [Float]
  private let gain: [Float]
  private let isHLG: Bool
  private let shares: SIMD3<Double>
  private let matrix: Matrix3

  /// A table of Display P3 levels; the index is the square root of linear light, scaled to 0…4095.
  private static let levels: [UInt8] = (0..<4096).map { index in
    let light = pow(Double(index) / 4095, 2)
    let value = light <= 0.003_130_8 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    return UInt8((min(max(value, 0), 1) * 255).rounded())
  }

  /// Creates a mapping and its lookup tables.
  ///
  /// - Parameters:
  ///   - color: A color space with an HDR curve.
  ///   - peak: The peak luminance of the photo in cd/m², or `nil` if unknown.
  package init(_ color: DescribedColor, peak: Double?) {
    let isHLG = color.curve == .hybridLogGamma
    self.isHLG = isHLG
    // The luminance that level 1 represents, in cd/m².
    let most = isHLG ? ToneMapping.usualPeak : 10_000
    let peak = isHLG ? most : min(max(peak ?? ToneMapping.usualPeak, ToneMapping.white), 10_000)
    light = (0..<65_536).map { code in
      let value = Double(code) / 65_535
      return Float(
        isHLG ? ToneMapping.sceneLight(value) : ToneMapping.quantizedLight(value) / 10_000)
    }
    gain = (0...4096).map { index in
      let light = max(pow(Double(index) / 4096, 2), 1e-9) * most
      return Float(ToneMapping.mapped(light, peak: peak) / ToneMapping.white / (light / most))
    }
    shares = color.primaries.brightness
    let straight = Primaries.displayP3.matrix.inverse * color.primaries.matrix
    // Scale each row of the matrix, so that the source white becomes exactly the target white.
    let sums = straight * SIMD3(1, 1, 1)
    matrix = Matrix3(columns: straight.columns.map { $0 / sums })
  }

  /// Tone-maps a row from 16-bit RGBA to 8-bit BGRA.
  package func map(
    _ source: UnsafePointer<UInt16>, count: Int, to target: UnsafeMutablePointer<UInt8>
  ) {
    light.withUnsafeBufferPointer { light in
      gain.withUnsafeBufferPointer { gain in
        ToneMapping.levels.withUnsafeBufferPointer { levels in
          var tone = wallfarm_tone()
          (tone.light, tone.gain, tone.levels) = (
            light.baseAddress, gain.baseAddress, levels.baseAddress
          )
          tone.system_gamma = isHLG ? 0.2 : 0
          tone.shares = (Float(shares.x), Float(shares.y), Float(shares.z))
          let (a, b, c) = (matrix.columns[0], matrix.columns[1], matrix.columns[2])
          tone.matrix = (
            Float(a.x), Float(b.x), Float(c.x), Float(a.y), Float(b.y), Float(c.y), Float(a.z),
            Float(b.z), Float(c.z)
          )
          wallfarm_tone_row(&tone, source, count, target)
        }
      }
    }
  }

  /// Tone-maps a luminance in cd/m².
  ///
  /// Black is 0 in the source and the target, so the toe of the curve is omitted.
  package static func mapped(_ light: Double, peak: Double) -> Double {
    guard peak > white else { return min(light, white) }
    let whole = quantized(peak)
    let (value, most) = (min(quantized(light) / whole, 1), quantized(white) / whole)
    let knee = 1.5 * most - 0.5
    guard value > knee else { return light }
    let t = (value - knee) / (1 - knee)
    let (square, cube) = (t * t, t * t * t)
    let bent =
      (2 * cube - 3 * square + 1) * knee + (cube - 2 * square + t) * (1 - knee)
      + (3 * square - 2 * cube) * most
    return quantizedLight(bent * whole)
  }

  // MARK: - Curves

  /// The constants of SMPTE ST 2084, named as in the standard.
  private static let (m1, m2) = (2610.0 / 16_384, 2523.0 / 4096 * 128)
  private static let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 4096 * 32, 2392.0 / 4096 * 32)

  /// Converts a PQ level to a luminance in cd/m².
  package static func quantizedLight(_ level: Double) -> Double {
    let root = pow(max(level, 0), 1 / m2)
    return 10_000 * pow(max(root - c1, 0) / (c2 - c3 * root), 1 / m1)
  }

  /// Converts a luminance in cd/m² to a PQ level.
  package static func quantized(_ light: Double) -> Double {
    let power = pow(max(light, 0) / 10_000, m1)
    return pow((c1 + c2 * power) / (1 + c3 * power), m2)
  }

  /// Converts an HLG level to scene light, 0…1.
  package static func sceneLight(_ level: Double) -> Double {
    let (a, b, c) = (0.178_832_77, 0.284_668_92, 0.559_910_73)
    return level <= 0.5 ? level * level / 3 : min((exp((level - c) / a) + b) / 12, 1)
  }
}
