import PhotoFormats
import WallfarmPluginKit

/// Decodes HEIC, HEIF and AVIF.
///
/// The boxes are parsed here; coded pictures are decoded by libde265 and dav1d.
///
/// A grid is decoded one tile at a time, and each tile is written directly to its position.
enum HEIFDecoder {
  static func header(
    of bytes: [UInt8], file: String
  ) throws(RenderError) -> PhotoHeader {
    let heif = try HEIFFile(bytes, file: file)
    let geometry = try heif.geometry(of: heif.items.primary)
    // Color properties are validated before any picture is decoded.
    let points = try heif.codePoints(of: heif.items.primary)
    let color = try heif.color(points ?? .unspecified)
    return PhotoHeader(size: geometry.size, orientation: geometry.orientation, color: color)
  }

  /// Decodes a photo and collects the harmless warnings about its coded pictures.
  static func decode(_ bytes: [UInt8], file: String) throws(RenderError) -> DecodedPhoto {
    let heif = try HEIFFile(bytes, file: file)
    let geometry = try heif.geometry(of: heif.items.primary)
    var surface = try ImageSurface(size: geometry.size)
    let painter = HEIFPainter(heif)
    try painter.paint(heif.items.primary, geometry, on: &surface)
    return DecodedPhoto(
      surface: surface, orientation: geometry.orientation, color: painter.color,
      warning: painter.judge.text)
  }
}

/// An open HEIF file.
struct HEIFFile {
  let items: HEIFItems
  let file: String

  private var bytes: PhotoBytes { items.bytes }

  init(_ bytes: [UInt8], file: String) throws(RenderError) {
    self.file = file
    do throws(PhotoFlaw) {
      items = try HEIFItems(PhotoBytes(bytes))
    } catch {
      throw .photoUnreadable(error.reason, file: file)
    }
    guard items.items[items.primary] != nil else {
      throw .photoUnreadable("it has no primary picture", file: file)
    }
  }

  func item(_ id: Int) throws(RenderError) -> HEIFItems.Item {
    guard let item = items.items[id] else { throw unreadable("picture \(id) is missing") }
    return item
  }

  func unreadable(_ reason: String) -> RenderError { .photoUnreadable(reason, file: file) }

  /// - Throws: `photo-unreadable` for a picture that has no size.
  func geometry(of id: Int) throws(RenderError) -> HEIFGeometry {
    let item = try item(id)
    guard let size = items.size(of: item), size.width > 0, size.height > 0 else {
      throw unreadable("it has no pixels")
    }
    return HEIFGeometry(of: item, coded: size, items)
  }

  // MARK: - Colors

  /// Returns the `nclx` color property of a picture, or of the first picture from which it is
  /// derived.
  ///
  /// - Throws: `photo-unreadable` for reserved code points, whose colors could only be guessed.
  func codePoints(of id: Int) throws(RenderError) -> CodePoints? {
    guard let body = colorBox(of: id, ["nclx"]), body.count >= 11 else { return nil }
    func number(_ offset: Int) -> Int { bytes.number(at: body.lowerBound + offset, 2) ?? 0 }
    let points = CodePoints(
      primaries: number(4), transfer: number(6), matrix: number(8),
      isFullRange: (bytes.byte(at: body.lowerBound + 10) ?? 0) & 0x80 != 0)
    guard CodePoints.knownPrimaries.contains(points.primaries),
      CodePoints.knownTransfers.contains(points.transfer),
      CodePoints.knownMatrices.contains(points.matrix)
    else {
      throw unreadable(
        "at least one of its color numbers (\(points.primaries), \(points.transfer), "
          + "\(points.matrix) in H.273) is reserved")
    }
    return points
  }

  /// The ICC profile of the primary picture.
  var profile: [UInt8]? {
    guard let body = colorBox(of: items.primary, ["prof", "rICC"]) else { return nil }
    // Real profiles are only a few kilobytes in size, so ignore data of more than 4 MB.
    let profile = bytes[body].dropFirst(4)
    return profile.count > 128 && profile.count <= 4 << 20 ? Array(profile) : nil
  }

  private func colorBox(of id: Int, _ kinds: Set<FourCC>, depth: Int = 0) -> Range<Int>? {
    guard let item = items.items[id], depth < 4 else { return nil }
    for property in items.properties("colr", of: item) where property.body.count >= 4 {
      if let kind = bytes.name(at: property.body.lowerBound), kinds.contains(kind) {
        return property.body
      }
    }
    guard ["grid", "iden", "tmap"].contains(item.type), let first = item.sources.first else {
      return nil
    }
    return colorBox(of: first, kinds, depth: depth + 1)
  }

  /// Returns the color space; as in browsers, a profile takes precedence over code points.
  ///
  /// - Throws: `photo-unreadable` if the primaries or the transfer function are not supported.
  func color(_ points: CodePoints) throws(RenderError) -> PhotoColor {
    if let profile { return .profile(profile) }
    guard let curve = points.photoCurve else {
      throw unreadable("its transfer function (\(points.transfer) in H.273) is not supported")
    }
    // Unspecified primaries mean sRGB.
    let primaries = Primaries(codePoint: points.primaries == 2 ? 1 : points.primaries)
    guard let primaries else {
      throw unreadable("its color primaries (\(points.primaries) in H.273) are not supported")
    }
    return DescribedColor(primaries: primaries, curve: curve).photoColor
  }

  /// The peak luminance in cd/m², from the property `clli` or `mdcv`.
  var peak: Double? {
    guard let item = items.items[items.primary] else { return nil }
    let described = [item] + item.sources.prefix(1).compactMap { items.items[$0] }
    for item in described {
      if let body = items.properties("clli", of: item).first?.body,
        let light = bytes.number(at: body.lowerBound, 2), light > 0
      {
        return Double(light)
      }
      // The maximum luminance, in units of 0.0001 cd/m², follows six coordinates of the primaries
      // and two of the white point.
      if let body = items.properties("mdcv", of: item).first?.body, body.count >= 20,
        let light = bytes.number(at: body.lowerBound + 16, 4), light > 0
      {
        return Double(light) / 10_000
      }
    }
    return nil
  }
}
