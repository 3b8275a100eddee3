import PhotoFormats
package import WallfarmPluginKit

/// The structure of a photo file, determined without decoding the file.
///
/// Every length is checked against the file size, so that a library never uses an invalid length.
package struct PhotoStructure: Sendable, Hashable {
  /// The number of scans.
  package var scans = 1
  /// The number of tiles.
  package var tiles = 1
  /// The maximum decoder memory in bytes, not counting the output pixels and the file itself.
  package var workingBytes = 0

  /// - Throws: `photo-unreadable` with the byte offset if the structure is invalid;
  ///   `photo-too-large` if the file has too many parts.
  package init(_ bytes: [UInt8], format: PhotoFormat, file: String) throws(RenderError) {
    do throws(PhotoFlaw) {
      let bytes = PhotoBytes(bytes, mostParts: PhotoLimits.parts)
      switch format {
      case .png: self = try PNGProperties.structure(of: bytes)
      case .webp: self = try WebPStructure.structure(of: bytes)
      case .jpeg: self = try JPEGStructure.structure(of: bytes)
      case .heif: self = try HEIFStructure.structure(of: bytes)
      // SVGDecoder checks the whole file.
      case .svg: self.init()
      }
    } catch {
      if case .tooManyParts(let limit) = error {
        throw .photoTooLarge("too many parts", limit: "\(limit)", file: file)
      }
      throw .photoUnreadable(error.reason, file: file)
    }
  }

  init() {}

  /// The memory, in bytes, that a decoder may allocate: the estimate plus a margin for the
  /// decoder's tables.
  var decoderBytes: Int { workingBytes + 16 << 20 }

  /// Checks the number of tiles and scans against limits.
  ///
  /// - Throws: `photo-too-large`.
  func checkCounts(against limits: PhotoLimits, file: String) throws(RenderError) {
    if tiles > PhotoLimits.tiles {
      throw .photoTooLarge("\(tiles) tiles", limit: "\(PhotoLimits.tiles)", file: file)
    }
    if scans > limits.scans {
      throw .photoTooLarge(
        "\(scans) scans", limit: "\(limits.scans)", setting: "--max-photo-scans", file: file)
    }
  }

  /// The number of bytes of the file that do not count as decoder memory.
  ///
  /// They are not counted because rendering the picture later needs more memory anyway.
  private static let freeFileBytes = 16 << 20

  /// Checks the decoder memory against limits.
  ///
  /// - Throws: `photo-too-large`.
  package func checkMemory(
    against limits: PhotoLimits, fileBytes: Int, file: String
  ) throws(RenderError) {
    let memory = workingBytes + max(0, fileBytes - PhotoStructure.freeFileBytes)
    if memory > limits.memory {
      throw .photoNeedsMemory(memory, limit: limits.memory, file: file)
    }
  }
}
