/// Which samples a PNG stores for each pixel: the fewest that say everything.
struct SampleLayout: Hashable {
  enum Kind: Hashable {
    case gray
    case grayAlpha
    case rgb
    case rgba
    /// Premultiplied pixels; those that let something through come first.
    case palette([UInt32])
  }

  let kind: Kind
  /// Bits of a sample: 8, or fewer for the index of a small palette.
  let bitDepth: Int

  /// Chooses for a picture; a grayscale file cannot carry a profile for colours
  /// (PNG third edition, section 11.3.2.3).
  init(for facts: PixelFacts, allowsGray: Bool) {
    if let colors = facts.colors, SampleLayout.prefersPalette(facts, allowsGray) {
      // Alpha is the highest byte: pixels that let something through come first, as tRNS wants.
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

  /// Gray needs a byte and no table, so a palette has to be small to be better.
  private static func prefersPalette(_ facts: PixelFacts, _ allowsGray: Bool) -> Bool {
    guard let colors = facts.colors, !colors.isEmpty else { return false }
    return colors.count <= 16 || !(facts.isGray && facts.isOpaque && allowsGray)
  }

  /// The code of the PNG specification, section 11.2.2.
  var colorType: UInt8 {
    switch kind {
    case .gray: 0
    case .rgb: 2
    case .palette: 3
    case .grayAlpha: 4
    case .rgba: 6
    }
  }

  /// Bytes from a sample to the one of the pixel before it; 1 where pixels share a byte.
  var bytesPerPixel: Int {
    switch kind {
    case .gray, .palette: 1
    case .grayAlpha: 2
    case .rgb: 3
    case .rgba: 4
    }
  }

  /// Bytes of a row without its filter byte.
  func bytesPerRow(width: Int) -> Int { (width * bytesPerPixel * bitDepth + 7) / 8 }
}
