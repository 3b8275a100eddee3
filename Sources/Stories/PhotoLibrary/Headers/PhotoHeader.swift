package import PhotoFormats
package import WallfarmPluginKit

/// The head of a photo: format, size, capture time, location and camera.
///
/// It has no Live Photo identifier: Apple stores it in the maker note, which is never read. A photo
/// and its video are paired by name.
package struct PhotoHeader: Hashable, Sendable {
  /// The format by signature; nil for other files, which then have a `damage`.
  package var format: Format?
  /// The size in stored orientation; nil if it is unknown, and for raw files.
  package var pixels: PixelSize?
  /// The EXIF orientation, 1…8; 1 by default.
  package var orientation = 1
  /// The time of capture or digitization, never the time of an edit.
  package var taken: TakenDate?
  /// The time of the last change according to the metadata; a fallback for `taken`.
  package var saved: TakenDate?
  /// The location of capture; also nil if locations are not read.
  package var place: Place?
  /// Camera manufacturer; at most 64 bytes, without control characters.
  package var make: String?
  package var model: String?
  /// Whether the picture is probably a screenshot.
  package var isScreenshot = false
  /// Why the picture may be unreadable; nil if the head is valid.
  package var damage: PhotoDamage?
  /// The offset of the first scan of a JPEG; a search for EOI starts there.
  package var scanStart = 0

  package init(format: Format? = nil) { self.format = format }
}

extension PhotoHeader {
  /// The photo formats of a library.
  package enum Format: String, Hashable, Sendable, CaseIterable {
    case jpeg
    /// ISO/IEC 23008-12 with HEVC or any other codec except AV1.
    case heif
    case avif
    case webp
    case png
    /// Camera raw, mostly based on TIFF (DNG, CR2, NEF, ARW …), and plain TIFF.
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

    /// Creates a location; nil if it is out of range, and for 0°, 0°, which means an unknown
    /// location.
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
  /// Reads the head of a photo: a few kilobytes, and never a maker note.
  ///
  /// - Parameters:
  ///   - source: the file.
  ///   - readsPlaces: whether to read the GPS directory. Without it, there is no place and no GPS
  ///     date.
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
