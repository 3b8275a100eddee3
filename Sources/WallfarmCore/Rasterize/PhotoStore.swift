import Graphics
import WallfarmPluginKit

/// The photos of a renderer, each read once and decoded once for all devices of a call.
///
/// Belongs to one renderer and its thread.
final class PhotoStore {
  private var opened: [String: PhotoDecoder] = [:]
  private var needs: [String: PixelSize] = [:]
  private var decoded: [String: DecodedPhoto] = [:]

  /// Holds a surface where a dictionary can keep it.
  private final class DecodedPhoto {
    let surface: ImageSurface
    init(_ surface: consuming ImageSurface) { self.surface = surface }
  }

  /// Reads a file and checks its header; a second call for it does nothing.
  ///
  /// - Throws: `photo-unreadable`, `photo-format`, `photo-too-large`.
  func open(_ file: String, origin: String) throws(RenderError) {
    guard opened[file] == nil else { return }
    let bytes: [UInt8]
    do throws(RenderError) {
      bytes = try Files.read(file, limit: PhotoLimits().bytes)
    } catch {
      throw RenderError(.photoUnreadable, error.message, origin: origin, hint: error.hint)
    }
    opened[file] = try PhotoDecoder(bytes, file: file)
  }

  /// The decoder of an opened file.
  ///
  /// - Throws: `invalid-scene` for a file that no parameter named: a plugin made it up.
  func decoder(_ file: String) throws(RenderError) -> PhotoDecoder {
    guard let decoder = opened[file] else {
      throw .invalidScene("it shows a file that was not given to the plugin", layer: "image")
    }
    return decoder
  }

  /// Says how many pixels a render will need, so that one decoding serves all of a call.
  func expect(_ file: String, atLeast pixels: PixelSize) {
    let known = needs[file] ?? PixelSize(width: 0, height: 0)
    needs[file] = PixelSize(
      width: max(known.width, pixels.width), height: max(known.height, pixels.height))
  }

  /// Lends the decoded picture, which has at least the pixels expected so far.
  func withPicture(
    _ file: String, _ body: (borrowing ImageSurface) throws(RenderError) -> Void
  ) throws(RenderError) {
    let decoder = try decoder(file)
    let needed = needs[file] ?? decoder.size
    if let photo = decoded[file], photo.surface.size.covers(needed, of: decoder.size) {
      return try body(photo.surface)
    }
    let photo = DecodedPhoto(try decoder.decode(atLeast: needed))
    decoded[file] = photo
    try body(photo.surface)
  }
}

extension PixelSize {
  /// Whether a decoded size is enough for what is needed, or all the file has.
  fileprivate func covers(_ needed: PixelSize, of full: PixelSize) -> Bool {
    width >= min(needed.width, full.width) && height >= min(needed.height, full.height)
  }
}
