import WallfarmPluginKit

/// What the reader of a format finds: the size of the picture, and where its metadata is.
struct HeadParts {
  var pixels: PhotoHeader.PixelSize?
  /// EXIF data, from its TIFF header on.
  var exif: ExifBlock?
  /// Text of XMP, which may tell a date where EXIF does not.
  var xmp: Range<Int>?
  /// IPTC data, which can have a date.
  var iptc: [UInt8]?
  /// When the picture was written, where the format itself tells it.
  var saved: TakenDate?
  /// How the format itself turns the picture; EXIF's orientation does not count then.
  var orientation: Int?
  var scanStart = 0
  /// The first thing that is wrong; what was read before it stays.
  var damage: PhotoDamage?

  /// Data that is a TIFF file of its own, in the photo or put together from parts of it.
  struct ExifBlock {
    let bytes: HeaderBytes
    let range: Range<Int>

    init(_ bytes: HeaderBytes, _ range: Range<Int>) { (self.bytes, self.range) = (bytes, range) }

    /// Without the mark that JPEG needs before it and that some programs write everywhere.
    var withoutMark: ExifBlock {
      guard range.count >= 6, bytes.has("Exif\0", at: range.lowerBound) else { return self }
      return ExifBlock(bytes, range.lowerBound + 6..<range.upperBound)
    }
  }
}

extension PhotoHeader {
  /// Reads all that a head says.
  init(_ bytes: HeaderBytes, readsPlaces: Bool) {
    let format = Format(bytes)
    self.init(format: format)
    guard bytes.size > 0 else {
      damage = .empty
      return
    }
    guard let format else {
      damage = Format.isBeginning(bytes) ? .cut("its first part", at: 0) : .foreign
      return
    }
    let parts =
      switch format {
      case .jpeg: JPEGHead.read(bytes)
      case .png: PNGHead.read(bytes)
      case .webp: WebPHead.read(bytes)
      case .heif, .avif: HEIFHead.read(bytes)
      case .raw: RawHead.read(bytes)
      }
    (pixels, scanStart, saved) = (parts.pixels, parts.scanStart, parts.saved)
    damage = bytes.hasTooManyParts ? .tooManyParts : parts.damage
    bytes.pieceBytes = HeaderBytes.page
    var dates: [TakenDate] = []
    var (xmp, iptc): ([UInt8]?, [UInt8]?)
    if let exif = parts.exif, let reader = TIFFReader(exif.bytes, exif.range, marks: format.marks) {
      let facts = ExifFacts(reader, readsPlaces: readsPlaces)
      take(facts)
      (dates, xmp, iptc) = (facts.taken, facts.xmp, facts.iptc)
    }
    if let turned = parts.orientation { orientation = turned }
    if dates.allSatisfy(\.isPlaceholder) {
      let described = [
        parts.xmp.flatMap { XMPDate.read(bytes, $0) } ?? xmp.flatMap(XMPDate.read),
        (parts.iptc ?? iptc).flatMap(IPTCDate.read),
      ]
      dates += described.compactMap(\.self)
    }
    taken = dates.preferred
    isScreenshot = isScreenshot || ScreenSizes.fit(self)
  }

  private mutating func take(_ facts: ExifFacts) {
    orientation = facts.orientation ?? 1
    saved = facts.saved ?? saved
    place = facts.gps.place
    (make, model) = (facts.make, facts.model)
    isScreenshot = facts.isScreenshot
  }
}
