public import WallfarmPluginKit

/// Writes PNG files fast: filtered rows, deflated with ISA-L, in independent bands.
///
/// The picture is cut into bands of rows. The first row of a band is filtered without looking up
/// and every band is its own deflate stretch and IDAT chunk, so bands do not depend on each other.
/// An opaque picture is stored as RGB, a gray one as grayscale, alpha only where there is any.
public struct PNGEncoder: Sendable {
  /// Rows in a band: enough that restarting the window costs little.
  static let rowsPerBand = 128

  /// Pixels per metre for the pHYs chunk, or nil to leave it out.
  public var pixelsPerMetre: Int?
  /// Keyword and text of tEXt chunks; never anything a person wrote.
  public var texts: [(keyword: String, text: String)]
  /// What the numbers of the pixels mean.
  public var space: ColorSpace

  /// Makes an encoder; `ppi` is the device's pixels per inch.
  public init(
    ppi: Int? = nil, space: ColorSpace = .sRGB, texts: [(keyword: String, text: String)] = []
  ) {
    self.space = space
    pixelsPerMetre = ppi.map { Int((Double($0) / 0.0254).rounded()) }
    self.texts = texts
  }

  /// The whole file for a surface.
  ///
  /// - Throws: `raster-failed` when the deflater fails.
  public func encode(_ surface: borrowing ImageSurface) throws(RenderError) -> [UInt8] {
    let found = PixelLayout(of: surface)
    // A profile for colours does not go with a grayscale file (PNG, section 11.3.2.3).
    let layout = found == .gray && space == .displayP3 ? .rgb : found
    let deflater = BandDeflater()
    var file = PNGFile()
    file.header(surface.size, colorType: layout.colorType)
    try file.color(space, deflater)
    if let pixelsPerMetre { file.physicalSize(pixelsPerMetre) }
    for entry in texts { file.text(entry.keyword, entry.text) }

    let rows = FilteredRows(width: surface.size.width, layout: layout)
    var checksum = Adler32()
    let height = surface.size.height
    var band: [UInt8] = []
    for top in stride(from: 0, to: height, by: PNGEncoder.rowsPerBand) {
      let range = top..<min(top + PNGEncoder.rowsPerBand, height)
      rows.filter(surface, rows: range, into: &band)
      checksum.update(band)
      let isLast = range.upperBound == height
      var data: [UInt8] = top == 0 ? BandDeflater.zlibHeader : []
      try deflater.deflate(band, isLast: isLast, appendingTo: &data)
      if isLast { data.append(bigEndian: checksum.value) }
      file.chunk("IDAT", data)
    }
    file.chunk("IEND", [])
    return file.bytes
  }
}

extension ImageSurface {
  /// Whether no pixel lets anything through.
  public var isOpaque: Bool { PixelLayout(of: self) != .rgba }
}

/// Which samples a picture needs.
enum PixelLayout {
  case gray
  case rgb
  case rgba

  /// Looks at every pixel once.
  init(of surface: borrowing ImageSurface) {
    let (width, height, stride) = (surface.size.width, surface.size.height, surface.stride)
    self = surface.withPixels { bytes -> PixelLayout in
      var isGray = true
      for y in 0..<height {
        let row = UnsafeRawBufferPointer(rebasing: bytes[y * stride..<y * stride + width * 4])
          .assumingMemoryBound(to: UInt32.self)
        // Fold a row into two words, so that the loop has no branch and can be vectorised.
        var alpha = UInt32.max
        var difference: UInt32 = 0
        for pixel in row {
          alpha &= pixel
          difference |= (pixel ^ (pixel >> 8)) & 0xFFFF
        }
        if alpha >> 24 != 255 { return .rgba }
        if difference != 0 { isGray = false }
      }
      return isGray ? .gray : .rgb
    }
  }

  /// The code of the PNG specification, section 11.2.2.
  var colorType: UInt8 {
    switch self {
    case .gray: 0
    case .rgb: 2
    case .rgba: 6
    }
  }

  var bytesPerPixel: Int {
    switch self {
    case .gray: 1
    case .rgb: 3
    case .rgba: 4
    }
  }
}
