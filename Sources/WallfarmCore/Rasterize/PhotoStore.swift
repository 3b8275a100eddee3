import Graphics
import WallfarmPluginKit

/// The photos of a renderer, each read once and decoded once for all devices of a call.
///
/// A file that was replaced under its name is read again. Decoded pictures are kept up to
/// ``mostBytes``, the least recently used going first. Belongs to one renderer and its thread.
final class PhotoStore {
  /// Memory for decoded pictures: four photos of 12 megapixels.
  static let mostBytes = 192 << 20

  /// Bounds on photos opened from now on.
  var limits = PhotoLimits()
  private var photos: [String: Photo] = [:]
  private var clock = 0

  /// One file, opened and perhaps decoded.
  private final class Photo {
    let identity: Files.Identity
    let decoder: PhotoDecoder
    /// Pixels that renders said they need.
    var needed = PixelSize(width: 0, height: 0)
    var decoded: Held?
    var lastUse = 0

    init(identity: Files.Identity, decoder: PhotoDecoder) {
      self.identity = identity
      self.decoder = decoder
    }
  }

  /// Holds a decoded photo where an optional property can keep it.
  private final class Held {
    let photo: DecodedPhoto
    init(_ photo: consuming DecodedPhoto) { self.photo = photo }
    var byteCount: Int { photo.surface.stride * photo.surface.size.height }
  }

  /// Reads a file and checks its header; does nothing for one that is open and unchanged.
  ///
  /// - Throws: `photo-unreadable`, `photo-format`, `photo-too-large`, `file-too-large`.
  func open(_ file: String, origin: String) throws(RenderError) {
    do throws(RenderError) {
      let identity = try Files.identity(of: file)
      if photos[file]?.identity == identity { return }
      let bytes = try Files.read(file, limit: limits.bytes)
      let decoder = try PhotoDecoder(bytes, file: file, limits: limits)
      photos[file] = Photo(identity: identity, decoder: decoder)
    } catch {
      guard error.code == .fileUnreadable else { throw error }
      throw RenderError(.photoUnreadable, error.message, origin: origin, hint: error.hint)
    }
  }

  /// Width and height of an opened file.
  ///
  /// - Throws: `invalid-scene` for a file that no parameter named: a plugin made it up.
  func size(of file: String) throws(RenderError) -> PixelSize { try photo(file).decoder.size }

  /// Says how many pixels a render will need, so that one decoding serves all of a call.
  func expect(_ file: String, atLeast pixels: PixelSize) throws(RenderError) {
    let photo = try photo(file)
    photo.needed = PixelSize(
      width: max(photo.needed.width, pixels.width),
      height: max(photo.needed.height, pixels.height))
  }

  /// Decodes a picture now, so that damage shows before anything is written.
  ///
  /// A complaint of the decoder that changed no pixel comes back as a warning.
  ///
  /// - Throws: `photo-unreadable`.
  func decode(_ file: String) throws(RenderError) -> RenderWarning? {
    var warning: RenderWarning?
    try withPicture(file) { photo in
      warning = photo.warning.map { text in
        RenderWarning(
          .photoWarning,
          "the photo '\(Files.name(of: file))' is whole, but its file is not clean: "
            + text, hint: "save it again if other programs complain")
      }
    }
    return warning
  }

  /// Lends the decoded picture, which has at least the pixels expected so far.
  func withPicture(
    _ file: String, _ body: (borrowing DecodedPhoto) throws(RenderError) -> Void
  ) throws(RenderError) {
    let photo = try photo(file)
    clock += 1
    photo.lastUse = clock
    if let decoded = photo.decoded,
      decoded.photo.size.covers(photo.needed, of: photo.decoder.size)
    {
      return try body(decoded.photo)
    }
    let decoded = Held(try photo.decoder.decode(atLeast: photo.needed))
    photo.decoded = decoded
    makeRoom(besides: photo)
    try body(decoded.photo)
  }

  private func photo(_ file: String) throws(RenderError) -> Photo {
    guard let photo = photos[file] else {
      throw .invalidScene("it shows a file that was not given to the plugin", layer: "image")
    }
    return photo
  }

  /// Forgets the least recently used photos while all decoded ones together are too large.
  private func makeRoom(besides newest: Photo) {
    var total = photos.values.reduce(0) { $0 + ($1.decoded?.byteCount ?? 0) }
    while total > PhotoStore.mostBytes {
      let candidates = photos.filter { $0.value.decoded != nil && $0.value !== newest }
      guard let oldest = candidates.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return }
      total -= oldest.value.decoded?.byteCount ?? 0
      oldest.value.decoded = nil
    }
  }
}

extension PixelSize {
  /// Whether a decoded size is enough for what is needed, or all the file has.
  fileprivate func covers(_ needed: PixelSize, of full: PixelSize) -> Bool {
    width >= min(needed.width, full.width) && height >= min(needed.height, full.height)
  }
}
