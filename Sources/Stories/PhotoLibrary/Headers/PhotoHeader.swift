package import PhotoFormats
package import WallfarmPluginKit

/// What the head of a photo says: its format, its pixels, when and where it was taken, and with what.
///
/// There is no identifier of a Live Photo: Apple writes it into the maker note of the photo, and maker notes
/// are never entered. The photo and its film are a pair by their names.
package struct PhotoHeader: Hashable, Sendable {
  /// What the file is, by its first bytes; nil for what is no photo, and `damage` then says so.
  package var format: Format?
  /// As the pixels are stored, before they are turned; nil where it is not told, and for raw files.
  package var pixels: PixelSize?
  /// How the stored pixels are turned to be looked at: 1 to 8 as EXIF numbers it, 1 where it is not told.
  package var orientation = 1
  /// When the shutter opened or the film was scanned: never from the time of an edit.
  package var taken: TakenDate?
  /// When the picture was last written, as its metadata says; for photos that tell nothing else.
  package var saved: TakenDate?
  /// Where it was taken; nil also where places are not read.
  package var place: Place?
  /// Who made the camera, and which it is: at most 64 characters each, no control characters.
  package var make: String?
  package var model: String?
  /// Whether it looks like a picture of a screen.
  package var isScreenshot = false
  /// Why the picture may not be readable; nil where the head is whole.
  package var damage: PhotoDamage?
  /// Where the coded pixels of a JPEG begin; what is looked for at its end lies behind it.
  package var scanStart = 0

  package init(format: Format? = nil) { self.format = format }
}

extension PhotoHeader {
  /// The formats of a library.
  package enum Format: String, Hashable, Sendable, CaseIterable {
    case jpeg
    /// ISO/IEC 23008-12 with HEVC or any other coding but AV1.
    case heif
    case avif
    case webp
    case png
    /// A raw file of a camera, most of which are TIFF (DNG, CR2, NEF, ARW …); a plain TIFF file as well.
    case raw
  }

  /// A point on Earth, WGS 84.
  package struct Place: Hashable, Sendable {
    /// In degrees, −90…90; north is positive.
    package let latitude: Double
    /// In degrees, −180…180; east is positive.
    package let longitude: Double
    /// In metres above the sea, or above the ellipsoid: cameras do not tell which.
    package let altitude: Double?

    /// Makes a place; nil outside of Earth, and for 0°, 0°, which is what is written where nothing is known.
    package init?(latitude: Double, longitude: Double, altitude: Double? = nil) {
      guard abs(latitude) <= 90, abs(longitude) <= 180, latitude != 0 || longitude != 0 else {
        return nil
      }
      (self.latitude, self.longitude) = (latitude, longitude)
      self.altitude = altitude.flatMap { Place.altitudes.contains($0) ? $0 : nil }
    }

    /// From below the deepest trench to where a balloon no longer flies.
    private static let altitudes = -12_000.0...60_000
  }
}

extension PhotoHeader {
  /// Reads the head of a photo: a few kilobytes, and never a maker note.
  ///
  /// - Parameters:
  ///   - source: the file.
  ///   - readsPlaces: whether the directory of GPS data is entered. Without it there is neither a place nor a
  ///     date by GPS.
  /// - Returns: what could be read; what is wrong with the file is its `damage`.
  /// - Throws: what the source throws: the file could not be read, which says nothing about the photo.
  package static func read(
    from source: any ByteSource, readsPlaces: Bool = true
  ) throws(RenderError) -> PhotoHeader {
    let bytes = PhotoBytes(source)
    let header = PhotoHeader(bytes, readsPlaces: readsPlaces)
    if let failure = bytes.failure { throw failure }
    return header
  }
}
