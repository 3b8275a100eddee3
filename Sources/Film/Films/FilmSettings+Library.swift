internal import CVideo
internal import CWebP
package import WallfarmPluginKit

extension FilmSettings.Format {
  /// The encoder library and its version, or nil if it is not installed.
  ///
  /// A different version may encode the same frames to different bytes.
  package var library: String? {
    switch self {
    case .mp4:
      var numbers: [Int32] = [0, 0, 0]
      guard wallfarm_h264_version(&numbers) != 0 else { return nil }
      return "OpenH264 " + numbers.map(String.init).joined(separator: ".")
    case .webp:
      let versions = [WebPGetEncoderVersion(), WebPGetMuxVersion()].map { version in
        "\(version >> 16).\(version >> 8 & 255).\(version & 255)"
      }
      return "libwebp \(versions[0]), libwebpmux \(versions[1])"
    case .pictures: return "PNG"
    }
  }
}

extension FilmSettings {
  /// The encoder library and its version.
  ///
  /// - Throws: `film-failed` if it is not installed.
  package func library() throws(RenderError) -> String {
    guard let library = format.library else {
      throw .filmFailed("OpenH264 is not installed (Debian package libopenh264-7)")
    }
    return library
  }
}
