internal import Files
import Graphics
import WallfarmPluginKit
internal import Work

/// The photos of a renderer, each read once and decoded once for all devices of a call.
///
/// A file that was replaced under its name is read again. Files and pictures are kept up to
/// a number of bytes, the least recently used going first. Belongs to one renderer and its thread.
package final class PhotoStore {
  /// Memory for files and decoded pictures.
  private let mostBytes: Int
  /// Whether photos are decoded on another thread while other things go on.
  private let overlaps: Bool
  /// Whether photos are only looked at: for checking many requests of which none is drawn yet.
  private let looksOnly: Bool
  /// A photo is decoded at least as large as this screen needs it, which is as wide and as high as
  /// the largest of the catalog: one decoding then serves all devices, and the pixels of one device
  /// do not depend on the others that are rendered with it.
  static let largestScreen = PixelSize(width: 2064, height: 2868)

  /// Bounds on photos opened from now on.
  var limits = PhotoLimits()
  private var photos: [String: Photo] = [:]
  /// Files that parameters named; a plugin may show no others.
  private var named: Set<String> = []
  private var clock = 0
  /// Photos as they lie on screens: one of a layout is drawn thrice for a picture, to see what letters
  /// stand on and to show it, and is the same when only words change.
  private var placed: BoundedCache<PlacedKey, PlacedPhoto>

  package init(mostBytes: Int, overlaps: Bool = false, looksOnly: Bool = false) {
    self.mostBytes = mostBytes / 8 * 7
    placed = BoundedCache(mostBytes: mostBytes / 8)
    self.overlaps = overlaps
    self.looksOnly = looksOnly
  }

  /// Everything that the pixels of a placed photo depend on.
  private struct PlacedKey: Hashable {
    let image: ImageContent
    /// Digest of its file.
    let digest: String
    let pixels: PixelSize
    let scale: Scale
    let space: ColorSpace
  }

  /// One file, opened and perhaps decoded.
  private final class Photo {
    let identity: Files.Identity
    let decoder: PhotoDecoder
    /// SHA-256 of the file.
    private(set) lazy var digest = decoder.digest
    var decoded: Held?
    /// What pictures that were announced will show of it.
    var expected: PhotoPart?
    var lastUse = 0

    init(identity: Files.Identity, decoder: PhotoDecoder) {
      self.identity = identity
      self.decoder = decoder
    }

    var byteCount: Int { identity.size + (decoded?.byteCount ?? 0) }
  }

  /// Holds a decoded photo where an optional property can keep it.
  private final class Held {
    let photo: DecodedPhoto
    let part: PhotoPart

    init(_ photo: consuming DecodedPhoto, part: PhotoPart) {
      self.photo = photo
      self.part = part
    }

    var byteCount: Int { photo.surface.stride * photo.surface.size.height }
  }

  /// Reads a file and checks its header; a file that is open and unchanged is only checked.
  ///
  /// - Throws: `photo-unreadable`, `photo-format`, `photo-too-large`, `file-too-large`.
  func open(_ file: String, origin: Origin) throws(RenderError) {
    do throws(RenderError) {
      let identity = try Files.identity(of: file)
      if looksOnly { return try look(at: file, identity) }
      if let photo = photos[file], photo.identity == identity {
        return try photo.decoder.check(against: limits)
      }
      try read(file, identity)
      named.insert(file)
    } catch {
      guard error.code == .fileUnreadable else { throw error }
      var problem = error
      (problem.code, problem.origin) = (.photoUnreadable, origin)
      throw problem
    }
  }

  /// Whether it is there, is a photo by its first bytes, and has not too many of them.
  private func look(at file: String, _ identity: Files.Identity) throws(RenderError) {
    guard identity.size <= limits.bytes else {
      throw .fileTooLarge(file, limits.bytes, setting: "--max-photo-bytes")
    }
    try PhotoDecoder.checkFormat(try Files.readHead(of: file, count: 512), file: file)
  }

  private func read(_ file: String, _ identity: Files.Identity) throws(RenderError) {
    let bytes = try Files.read(file, limit: limits.bytes, setting: "--max-photo-bytes")
    let decoder = try PhotoDecoder(bytes, file: file, limits: limits)
    let photo = Photo(identity: identity, decoder: decoder)
    photos[file] = photo
    touch(photo)
  }

  /// Width and height of an opened file.
  ///
  /// - Throws: `invalid-scene` for a file that no parameter named: a plugin made it up.
  func size(of file: String) throws(RenderError) -> PixelSize { try photo(file).decoder.size }

  /// Whether a parameter named the file.
  func isOpen(_ file: String) -> Bool { named.contains(file) }

  /// SHA-256 of the file of each picture, in order.
  func digests(of images: [ImageContent]) throws(RenderError) -> [String] {
    try images.map { (image) throws(RenderError) in try photo(image.file).digest }
  }

  /// SHA-256 of each file, in order.
  func digests(ofFiles files: [String]) throws(RenderError) -> [String] {
    try files.map { (file) throws(RenderError) in try photo(file).digest }
  }

  /// Tells of a picture that will be drawn, so that one decoding serves it and others.
  func announce(_ image: ImageContent, scale: Scale) throws(RenderError) {
    let photo = try photo(image.file)
    let part = PhotoPart(of: image, picture: photo.decoder.size, scale: scale)
    photo.expected = photo.expected.map { $0.union(part) } ?? part
  }

  /// Begins to decode a picture that will be drawn soon.
  ///
  /// - Throws: `photo-unreadable` for what is known to be damaged already.
  func begin(_ image: ImageContent, scale: Scale) throws(RenderError) {
    _ = try decoded(image, scale: scale)
  }

  /// Decodes a picture to its end, so that damage shows before anything is written.
  ///
  /// - Returns: a complaint of the decoder that changed no pixel.
  /// - Throws: `photo-unreadable`.
  func decode(_ image: ImageContent, scale: Scale) throws(RenderError) -> String? {
    var text: String?
    try withPicture(image, scale: scale) { (photo) throws(RenderError) in
      try photo.checkColor(file: image.file)
      text = try photo.finish()
    }
    return text.map { text in
      "the photo '\(Files.name(of: image.file))' is whole, but its file is not clean: " + text
    }
  }

  /// Lends the decoded picture, which has at least the pixels that a layer needs.
  ///
  /// Its rows may still be arriving, which drawing waits for.
  ///
  /// - Throws: what `body` throws, and `photo-unreadable` where the rest of the photo is damaged.
  func withPicture(
    _ image: ImageContent, scale: Scale,
    _ body: (borrowing DecodedPhoto) throws(RenderError) -> Void
  ) throws(RenderError) {
    let held = try decoded(image, scale: scale)
    do throws(RenderError) {
      try body(held.photo)
      _ = try held.photo.finish()
    } catch {
      photos[image.file]?.decoded = nil
      throw error
    }
  }

  /// A photo as its layer asks for it, made or kept; nil where it lies beside the canvas.
  ///
  /// - Throws: `photo-unreadable`, `raster-failed`.
  func placed(
    _ image: ImageContent, on canvas: borrowing Canvas, pixels: PixelSize, in space: ColorSpace,
    threads: Int
  ) throws(RenderError) -> PlacedPhoto? {
    let key = PlacedKey(
      image: image, digest: try photo(image.file).digest, pixels: pixels, scale: canvas.scale,
      space: space)
    if let known = placed.value(for: key) { return known }
    var made: PlacedPhoto?
    try withPicture(image, scale: canvas.scale) { (photo) throws(RenderError) in
      made = try canvas.place(photo, as: image, in: space, threads: threads)
    }
    if let made { placed.insert(made, for: key, bytes: made.byteCount) }
    return made
  }

  private func decoded(_ image: ImageContent, scale: Scale) throws(RenderError) -> Held {
    let photo = try photo(image.file)
    touch(photo)
    let needed = neededPixels(for: image, picture: photo.decoder.size, scale: scale)
    let part = PhotoPart(of: image, picture: photo.decoder.size, scale: scale)
    if let known = photo.decoded, known.part.contains(part),
      known.photo.size == photo.decoder.decodedSize(atLeast: needed)
    {
      return known
    }
    // A second part of the same photo suggests that more will be asked for.
    let wanted =
      photo.decoded == nil
      ? photo.expected.map { $0.union(part) } ?? part : PhotoPart(wholeOf: photo.decoder.size)
    let held =
      overlaps
      ? Held(try photo.decoder.start(atLeast: needed, part: wanted), part: wanted)
      : Held(try photo.decoder.decode(atLeast: needed, part: wanted), part: wanted)
    photo.decoded = held
    makeRoom(besides: photo)
    return held
  }

  private func neededPixels(
    for image: ImageContent, picture: PixelSize, scale: Scale
  ) -> PixelSize {
    let own = ImagePlacement.neededPixels(for: image, picture: picture, scale: scale)
    let screen = Rect(
      x: 0, y: 0, width: Double(PhotoStore.largestScreen.width),
      height: Double(PhotoStore.largestScreen.height))
    let largest = ImagePlacement.neededPixels(
      for: ImageContent(file: image.file, frame: screen), picture: picture,
      scale: Scale(x: 1, y: 1))
    return PixelSize(
      width: max(own.width, largest.width), height: max(own.height, largest.height))
  }

  private func photo(_ file: String) throws(RenderError) -> Photo {
    if let photo = photos[file] { return photo }
    guard named.contains(file) else {
      throw .invalidScene("it shows a file that was not given to the plugin", layer: "image")
    }
    // It had to make room for others since it was opened.
    try open(file, origin: .file(file))
    guard let photo = photos[file] else { preconditionFailure("an opened photo is not kept") }
    return photo
  }

  private func touch(_ photo: Photo) {
    clock += 1
    photo.lastUse = clock
    makeRoom(besides: photo)
  }

  /// Forgets the least recently used photos while all together are too large.
  ///
  /// Not a `BoundedCache`: a photo grows when it is decoded, and the newest stays however large.
  private func makeRoom(besides newest: Photo) {
    var total = photos.values.reduce(0) { $0 + $1.byteCount }
    while total > mostBytes {
      let others = photos.filter { $0.value !== newest }
      guard let oldest = others.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return }
      total -= oldest.value.byteCount
      photos[oldest.key] = nil
    }
  }
}
