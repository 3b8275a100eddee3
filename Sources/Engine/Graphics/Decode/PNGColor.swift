import PhotoFormats

/// The color space of a PNG file, determined by the chunk precedence in section 4.3 of the PNG
/// specification, third edition.
///
/// `cICP` overrides `iCCP`, which overrides `sRGB`, which overrides both `gAMA` and `cHRM`.
struct PNGColor {
  /// Bits per sample.
  var depth = 8
  private(set) var hasProfile = false
  private var profile: [UInt8]?
  private var points: CodePoints?
  private var hasPoints = false
  private var isSRGB = false
  private var gamma: Int?
  private var chromaticities: Primaries?
  private var hasChromaticities = false
  /// The peak luminance in cd/m², from `cLLI` or `mDCV`.
  private(set) var peak: Double?
  /// The reason why a chunk was ignored; `nil` if no chunk was ignored.
  private(set) var warning: String?

  mutating func take(profile: [UInt8]?) {
    hasProfile = true
    self.profile = profile
  }

  /// Reads a chunk if it describes colors, and ignores other chunks.
  mutating func read(_ name: FourCC, _ data: ArraySlice<UInt8>, isLate: Bool) {
    switch name {
    case "cICP": readPoints(data, isLate: isLate)
    case "sRGB" where !isLate && data.count == 1: isSRGB = true
    case "gAMA" where !isLate && gamma == nil && data.count == 4: gamma = number(data, 0)
    case "cHRM" where !isLate && !hasChromaticities && data.count == 32:
      hasChromaticities = true
      chromaticities = Primaries(hundredThousandths: (0..<8).map { number(data, $0 * 4) })
    // `cLLI` and `mDCV` use units of 0.0001 cd/m²; `cLLI` takes precedence, and 0 means unknown.
    case "cLLI" where data.count == 8:
      let light = Double(number(data, 0)) / 10_000
      if light > 0 { peak = light }
    case "mDCV" where data.count == 24 && peak == nil:
      let light = Double(number(data, 16)) / 10_000
      if light > 0 { peak = light }
    default: break
    }
  }

  private func number(_ data: ArraySlice<UInt8>, _ offset: Int) -> Int {
    data[(data.startIndex + offset)...].prefix(4).reduce(0) { $0 << 8 | Int($1) }
  }

  /// Reads `cICP`: primaries, transfer function, matrix and range, one byte each (section
  /// 11.3.2.6).
  ///
  /// An invalid chunk is ignored, as section 13.1 requires.
  private mutating func readPoints(_ data: ArraySlice<UInt8>, isLate: Bool) {
    func leaveOut(_ reason: String) { warning = warning ?? "cICP: \(reason)" }
    guard !isLate else { return leaveOut("out of place") }
    guard !hasPoints else { return leaveOut("duplicate") }
    hasPoints = true
    guard data.count == 4 else { return leaveOut("invalid length") }
    let values = data.map(Int.init)
    let found = CodePoints(
      primaries: values[0], transfer: values[1], matrix: values[2], isFullRange: values[3] == 1)
    guard values[2] == 0 else { return leaveOut("invalid matrix \(values[2])") }
    guard values[3] < 2 else { return leaveOut("invalid range \(values[3])") }
    guard Primaries(codePoint: found.primaries) != nil, found.exactCurve != nil else {
      return leaveOut("unknown primaries \(found.primaries) or curve \(found.transfer)")
    }
    points = found
  }

  // MARK: - Resolved color

  /// The color space of the pixels that ``PNGDecoder`` returns.
  var color: PhotoColor {
    if let points, let primaries = Primaries(codePoint: points.primaries),
      let curve = points.exactCurve
    {
      return DescribedColor(primaries: primaries, curve: isRead(curve) ? .gamma(2.2) : curve)
        .photoColor
    }
    if let profile { return .profile(profile) }
    guard !isSRGB, !hasProfile, let exponent else { return .sRGB }
    return DescribedColor(
      primaries: chromaticities ?? .bt709,
      curve: .gamma(readGamma == 0 ? 1 / exponent : 2.2)
    ).photoColor
  }

  /// The file gamma that libpng converts to 1/2.2, in units of 0.00001; 0 for no conversion.
  ///
  /// libpng converts the samples of 16-bit pictures before it reduces them to 8 bits.
  var readGamma: Int {
    guard depth == 16 else { return 0 }
    if let curve = points?.exactCurve { return isRead(curve) ? 100_000 : 0 }
    // libpng skips gamma correction if the file's exponent is nearly equal to 1/2.2.
    guard !hasProfile, !isSRGB, let exponent, abs(exponent * 2.2 - 1) >= 0.06 else { return 0 }
    return Int((exponent * 100_000).rounded())
  }

  /// Whether the samples have narrow range: 16 to 235 on a scale of 0 to 255.
  var isNarrow: Bool { points.map { !$0.isFullRange } ?? false }

  /// Whether libpng must convert the samples before it reduces them to 8 bits.
  ///
  /// This is necessary for linear light, which would otherwise lose most of its precision.
  private func isRead(_ curve: DescribedColor.Curve) -> Bool {
    depth == 16 && curve == .gamma(1) && !isNarrow
  }

  /// The exponent in `gAMA`; nil if it means sRGB or is out of range.
  ///
  /// By convention, a gamma within 5% of 1/2.2 means sRGB, unless `cHRM` has other primaries.
  /// Without `gAMA`, `cHRM` does not define a curve and is ignored, as in browsers.
  private var exponent: Double? {
    guard let gamma, (1_000...2_500_000).contains(gamma) else { return nil }
    let isUsual = abs(Double(gamma) * 2.2 / 100_000 - 1) < 0.05
    let isPlain = chromaticities.map { $0.isClose(to: .bt709) } ?? true
    return isUsual && isPlain ? nil : Double(gamma) / 100_000
  }
}
