import PhotoFormats
import WallfarmPluginKit

/// Checks the chunks of a WebP file against the file size (RFC 9649) and estimates the decoder
/// memory.
enum WebPStructure {
  static func structure(of bytes: PhotoBytes) throws(PhotoFlaw) -> PhotoStructure {
    var picture: Picture?
    var chunks = RIFFChunks(bytes, in: try range(of: bytes))
    while let chunk = try chunks.next() {
      switch chunk.name {
      // Only the first frame of an animation is decoded. The frame's image data and alpha are
      // subchunks after a 16-byte header.
      case "ANMF" where picture == nil && chunk.data.count >= 16:
        var frame = Picture(bytes.webPCanvas(at: chunk.data.lowerBound + 6))
        var inner = RIFFChunks(bytes, in: chunk.data.dropFirst(16))
        while let chunk = try inner.next() { frame.note(chunk.name) }
        picture = frame
      case "VP8 ", "VP8L":
        // A simple file has no VP8X chunk, so the picture size is read from the bitstream.
        let isLossless = chunk.name == "VP8L"
        picture =
          picture
          ?? Picture(
            isLossless
              ? bytes.webPLosslessSize(in: chunk.data) : bytes.webPLossySize(in: chunk.data))
        picture?.note(chunk.name)
      case "ALPH":
        // An ALPH chunk precedes the image data, which has the same size as the canvas.
        picture = picture ?? Picture(bytes.webPCanvas(at: 24))
        picture?.note(chunk.name)
      default: break
      }
    }
    var structure = PhotoStructure()
    structure.workingBytes = (picture?.workingBytes ?? 0) + 1 << 20
    return structure
  }

  /// Returns the byte range of the chunks in the RIFF container.
  static func range(of bytes: PhotoBytes) throws(PhotoFlaw) -> Range<Int> {
    let length = bytes.number(at: 4, 4, isLittle: true) ?? 0
    guard length >= 4, length <= bytes.size - 8 else {
      throw .tooLong(.chunk("RIFF"), at: 0, says: length, left: bytes.size - 8)
    }
    return 12..<8 + length
  }

  /// The properties of the decoded picture that determine the decoder memory.
  private struct Picture {
    private let pixels: Int
    private var isLossless = false
    private var hasAlpha = false

    init(_ size: PixelSize?) { pixels = size?.area ?? 0 }

    mutating func note(_ name: FourCC) {
      if name == "VP8L" { isLossless = true }
      if name == "ALPH" { hasAlpha = true }
    }

    /// The decoder memory in bytes.
    ///
    /// libwebp buffers the whole picture if it is lossless. If it is lossy, libwebp buffers only a
    /// few rows, the alpha plane and the palette indices of the alpha plane.
    var workingBytes: Int {
      let rows = 16384 * 64
      if isLossless { return pixels * 4 + rows }
      return (hasAlpha ? pixels * 2 : 0) + rows
    }
  }
}
