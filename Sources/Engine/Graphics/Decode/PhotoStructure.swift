import PhotoFormats
import WallfarmPluginKit

/// What a photo's file is made of, found by walking over it without decoding anything.
///
/// Each length is held against the size of the file, so a library never sees one that is made up.
struct PhotoStructure: Sendable, Hashable {
  /// Chunks, segments or boxes.
  var parts = 0
  /// Passes over the pixels.
  var scans = 1
  /// Pictures that are put together to one.
  var tiles = 1
  /// Bytes that decoding takes beside the pixels, at most; the file itself not counted.
  var workingBytes = 0

  /// - Throws: `photo-unreadable` where parts do not fit together, with the place.
  init(_ bytes: [UInt8], format: PhotoFormat, file: String) throws(RenderError) {
    do throws(PhotoFlaw) {
      switch format {
      case .png: self = try PNGProperties.structure(of: PhotoBytes(bytes))
      case .webp: self = try WebPStructure.structure(of: PhotoBytes(bytes))
      // Nobody draws so many parts; counting goes no further.
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

  /// What a decoder may take of its own accord: its share, and some for its tables.
  var decoderBytes: Int { workingBytes + 16 << 20 }

  /// Compares numbers of parts with limits.
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

  /// Bytes of a file that are not counted, because the picture that is made of it comes after it and
  /// is larger.
  private static let freeFileBytes = 16 << 20

  /// Compares the memory of decoding with limits.
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
