import PhotoFormats

/// What a PNG says about the meaning of its pixels, in the order of the third edition, section 4.3: `cICP` counts
/// before `iCCP`, that before `sRGB`, and that before `gAMA` with `cHRM`.
struct PNGColor {
  /// Bits of a sample.
  var depth = 8
  private(set) var hasProfile = false
  private var profile: [UInt8]?
  private var points: CodePoints?
  private var hasPoints = false
  private var isSRGB = false
  private var gamma: Int?
  private var chromaticities: Primaries?
  private var hasChromaticities = false
  /// The brightest light in cd/m², as `cLLI` or `mDCV` tell it.
  private(set) var peak: Double?
  /// What is wrong with a chunk that is left out.
  private(set) var warning: String?

  mutating func take(profile: [UInt8]?) {
    hasProfile = true
    self.profile = profile
  }

  /// Reads one of the small chunks about colors; others are passed over.
  mutating func read(_ name: FourCC, _ data: ArraySlice<UInt8>, isLate: Bool) {
    switch name {
    case "cICP": readPoints(data, isLate: isLate)
    case "sRGB" where !isLate && data.count == 1: isSRGB = true
    case "gAMA" where !isLate && gamma == nil && data.count == 4: gamma = number(data, 0)
    case "cHRM" where !isLate && !hasChromaticities && data.count == 32:
      hasChromaticities = true
      chromaticities = Primaries(hundredThousandths: (0..<8).map { number(data, $0 * 4) })
    // Both in ten thousandths; `cLLI` counts, and 0 means that it is not known.
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

  /// Four bytes: primaries, curve, matrix, range (section 11.3.2.6).
  ///
  /// A chunk that cannot be right is left out, as section 13.1 says.
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

  // MARK: - What counts

  /// What the pixels mean that ``PNGDecoder`` reads.
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

  /// The exponent that libpng is to take away, in hundred thousandths; 0 for none.
  ///
  /// In pictures of 16 bits it does so before the lower ones go.
  var readGamma: Int {
    guard depth == 16 else { return 0 }
    if let curve = points?.exactCurve { return isRead(curve) ? 100_000 : 0 }
    // libpng leaves levels alone that have nearly the exponent it is to give them.
    guard !hasProfile, !isSRGB, let exponent, abs(exponent * 2.2 - 1) >= 0.06 else { return 0 }
    return Int((exponent * 100_000).rounded())
  }

  /// Whether levels span less than all numbers: 16 to 235 of 255.
  var isNarrow: Bool { points.map { !$0.isFullRange } ?? false }

  /// Linear light is what loses most in 8 bits.
  private func isRead(_ curve: DescribedColor.Curve) -> Bool {
    depth == 16 && curve == .gamma(1) && !isNarrow
  }

  /// The exponent of `gAMA`; nil where it means sRGB or makes no sense.
  ///
  /// 1/2.2, give or take a twentieth, is how files that mean sRGB have always said so, unless other primaries stand
  /// beside it. `cHRM` alone says nothing about the curve, and is passed over, as browsers do.
  private var exponent: Double? {
    guard let gamma, (1_000...2_500_000).contains(gamma) else { return nil }
    let isUsual = abs(Double(gamma) * 2.2 / 100_000 - 1) < 0.05
    let isPlain = chromaticities.map { $0.isClose(to: .bt709) } ?? true
    return isUsual && isPlain ? nil : Double(gamma) / 100_000
  }
}
