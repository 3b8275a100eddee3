/// The most compact color type and bit depth that represents a picture without loss.
struct SampleLayout: Hashable {
  enum Kind: Hashable {
    case gray
    case grayAlpha
    case rgb
    case rgba
    /// The premultiplied pixels of the palette; pixels that are not opaque come first.
    case palette([UInt32])
  }

  let kind: Kind
  /// The number of bits per sample: 8, or fewer for a small palette.
  let bitDepth: Int

  /// Chooses the layout of a picture.
  ///
  /// A grayscale file cannot contain an RGB profile (PNG third edition, section 11.3.2.3).
  init(for facts: PixelFacts, allowsGray: Bool) {
    if let colors = facts.colors, SampleLayout.prefersPalette(facts, allowsGray) {
      // The tRNS chunk covers only the first entries, so the entries that are not opaque come
      // first.
      kind = .palette(colors.filter { $0 >> 24 < 255 } + colors.filter { $0 >> 24 == 255 })
      bitDepth = colors.count <= 2 ? 1 : colors.count <= 4 ? 2 : colors.count <= 16 ? 4 : 8
    } else {
      kind =
        switch (facts.isGray && allowsGray, facts.isOpaque) {
        case (true, true): .gray
        case (true, false): .grayAlpha
        case (false, true): .rgb
        case (false, false): .rgba
        }
      bitDepth = 8
    }
  }

  /// Whether a palette is the most compact layout.
  ///
  /// For an opaque gray picture, a palette is better than grayscale with one byte per pixel only if
  /// it has at most 16 colors.
  private static func prefersPalette(_ facts: PixelFacts, _ allowsGray: Bool) -> Bool {
    guard let colors = facts.colors, !colors.isEmpty else { return false }
    return colors.count <= 16 || !(facts.isGray && facts.isOpaque && allowsGray)
  }

  /// The color type, as defined in the PNG specification, section 11.2.2.
  var colorType: UInt8 {
    switch kind {
    case .gray: 0
    case .rgb: 2
    case .palette: 3
    case .grayAlpha: 4
    case .rgba: 6
    }
  }

  /// The distance in bytes that filters use between corresponding samples of adjacent pixels; 1 if
  /// pixels share a byte.
  var bytesPerPixel: Int {
    switch kind {
    case .gray, .palette: 1
    case .grayAlpha: 2
    case .rgb: 3
    case .rgba: 4
    }
  }

  /// The number of bytes per row, not including the filter byte.
  func bytesPerRow(width: Int) -> Int { (width * bytesPerPixel * bitDepth + 7) / 8 }
}
