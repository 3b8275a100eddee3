internal import CLCMS

/// A color space that is described by primaries, a white point and a transfer function instead of a
/// profile.
public struct DescribedColor: Sendable, Hashable {
  let primaries: Primaries
  let curve: Curve

  package init(primaries: Primaries, curve: Curve) {
    (self.primaries, self.curve) = (primaries, curve)
  }

  /// The transfer function from encoded values to light.
  package enum Curve: Hashable, Sendable {
    /// An ICC parametric curve of type 4: (a·x + b)^g for x ≥ d, otherwise c·x.
    case parametric(g: Double, a: Double, b: Double, c: Double, d: Double)
    /// The PQ curve of SMPTE ST 2084, which gives light in cd/m².
    case perceptualQuantizer
    /// The hybrid log-gamma (HLG) curve of ITU-R BT.2100, which gives scene light.
    case hybridLogGamma

    /// The curve of IEC 61966-2-1.
    static let sRGB = Curve.parametric(
      g: 2.4, a: 1 / 1.055, b: 0.055 / 1.055, c: 1 / 12.92, d: 0.04045)
    static func gamma(_ exponent: Double) -> Curve {
      .parametric(g: exponent, a: 1, b: 0, c: 0, d: 0)
    }

    var isHDR: Bool { self == .perceptualQuantizer || self == .hybridLogGamma }
  }

  /// Whether the color space can represent light that is brighter than the white of a screen.
  var isHDR: Bool { curve.isHDR }

  /// The simplest representation of the same color space.
  var photoColor: PhotoColor {
    switch (primaries, curve) {
    case (.bt709, .sRGB): .sRGB
    case (.displayP3, .sRGB): .displayP3
    default: .described(self)
    }
  }

  /// Creates an equivalent profile, which the caller must close.
  ///
  /// Returns `nil` for an HDR curve or degenerate primaries.
  func makeProfile() -> cmsHPROFILE? {
    guard case .parametric(let g, let a, let b, let c, let d) = curve,
      let tone = cmsBuildParametricToneCurve(nil, 4, [g, a, b, c, d])
    else { return nil }
    defer { cmsFreeToneCurve(tone) }
    var white = primaries.white.xyY
    var triple = cmsCIExyYTRIPLE(
      Red: primaries.red.xyY, Green: primaries.green.xyY, Blue: primaries.blue.xyY)
    var curves: [OpaquePointer?] = [tone, tone, tone]
    return cmsCreateRGBProfile(&white, &triple, &curves)
  }
}

/// The chromaticities of three primaries and their white point (CIE 1931).
package struct Primaries: Hashable, Sendable {
  struct Point: Hashable, Sendable {
    let x: Double
    let y: Double

    init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }

    var xyY: cmsCIExyY { cmsCIExyY(x: x, y: y, Y: 1) }

    /// The XYZ color with this chromaticity and Y = 1.
    var xyz: SIMD3<Double> { SIMD3(x / y, 1, (1 - x - y) / y) }
  }

  let red: Point
  let green: Point
  let blue: Point
  let white: Point

  init(_ red: Point, _ green: Point, _ blue: Point, white: Point = daylight) {
    (self.red, self.green, self.blue, self.white) = (red, green, blue, white)
  }

  /// The white points: D65, and illuminant C for older television standards.
  static let daylight = Point(0.3127, 0.3290)
  private static let illuminantC = Point(0.310, 0.316)

  static let bt709 = Primaries(Point(0.640, 0.330), Point(0.300, 0.600), Point(0.150, 0.060))
  static let displayP3 = Primaries(Point(0.680, 0.320), Point(0.265, 0.690), Point(0.150, 0.060))
  package static let bt2020 = Primaries(
    Point(0.708, 0.292), Point(0.170, 0.797), Point(0.131, 0.046))

  /// Looks up the primaries in ITU-T H.273, table 2; `nil` for an unspecified or reserved code
  /// point.
  init?(codePoint: Int) {
    switch codePoint {
    case 1: self = .bt709
    case 4:
      self = Primaries(
        Point(0.67, 0.33), Point(0.21, 0.71), Point(0.14, 0.08), white: Primaries.illuminantC)
    case 5: self = Primaries(Point(0.64, 0.33), Point(0.29, 0.60), Point(0.15, 0.06))
    case 6, 7: self = Primaries(Point(0.630, 0.340), Point(0.310, 0.595), Point(0.155, 0.070))
    case 8:
      self = Primaries(
        Point(0.681, 0.319), Point(0.243, 0.692), Point(0.145, 0.049),
        white: Primaries.illuminantC)
    case 9: self = .bt2020
    case 11:
      self = Primaries(
        Point(0.680, 0.320), Point(0.265, 0.690), Point(0.150, 0.060), white: Point(0.314, 0.351))
    case 12: self = .displayP3
    case 22: self = Primaries(Point(0.630, 0.340), Point(0.295, 0.605), Point(0.155, 0.077))
    default: return nil
    }
  }

  /// Reads the PNG chunk `cHRM`: x and y of white, red, green and blue, in units of 0.00001.
  init?(hundredThousandths numbers: [Int]) {
    guard numbers.count == 8 else { return nil }
    let points = (0..<4).map { index in
      Point(Double(numbers[index * 2]) / 100_000, Double(numbers[index * 2 + 1]) / 100_000)
    }
    guard points.allSatisfy({ $0.x >= 0 && $0.y > 0.001 && $0.x + $0.y <= 1 }) else { return nil }
    self.init(points[1], points[2], points[3], white: points[0])
    guard abs(toXYZ.determinant) > 1e-6, whiteShares.min() > 0 else { return nil }
  }

  /// Whether each coordinate differs from that of the other primaries by less than 0.001.
  func isClose(to other: Primaries) -> Bool {
    zip([red, green, blue, white], [other.red, other.green, other.blue, other.white])
      .allSatisfy { abs($0.x - $1.x) < 0.001 && abs($0.y - $1.y) < 0.001 }
  }

  private var toXYZ: Matrix3 { Matrix3(columns: [red.xyz, green.xyz, blue.xyz]) }

  private var whiteShares: SIMD3<Double> { toXYZ.inverse * white.xyz }

  /// The matrix from linear RGB to XYZ.
  var matrix: Matrix3 {
    let shares = whiteShares
    return Matrix3(columns: [red.xyz * shares.x, green.xyz * shares.y, blue.xyz * shares.z])
  }

  /// The luminance weights of red, green and blue.
  var brightness: SIMD3<Double> { whiteShares }
}

/// A 3 × 3 matrix.
struct Matrix3 {
  let columns: [SIMD3<Double>]

  static func * (matrix: Matrix3, vector: SIMD3<Double>) -> SIMD3<Double> {
    matrix.columns[0] * vector.x + matrix.columns[1] * vector.y + matrix.columns[2] * vector.z
  }

  static func * (left: Matrix3, right: Matrix3) -> Matrix3 {
    Matrix3(columns: right.columns.map { left * $0 })
  }

  var determinant: Double {
    let (a, b, c) = (columns[0], columns[1], columns[2])
    return (a * Matrix3.cross(b, c)).sum()
  }

  /// The inverse of the matrix, whose determinant must not be 0.
  var inverse: Matrix3 {
    let (a, b, c) = (columns[0], columns[1], columns[2])
    let rows = [Matrix3.cross(b, c), Matrix3.cross(c, a), Matrix3.cross(a, b)]
      .map { $0 / determinant }
    return Matrix3(
      columns: (0..<3).map { index in SIMD3(rows[0][index], rows[1][index], rows[2][index]) })
  }

  private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }
}
