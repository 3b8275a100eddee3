import PhotoFormats
import WallfarmPluginKit

/// The structure of a photo file, read without decoding.
///
/// Each length is checked against the file size, so a library never reads an invalid one.
struct PhotoStructure: Sendable, Hashable {
  /// Number of chunks, segments or boxes.
  var parts = 0
  /// Number of scans.
  var scans = 1
  /// Number of tiles.
  var tiles = 1
  /// Upper bound of decoder memory in bytes, without the output pixels and the file itself.
  var workingBytes = 0

  /// - Throws: `photo-unreadable` with the byte offset if the structure is invalid;
  ///   `photo-too-large` if it has too many parts.
  init(_ bytes: [UInt8], format: PhotoFormat, file: String) throws(RenderError) {
    do throws(PhotoFlaw) {
      switch format {
      case .png: self = try PNGProperties.structure(of: PhotoBytes(bytes))
      case .webp: self = try WebPStructure.structure(of: PhotoBytes(bytes))
      // Counting stops at the limit.
      case .jpeg:
        self = try JPEGStructure.structure(of: PhotoBytes(bytes, mostParts: PhotoLimits.parts))
      case .heif:
        self = try HEIFStructure.structure(of: PhotoBytes(bytes, mostParts: PhotoLimits.parts))
      }
    } catch {
      if case .tooManyParts = error { throw PhotoStructure.tooManyParts(file) }
      throw .photoUnreadable(error.reason, file: file)
    }
  }

  private static func tooManyParts(_ file: String) -> RenderError {
    .photoTooLarge("too many parts", limit: "\(PhotoLimits.parts)", file: file)
  }

  init() {}

  /// Maximum memory that a decoder may allocate: the estimate plus a margin for its tables.
  var decoderBytes: Int { workingBytes + 16 << 20 }

  /// Checks the number of parts, tiles and scans against limits.
  ///
  /// - Throws: `photo-too-large`.
  func checkCounts(against limits: PhotoLimits, file: String) throws(RenderError) {
    if parts > PhotoLimits.parts { throw PhotoStructure.tooManyParts(file) }
    if tiles > PhotoLimits.tiles {
      throw .photoTooLarge("\(tiles) tiles", limit: "\(PhotoLimits.tiles)", file: file)
    }
    if scans > limits.scans {
      throw .photoTooLarge(
        "\(scans) scans", limit: "\(limits.scans)", setting: "--max-photo-scans", file: file)
    }
  }

  /// File bytes that are not counted: the picture that is rendered later takes more memory than
  /// these.
  private static let freeFileBytes = 16 << 20

  /// Checks decoder memory against limits.
  ///
  /// - Throws: `photo-too-large`.
  func checkMemory(
    against limits: PhotoLimits, fileBytes: Int, file: String
  ) throws(RenderError) {
    let memory = workingBytes + max(0, fileBytes - PhotoStructure.freeFileBytes)
    if memory > limits.memory {
      throw .photoNeedsMemory(memory, limit: limits.memory, file: file)
    }
  }
}
