import PhotoFormats
import WallfarmPluginKit

/// What the reader of a format finds: the size of the picture, and where its metadata is.
struct HeadParts {
  var pixels: PixelSize?
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
}

/// Reads the head of one format.
protocol HeadReader {
  /// What was found so far.
  var parts: HeadParts { get }

  init(_ bytes: PhotoBytes)

  /// Reads up to the first thing that is wrong; what was read before it stays.
  mutating func read() throws(PhotoFlaw)
}

extension PhotoHeader {
  /// Reads all that a head says.
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
