internal import CLCMS
internal import Glibc
public import WallfarmPluginKit

/// The color space of a finished picture.
public enum ColorSpace: String, Sendable, Hashable, CaseIterable {
  /// sRGB (IEC 61966-2-1), which every screen supports.
  case sRGB = "srgb"
  /// Display P3, the wider gamut of current phones, with the transfer function of sRGB.
  case displayP3 = "display-p3"

  /// Returns the ICC profile of the color space; every call returns the same bytes.
  ///
  /// - Throws: `raster-failed` if Little CMS runs out of memory.
  public func iccProfile() throws(RenderError) -> [UInt8] {
    guard let profile = makeProfile() else {
      throw .rasterFailed("Little CMS could not create a profile")
    }
    defer { cmsCloseProfile(profile) }
    var count: cmsUInt32Number = 0
    guard cmsSaveProfileToMem(profile, nil, &count) != 0 else {
      throw .rasterFailed("Little CMS could not determine the size of a profile")
    }
    var bytes = [UInt8](repeating: 0, count: Int(count))
    guard cmsSaveProfileToMem(profile, &bytes, &count) != 0, bytes.count > 128 else {
      throw .rasterFailed("Little CMS could not write a profile")
    }
    // Little CMS writes the current time (ICC.1, section 7.2.8) and a profile ID (7.2.18). Both are
    // cleared, so that the same picture always produces the same file.
    for offset in Array(24..<36) + Array(84..<100) { bytes[offset] = 0 }
    return bytes
  }

  /// Sets the description in a profile.
  private static func name(_ profile: cmsHPROFILE, _ name: String) -> Bool {
    guard let text = cmsMLUalloc(nil, 1) else { return false }
    defer { cmsMLUfree(text) }
    return cmsMLUsetASCII(text, "en", "US", name) != 0
      && cmsWriteTag(profile, cmsSigProfileDescriptionTag, UnsafeRawPointer(text)) != 0
  }

  /// Creates a profile, which the caller must close.
  func makeProfile() -> cmsHPROFILE? {
    switch self {
    case .sRGB: return cmsCreate_sRGBProfile()
    case .displayP3:
      // The primaries of SMPTE EG 432-1 with the D65 white point.
      var white = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)
      var primaries = cmsCIExyYTRIPLE(
        Red: cmsCIExyY(x: 0.680, y: 0.320, Y: 1), Green: cmsCIExyY(x: 0.265, y: 0.690, Y: 1),
        Blue: cmsCIExyY(x: 0.150, y: 0.060, Y: 1))
      // The curve of IEC 61966-2-1 as an ICC parametric curve of type 4.
      let parameters: [Double] = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
      guard let curve = cmsBuildParametricToneCurve(nil, 4, parameters) else { return nil }
      defer { cmsFreeToneCurve(curve) }
      var curves: [OpaquePointer?] = [curve, curve, curve]
      guard let profile = cmsCreateRGBProfile(&white, &primaries, &curves) else { return nil }
      guard ColorSpace.name(profile, "Display P3") else {
        cmsCloseProfile(profile)
        return nil
      }
      return profile
    }
  }
}

extension ColorSpace {
  /// Converts an sRGB color to this color space and rounds it to 8 bits.
  ///
  /// Source: the matrix from linear sRGB to linear Display P3 in CSS Color 4, section 18. Both
  /// spaces have the D65 white point and the curve of IEC 61966-2-1.
  public func encode(_ color: Color) -> Color {
    guard self == .displayP3 else { return color }
    let (red, green, blue) = (
      Color.linear(color.red), Color.linear(color.green), Color.linear(color.blue)
    )
    return Color(
      red: level(0.822_461_969 * red + 0.177_538_031 * green),
      green: level(0.033_194_199 * red + 0.966_805_801 * green),
      blue: level(0.017_082_631 * red + 0.072_397_440 * green + 0.910_519_929 * blue),
      alpha: color.alpha)
  }

  private func level(_ light: Double) -> UInt8 {
    let value = light <= 0.003_130_8 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    return UInt8((min(max(value, 0), 1) * 255).rounded())
  }
}
