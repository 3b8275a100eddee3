internal import CLCMS
import WallfarmPluginKit

/// Uses Little CMS to convert the pixels of a photo to the color space of the finished picture.
///
/// As in photo editors, the conversion uses the relative colorimetric intent with black-point
/// compensation: white stays white, and the darkest ink becomes black.
struct ColorTransform {
  let source: PhotoColor
  let target: ColorSpace
  /// The pixels that the photo covers.
  ///
  /// The area must be specified, because CMYK pixels have no alpha channel that could mark the
  /// covered pixels.
  let area: PixelArea

  /// Converts the covered pixels in place.
  ///
  /// - Throws: `photo-unreadable` if the profile is damaged or does not describe photos.
  func apply(to surface: inout ImageSurface, file: String) throws(RenderError) {
    if case .cmyk(.none, let isInverted) = source {
      convertInks(&surface, isInverted: isInverted)
      return try ColorTransform(source: .sRGB, target: target, area: area).apply(
        to: &surface, file: file)
    }
    guard !isIdentity else { return }
    let input = try openSource(file: file)
    defer { cmsCloseProfile(input) }
    guard let output = target.makeProfile() else {
      throw .photoUnreadable("there is not enough memory to convert its colors", file: file)
    }
    defer { cmsCloseProfile(output) }
    let layout = try pixelLayout(of: input, file: file)
    let converter = Converter(input: input, output: output, layout: layout)
    if layout == wallfarm_lcms_gray_16 {
      guard surface.isGray(in: area) else {
        throw .photoUnreadable("its color profile is for grayscale photos", file: file)
      }
      convertGray(&surface, with: try converter.straight(file: file))
    } else if source.isCMYK {
      convertInks(&surface, with: try converter.opaque(file: file))
    } else {
      try convert(&surface, with: converter, file: file)
    }
  }

  /// Validates the profile before drawing starts.
  ///
  /// - Throws: `photo-unreadable`.
  static func check(_ source: PhotoColor, file: String) throws(RenderError) {
    if case .cmyk(.none, _) = source { return }
    let transform = ColorTransform(
      source: source, target: .sRGB, area: PixelArea(columns: 0..<0, rows: 0..<0))
    let profile = try transform.openSource(file: file)
    defer { cmsCloseProfile(profile) }
    _ = try transform.pixelLayout(of: profile, file: file)
  }

  private var isIdentity: Bool {
    switch (source, target) {
    case (.sRGB, .sRGB), (.displayP3, .displayP3): true
    case (.profile(let bytes), .sRGB): ColorTransform.isSRGB(bytes)
    default: false
    }
  }

  /// Whether a profile is a common sRGB profile.
  ///
  /// For such a profile, a conversion would take 30 ms and change pixels only by rounding.
  private static func isSRGB(_ bytes: [UInt8]) -> Bool {
    guard let profile = cmsOpenProfileFromMem(bytes, cmsUInt32Number(bytes.count)) else {
      return false
    }
    defer { cmsCloseProfile(profile) }
    var name = [CChar](repeating: 0, count: 128)
    cmsGetProfileInfoASCII(profile, cmsInfoDescription, "en", "US", &name, 127)
    let text = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return cmsGetColorSpace(profile) == cmsSigRgbData
      && ["sRGB", "sRGB IEC61966-2.1", "sRGB IEC61966-2-1", "sRGB built-in", "c2"].contains(text)
      && hasPrimariesOfSRGB(profile)
  }

  /// Whether the primaries, adapted to D50, match those of IEC 61966-2-1; checking only the profile
  /// name is not sufficient.
  private static func hasPrimariesOfSRGB(_ profile: cmsHPROFILE) -> Bool {
    let expected: [(cmsTagSignature, SIMD3<Double>)] = [
      (cmsSigRedColorantTag, SIMD3(0.4360, 0.2225, 0.0139)),
      (cmsSigGreenColorantTag, SIMD3(0.3851, 0.7169, 0.0971)),
      (cmsSigBlueColorantTag, SIMD3(0.1431, 0.0606, 0.7141)),
    ]
    return expected.allSatisfy { tag, light in
      guard let found = cmsReadTag(profile, tag)?.assumingMemoryBound(to: cmsCIEXYZ.self).pointee
      else { return false }
      let distance = SIMD3(found.X, found.Y, found.Z) - light
      return max(abs(distance.x), abs(distance.y), abs(distance.z)) < 0.005
    }
  }

  private func openSource(file: String) throws(RenderError) -> cmsHPROFILE {
    let profile: cmsHPROFILE?
    switch source {
    case .sRGB: profile = ColorSpace.sRGB.makeProfile()
    case .displayP3: profile = ColorSpace.displayP3.makeProfile()
    case .profile(let bytes), .cmyk(.some(let bytes), _):
      profile = cmsOpenProfileFromMem(bytes, cmsUInt32Number(bytes.count))
    case .described(let color): profile = color.makeProfile()
    case .cmyk(.none, _): profile = nil
    }
    guard let profile else {
      throw .photoUnreadable("its color profile is damaged", file: file)
    }
    return profile
  }

  private func pixelLayout(
    of profile: cmsHPROFILE, file: String
  ) throws(RenderError) -> cmsUInt32Number {
    switch (cmsGetColorSpace(profile), source) {
    case (cmsSigCmykData, .cmyk(_, let isInverted)):
      return isInverted ? wallfarm_lcms_cmyk_inverted : wallfarm_lcms_cmyk
    case (cmsSigRgbData, .sRGB), (cmsSigRgbData, .displayP3), (cmsSigRgbData, .profile),
      (cmsSigRgbData, .described):
      return wallfarm_lcms_bgra_premultiplied
    case (cmsSigGrayData, .profile): return wallfarm_lcms_gray_16
    default: throw .photoUnreadable("its color profile does not match its color space", file: file)
    }
  }

  /// Converts CMYK without a profile by multiplying the complements of cyan, magenta and yellow by
  /// the complement of black, as browsers do.
  private func convertInks(_ surface: inout ImageSurface, isInverted: Bool) {
    forEachRow(of: &surface) { line, count in
      for offset in stride(from: 0, to: count * 4, by: 4) {
        let inks = line.load(fromByteOffset: offset, as: SIMD4<UInt8>.self)
        let light = SIMD4<UInt16>(truncatingIfNeeded: isInverted ? inks : 255 &- inks)
        let mixed = (light &* light[3] &+ 127) / 255
        let pixel = SIMD4<UInt8>(UInt8(mixed[2]), UInt8(mixed[1]), UInt8(mixed[0]), 255)
        line.storeBytes(of: pixel, toByteOffset: offset, as: SIMD4<UInt8>.self)
      }
    }
  }

  /// Converts CMYK with a profile; the result is opaque.
  private func convertInks(_ surface: inout ImageSurface, with transform: Transform) {
    var row = [UInt8](repeating: 0, count: area.columns.count * 4)
    forEachRow(of: &surface) { line, count in
      row.withUnsafeMutableBytes { $0.copyMemory(from: .init(start: line, count: count * 4)) }
      cmsDoTransform(transform.handle, row, line, cmsUInt32Number(count))
      for x in 0..<count { line.storeBytes(of: 255, toByteOffset: x * 4 + 3, as: UInt8.self) }
    }
  }

  /// Converts opaque pixels directly, and translucent pixels in unpremultiplied form with 16 bits
  /// per channel.
  ///
  /// A profile applies to unpremultiplied colors. Little CMS 2.14 has premultiplied pixel formats,
  /// but its results for them depend on alpha.
  private func convert(
    _ surface: inout ImageSurface, with converter: Converter, file: String
  ) throws(RenderError) {
    let opaque = try converter.opaque(file: file)
    let straight = surface.isOpaque(in: area) ? nil : try converter.straight(file: file)
    let width = area.columns.count
    var row = [UInt8](repeating: 0, count: width * 4)
    var colors = Straight(width)
    var converted = [UInt16](repeating: 0, count: width * 4)
    forEachRow(of: &surface) { line, count in
      row.withUnsafeMutableBytes { $0.copyMemory(from: .init(start: line, count: count * 4)) }
      cmsDoTransform(opaque.handle, row, line, cmsUInt32Number(count))
      guard let straight else { return }
      colors.take(row, count, alphas: 1..<255)
      if colors.count > 0 {
        cmsDoTransform(
          straight.handle, colors.numbers, &converted, cmsUInt32Number(colors.count))
      }
      colors.give(converted, to: line, alphaOf: row)
      for place in stride(from: 3, to: count * 4, by: 4) where row[place] == 0 {
        line.storeBytes(of: 0, toByteOffset: place - 3, as: UInt32.self)
      }
    }
  }

  /// Converts unpremultiplied gray levels and then premultiplies the result.
  private func convertGray(_ surface: inout ImageSurface, with transform: Transform) {
    let width = area.columns.count
    var row = [UInt8](repeating: 0, count: width * 4)
    var gray = [UInt16](repeating: 0, count: width)
    var colors = Straight(width)
    var converted = [UInt16](repeating: 0, count: width * 4)
    forEachRow(of: &surface) { line, count in
      row.withUnsafeMutableBytes { $0.copyMemory(from: .init(start: line, count: count * 4)) }
      colors.take(row, count, alphas: 1..<256)
      for index in 0..<colors.count { gray[index] = colors.numbers[index * 4] }
      cmsDoTransform(transform.handle, gray, &converted, cmsUInt32Number(colors.count))
      colors.give(converted, to: line, alphaOf: row)
    }
  }

  /// The pixels of a row as unpremultiplied blue, green, red and alpha with 16 bits each.
  private struct Straight {
    private(set) var numbers: [UInt16]
    private(set) var count = 0
    /// The byte offset of each pixel within its row.
    private var places: [Int]

    init(_ count: Int) {
      numbers = [UInt16](repeating: 0, count: count * 4)
      places = [Int](repeating: 0, count: count)
    }

    /// Collects and unpremultiplies the pixels of a row whose alpha is within a range.
    mutating func take(_ row: [UInt8], _ width: Int, alphas: Range<Int>) {
      count = 0
      for place in stride(from: 0, to: width * 4, by: 4) {
        let alpha = Int(row[place + 3])
        guard alphas.contains(alpha) else { continue }
        for channel in 0..<3 {
          let level = Int(row[place + channel])
          numbers[count * 4 + channel] = UInt16(min(65_535, (level * 65_535 + alpha / 2) / alpha))
        }
        numbers[count * 4 + 3] = UInt16(alpha * 257)
        places[count] = place
        count += 1
      }
    }

    /// Premultiplies the converted pixels and writes them back to their positions.
    func give(_ converted: [UInt16], to line: UnsafeMutableRawPointer, alphaOf row: [UInt8]) {
      for index in 0..<count {
        let alpha = row[places[index] + 3]
        func level(_ channel: Int) -> UInt8 {
          UInt8((Int(converted[index * 4 + channel]) * Int(alpha) + 32_767) / 65_535)
        }
        line.storeBytes(
          of: SIMD4(level(0), level(1), level(2), alpha), toByteOffset: places[index],
          as: SIMD4<UInt8>.self)
      }
    }
  }

  /// Owns a Little CMS transform and frees it.
  private final class Transform {
    let handle: cmsHTRANSFORM

    init(handle: cmsHTRANSFORM) { self.handle = handle }

    deinit { cmsDeleteTransform(handle) }
  }

  /// Creates the transforms between two profiles.
  private struct Converter {
    let input: cmsHPROFILE
    let output: cmsHPROFILE
    let layout: cmsUInt32Number

    /// Creates the transform for opaque pixels with 8 bits per channel.
    func opaque(file: String) throws(RenderError) -> Transform {
      let keeps = layout == wallfarm_lcms_bgra_premultiplied
      return try make(layout, wallfarm_lcms_bgra_premultiplied, keepsAlpha: keeps, file: file)
    }

    /// Creates the transform for unpremultiplied pixels with 16 bits per channel.
    func straight(file: String) throws(RenderError) -> Transform {
      let isGray = layout == wallfarm_lcms_gray_16
      return try make(
        isGray ? layout : wallfarm_lcms_bgra_16, wallfarm_lcms_bgra_16, keepsAlpha: !isGray,
        file: file)
    }

    private func make(
      _ from: cmsUInt32Number, _ to: cmsUInt32Number, keepsAlpha: Bool, file: String
    ) throws(RenderError) -> Transform {
      let flags =
        cmsUInt32Number(cmsFLAGS_BLACKPOINTCOMPENSATION)
        | (keepsAlpha ? cmsUInt32Number(cmsFLAGS_COPY_ALPHA) : 0)
      guard
        let transform = cmsCreateTransform(
          input, from, output, to, cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC), flags)
      else { throw .photoUnreadable("its color profile cannot be used for photos", file: file) }
      return Transform(handle: transform)
    }
  }

  /// Calls `body` with the covered part of each covered row and the number of pixels in that part.
  private func forEachRow(
    of surface: inout ImageSurface, _ body: (UnsafeMutableRawPointer, Int) -> Void
  ) {
    let stride = surface.stride
    surface.withMutablePixels { pixels in
      guard let base = pixels.baseAddress else { return }
      for y in area.rows {
        body(base + y * stride + area.columns.lowerBound * 4, area.columns.count)
      }
    }
  }
}

/// A rectangle that consists of whole pixels.
struct PixelArea {
  let columns: Range<Int>
  let rows: Range<Int>
}

extension ImageSurface {
  /// Whether all pixels in an area are opaque.
  fileprivate func isOpaque(in area: PixelArea) -> Bool {
    let stride = stride
    return withPixels { bytes in
      area.rows.allSatisfy { y in
        area.columns.allSatisfy { bytes[y * stride + $0 * 4 + 3] == 255 }
      }
    }
  }

  /// Whether blue, green and red are equal in every pixel of an area, except for rounding.
  fileprivate func isGray(in area: PixelArea) -> Bool {
    let stride = stride
    return withPixels { bytes in
      area.rows.allSatisfy { y in
        area.columns.allSatisfy { x in
          let pixel = bytes.load(fromByteOffset: y * stride + x * 4, as: SIMD4<UInt8>.self)
          let (low, high) = (min(pixel[0], pixel[1], pixel[2]), max(pixel[0], pixel[1], pixel[2]))
          return high - low <= 2
        }
      }
    }
  }
}
