package import PhotoFormats
package import WallfarmPluginKit

/// The head of a photo: format, size, capture time, location and camera.
///
/// It has no Live Photo identifier, because Apple stores that identifier in the maker note, which
/// is never read. A photo and its video are paired by name.
package struct PhotoHeader: Hashable, Sendable {
  /// The format that the signature indicates; nil for an unknown signature, which is reported as
  /// `damage`.
  package var format: Format?
  /// The size in pixels before the orientation is applied; nil for raw files, and if the size is
  /// unknown.
  package var pixels: PixelSize?
  /// The EXIF orientation, 1…8; the default is 1.
  package var orientation = 1
  /// The time of capture or digitization, never the time of an edit.
  package var taken: TakenDate?
  /// The time of the last change according to the metadata; a fallback for `taken`.
  package var saved: TakenDate?
  /// The location of capture; nil if it is unknown or if locations are not read.
  package var place: Place?
  /// Camera manufacturer; at most 64 bytes, without control characters.
  package var make: String?
  package var model: String?
  /// Whether the picture is probably a screenshot.
  package var isScreenshot = false
  /// The reason why the picture may be unreadable; nil if the head is valid.
  package var damage: PhotoDamage?
  /// The offset of the data of the first scan in a JPEG file, where the search for EOI starts.
  package var scanStart = 0

  package init(format: Format? = nil) { self.format = format }
}

extension PhotoHeader {
  /// The photo formats that a library supports.
  package enum Format: String, Hashable, Sendable, CaseIterable {
    case jpeg
    /// ISO/IEC 23008-12 with HEVC or any other codec except AV1.
    case heif
    case avif
    case webp
    case png
    /// Camera raw files, most of which are based on TIFF (DNG, CR2, NEF, ARW …), and plain TIFF
    /// files.
    case raw
  }

  /// A position in WGS 84.
  package struct Place: Hashable, Sendable {
    /// Degrees, −90…90; north is positive.
    package let latitude: Double
    /// Degrees, −180…180; east is positive.
    package let longitude: Double
    /// Meters above sea level or above the ellipsoid; cameras do not specify which.
    package let altitude: Double?

    /// Creates a location; nil if it is out of range, or if it is 0°, 0°, which stands for an
    /// unknown location.
    package init?(latitude: Double, longitude: Double, altitude: Double? = nil) {
      guard abs(latitude) <= 90, abs(longitude) <= 180, latitude != 0 || longitude != 0 else {
        return nil
      }
      (self.latitude, self.longitude) = (latitude, longitude)
      self.altitude = altitude.flatMap { Place.altitudes.contains($0) ? $0 : nil }
    }

    /// Accepted altitudes in meters: from below the deepest trench to above the highest balloon.
    private static let altitudes = -12_000.0...60_000
  }
}

extension PhotoHeader {
  /// Reads the head of a photo, which is only a few kilobytes, but never a maker note.
  ///
  /// - Parameters:
  ///   - source: the file.
  ///   - readsPlaces: whether to read the GPS directory. If it is not read, the header has no place
  ///     and no GPS date.
  /// - Returns: the values that could be read; structural flaws are reported as `damage`.
  /// - Throws: errors from the source, which do not indicate damage to the photo.
  package static func read(
    from source: any ByteSource, readsPlaces: Bool = true
  ) throws(RenderError) -> PhotoHeader {
    let bytes = PhotoBytes(source)
    let header = PhotoHeader(bytes, readsPlaces: readsPlaces)
    if let failure = bytes.failure { throw failure }
    return header
  }
}
