import PhotoFormats
import WallfarmPluginKit

/// The chunks of a WebP file (RFC 9649), each held against the size of the file.
enum WebPStructure {
  static func structure(of bytes: PhotoBytes) throws(PhotoFlaw) -> PhotoStructure {
    var picture: Picture?
    var chunks = RIFFChunks(bytes, in: try range(of: bytes))
    while let chunk = try chunks.next() {
      switch chunk.name {
      // Only the first frame of an animation is decoded. Its picture and its transparency are
      // chunks of their own behind a header of 16 bytes.
      case "ANMF" where picture == nil && chunk.data.count >= 16:
        var frame = Picture(bytes.webPCanvas(at: chunk.data.lowerBound + 6))
        var inner = RIFFChunks(bytes, in: chunk.data.dropFirst(16))
        while let chunk = try inner.next() { frame.note(chunk.name) }
        picture = frame
      case "VP8 ", "VP8L":
        // A picture that stands alone says its size itself.
        let isLossless = chunk.name == "VP8L"
        picture =
          picture
          ?? Picture(
            isLossless
              ? bytes.webPLosslessSize(in: chunk.data) : bytes.webPLossySize(in: chunk.data))
        picture?.note(chunk.name)
      case "ALPH":
        // Transparency comes before the picture, whose size is that of the canvas.
        picture = picture ?? Picture(bytes.webPCanvas(at: 24))
        picture?.note(chunk.name)
      default: break
      }
    }
    var structure = PhotoStructure()
    structure.parts = bytes.partCount
    structure.workingBytes = (picture?.workingBytes ?? 0) + 1 << 20
    return structure
  }

  /// The chunks within the container, which says how long it is.
  static func range(of bytes: PhotoBytes) throws(PhotoFlaw) -> Range<Int> {
    let length = bytes.number(at: 4, 4, isLittle: true) ?? 0
    guard length >= 4, length <= bytes.size - 8 else {
      throw .tooLong(.chunk("RIFF"), at: 0, says: length, left: bytes.size - 8)
    }
    return 12..<8 + length
  }

  /// The picture that will be decoded, in so far as memory depends on it.
  private struct Picture {
    private let pixels: Int
    private var isLossless = false
    private var hasAlpha = false

    init(_ size: PixelSize?) { pixels = size?.area ?? 0 }

    mutating func note(_ name: FourCC) {
      if name == "VP8L" { isLossless = true }
      if name == "ALPH" { hasAlpha = true }
    }

    /// libwebp decodes a lossless picture as a whole before it hands out rows, and transparency as a
    /// plane of its own, through an index of another; of the rest it keeps some rows.
    var workingBytes: Int {
      let rows = 16384 * 64
      if isLossless { return pixels * 4 + rows }
      return (hasAlpha ? pixels * 2 : 0) + rows
    }
  }
}
