import PhotoFormats
import WallfarmPluginKit

/// The size of a picture and the location of its metadata, as found by the reader of a format.
struct HeadParts {
  var pixels: PixelSize?
  /// EXIF data, starting at its TIFF header.
  var exif: ExifBlock?
  /// The range of the XMP packet; its date is a fallback for the date in EXIF.
  var xmp: Range<Int>?
  /// IPTC data; its date is a fallback for the date in EXIF.
  var iptc: [UInt8]?
  /// The date of the last change, as recorded in the container format.
  var saved: TakenDate?
  /// The orientation in the container format, which overrides the orientation in EXIF.
  var orientation: Int?
  var scanStart = 0
}

/// Reads the head of one photo format.
protocol HeadReader {
  /// The values found so far.
  var parts: HeadParts { get }

  init(_ bytes: PhotoBytes)

  /// Reads up to the first flaw; `parts` keeps the values that were read before it.
  mutating func read() throws(PhotoFlaw)
}

extension PhotoHeader {
  /// Reads the head of a photo from its bytes.
  init(_ bytes: PhotoBytes, readsPlaces: Bool) {
    let format = Format(bytes)
    self.init(format: format)
    guard bytes.size > 0 else {
      damage = .empty
      return
    }
    guard let format else {
      damage =
        Format.isBeginning(bytes)
        ? PhotoDamage(.cut(.named("its first part"), at: 0)) : .foreign
      return
    }
    var head: any HeadReader =
      switch format {
      case .jpeg: JPEGHead(bytes)
      case .png: PNGHead(bytes)
      case .webp: WebPHead(bytes)
      case .heif, .avif: HEIFHead(bytes)
      case .raw: RawHead(bytes)
      }
    do throws(PhotoFlaw) {
      try head.read()
    } catch {
      damage = PhotoDamage(error)
    }
    let parts = head.parts
    (pixels, scanStart, saved) = (parts.pixels, parts.scanStart, parts.saved)
    bytes.pieceBytes = PhotoBytes.page
    var dates: [TakenDate] = []
    var (xmp, iptc): ([UInt8]?, [UInt8]?)
    if let exif = parts.exif, let reader = TIFFReader(exif, marks: format.marks) {
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
