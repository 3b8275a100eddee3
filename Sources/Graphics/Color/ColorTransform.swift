internal import CLCMS
import WallfarmPluginKit

/// Converts the pixels of a photo to the colours of the picture it goes into, with Little CMS.
///
/// Relative colorimetric with black-point compensation, as photo programs do it: white stays
/// white, and the deepest black of inks becomes black.
struct ColorTransform {
  let source: PhotoColor
  let target: ColorSpace
  /// The pixels that the photo covers; inks have no alpha that would tell.
  let area: PixelArea

  /// Converts the covered pixels in place.
  ///
  /// - Throws: `photo-unreadable` for a profile that is damaged or fits no photo.
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
      throw .photoUnreadable("no memory for its colours", file: file)
    }
    defer { cmsCloseProfile(output) }
    let layout = try pixelLayout(of: input, file: file)
    let flags =
      cmsUInt32Number(cmsFLAGS_BLACKPOINTCOMPENSATION) | cmsUInt32Number(cmsFLAGS_COPY_ALPHA)
    guard
      let transform = cmsCreateTransform(
        input, layout, output, wallfarm_lcms_bgra_premultiplied,
        cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC),
        source.isCMYK || layout == wallfarm_lcms_gray
          ? cmsUInt32Number(cmsFLAGS_BLACKPOINTCOMPENSATION) : flags)
    else { throw .photoUnreadable("its colour profile fits no photo", file: file) }
    defer { cmsDeleteTransform(transform) }
    if layout == wallfarm_lcms_gray {
      guard surface.isGray(in: area) else {
        throw .photoUnreadable("its colour profile is for gray photos", file: file)
      }
      convertGray(&surface, with: transform)
    } else {
      convert(&surface, with: transform)
    }
  }

  /// Finds a profile that is damaged or for other colours before anything is drawn.
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

  /// Most photos carry one of the common sRGB profiles; converting those would cost 30 ms for a
  /// rounding difference.
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
  }

  private func openSource(file: String) throws(RenderError) -> cmsHPROFILE {
    let profile: cmsHPROFILE?
    switch source {
    case .sRGB: profile = ColorSpace.sRGB.makeProfile()
    case .displayP3: profile = ColorSpace.displayP3.makeProfile()
    case .profile(let bytes), .cmyk(.some(let bytes), _):
      profile = cmsOpenProfileFromMem(bytes, cmsUInt32Number(bytes.count))
    case .cmyk(.none, _): profile = nil
    }
    guard let profile else {
      throw .photoUnreadable("its colour profile is damaged", file: file)
    }
    return profile
  }

  private func pixelLayout(
    of profile: cmsHPROFILE, file: String
  ) throws(RenderError) -> cmsUInt32Number {
    switch (cmsGetColorSpace(profile), source) {
    case (cmsSigCmykData, .cmyk(_, let isInverted)):
      return isInverted ? wallfarm_lcms_cmyk_inverted : wallfarm_lcms_cmyk
    case (cmsSigRgbData, .sRGB), (cmsSigRgbData, .displayP3), (cmsSigRgbData, .profile):
      return wallfarm_lcms_bgra_premultiplied
    case (cmsSigGrayData, .profile): return wallfarm_lcms_gray
    default: throw .photoUnreadable("its colour profile is for other colours", file: file)
    }
  }

  /// Inks without a profile: what is left of white after colour and black, as browsers have it.
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

  private func convert(_ surface: inout ImageSurface, with transform: cmsHTRANSFORM) {
    var row = [UInt8](repeating: 0, count: area.columns.count * 4)
    forEachRow(of: &surface) { line, count in
      row.withUnsafeMutableBytes { $0.copyMemory(from: .init(start: line, count: count * 4)) }
      cmsDoTransform(transform, row, line, cmsUInt32Number(count))
      guard source.isCMYK else { return }
      for x in 0..<count { line.storeBytes(of: 255, toByteOffset: x * 4 + 3, as: UInt8.self) }
    }
  }

  /// Gray is converted without its alpha, which is multiplied in again afterwards.
  private func convertGray(_ surface: inout ImageSurface, with transform: cmsHTRANSFORM) {
    let width = area.columns.count
    var (gray, alpha) = ([UInt8](repeating: 0, count: width), [UInt8](repeating: 0, count: width))
    forEachRow(of: &surface) { line, count in
      for x in 0..<count {
        let pixel = line.load(fromByteOffset: x * 4, as: SIMD4<UInt8>.self)
        alpha[x] = pixel[3]
        gray[x] = pixel[3] == 0 ? 0 : UInt8(min(255, (Int(pixel[0]) * 255 + 127) / Int(pixel[3])))
      }
      cmsDoTransform(transform, gray, line, cmsUInt32Number(count))
      for x in 0..<count {
        let pixel = line.load(fromByteOffset: x * 4, as: SIMD4<UInt8>.self)
        let product = SIMD4<UInt16>(truncatingIfNeeded: pixel) &* UInt16(alpha[x]) &+ 127
        var result = SIMD4<UInt8>(truncatingIfNeeded: product / 255)
        result[3] = alpha[x]
        line.storeBytes(of: result, toByteOffset: x * 4, as: SIMD4<UInt8>.self)
      }
    }
  }

  /// Lends the covered part of every covered row, and its number of pixels.
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

/// A rectangle of whole pixels.
struct PixelArea {
  let columns: Range<Int>
  let rows: Range<Int>
}

extension ImageSurface {
  /// Whether blue, green and red are the same, give or take rounding, all over an area.
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
