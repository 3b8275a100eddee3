internal import Files
import Graphics
import WallfarmPluginKit
internal import Work

/// The photos of a renderer; each is read once, and decoded once for all devices in a `render`
/// call.
///
/// A replaced file is read again. Files and decoded pictures share an LRU cache of limited size.
/// Each renderer has its own store, which it uses on its own thread.
package final class PhotoStore {
  /// The maximum total size of files and decoded pictures in bytes.
  private let mostBytes: Int
  /// Whether photos are decoded on another thread.
  private let overlaps: Bool
  private let access: Access
  /// The files whose structure was checked, shared by stores that check the same files.
  private let inspected: InspectedPhotos?
  /// A screen size that every decoded photo can fill: the largest width and height in the catalog.
  ///
  /// As a result, a photo is decoded only once for all devices, and the pixels for one device do
  /// not depend on the other devices in the same render.
  static let largestScreen = PixelSize(width: 2064, height: 2868)

  /// The limits for photos that are opened from this point on.
  var limits = PhotoLimits()
  private var photos: [String: Photo] = [:]
  /// The files that were opened for parameters, for content, or from a plugin's own folder; layers
  /// cannot show other files.
  private var named: Set<String> = []
  /// The photos of the render in progress, or `nil` between renders.
  private var current: Current?
  private var clock = 0
  /// Photos that are already scaled for their layers.
  ///
  /// A layout's photo is drawn three times per picture, both to measure contrast and to display the
  /// photo. An entry stays valid if only text changes.
  private var placed: BoundedCache<PlacedKey, PlacedPhoto>

  /// How a store opens photos.
  package enum Access: Sendable {
    /// Reads whole files, and their headers with the decoders, to draw the photos.
    case whole
    /// Reads only the signatures, so that many requests can be checked before any of them is drawn.
    case signature
    /// Checks the structure of whole files in Swift, so that no C library sees an untrusted file.
    case structure
  }

  package init(
    mostBytes: Int, overlaps: Bool = false, access: Access = .whole,
    inspected: InspectedPhotos? = nil
  ) {
    self.inspected = inspected
    self.mostBytes = mostBytes / 8 * 7
    placed = BoundedCache(mostBytes: mostBytes / 8)
    self.overlaps = overlaps
    self.access = access
  }

  /// Everything that affects the pixels of a scaled photo.
  private struct PlacedKey: Hashable {
    let image: ImageContent
    /// The digest of the photo's file.
    let digest: String
    let pixels: PixelSize
    let scale: Scale
    let space: ColorSpace
  }

  /// The photo files of one render; all pictures in the render show the same version of a file.
  private struct Current {
    var files: Set<String> = []
    /// The SHA-256 digests of evicted files, which may be read again.
    var evicted: [String: String] = [:]
  }

  /// An opened file and, once decoded, its picture.
  private final class Photo {
    let identity: Files.Identity
    let decoder: PhotoDecoder
    /// The SHA-256 of the file.
    private(set) lazy var digest = decoder.digest
    /// The digest, and for a drawing the version of the library that draws it.
    private(set) lazy var rendition = digest + (decoder.drawingLibrary.map { " " + $0 } ?? "")
    var decoded: Held?
    /// The part of the photo that announced pictures will show.
    var expected: PhotoPart?
    var lastUse = 0

    init(identity: Files.Identity, decoder: PhotoDecoder) {
      self.identity = identity
      self.decoder = decoder
    }

    var byteCount: Int { identity.size + (decoded?.byteCount ?? 0) }
  }

  /// A class wrapper that lets an optional property hold a decoded photo.
  private final class Held {
    let photo: DecodedPhoto
    let part: PhotoPart

    init(_ photo: consuming DecodedPhoto, part: PhotoPart) {
      self.photo = photo
      self.part = part
    }

    var byteCount: Int { photo.surface.stride * photo.surface.size.height }
  }

  /// Begins a render; a file that changes before the render ends is an error.
  func beginRender() { current = Current() }

  /// Ends a render; the next render can show a changed file.
  func endRender() { current = nil }

  /// Reads a file and checks its header; a file that is already open and unchanged is not read
  /// again.
  ///
  /// - Throws: `photo-unreadable`, `photo-format`, `photo-too-large`, `file-too-large`,
  ///   `input-changed` if the render in progress has read a different version of the file.
  func open(_ file: String, origin: Origin) throws(RenderError) {
    do throws(RenderError) {
      let identity = try Files.identity(of: file)
      if access != .whole { return try inspect(file, identity) }
      if let photo = photos[file], photo.identity == identity {
        try photo.decoder.check(against: limits)
      } else {
        try read(file, identity)
        named.insert(file)
      }
      current?.files.insert(file)
    } catch {
      guard error.code == .fileUnreadable else { throw error }
      var problem = error
      (problem.code, problem.origin) = (.photoUnreadable, origin)
      throw problem.suggestingFile(file)
    }
  }

  /// Checks the size and the signature of a file and, with ``Access/structure``, its structure.
  private func inspect(_ file: String, _ identity: Files.Identity) throws(RenderError) {
    guard identity.size <= limits.bytes else {
      throw .fileTooLarge(file, limits.bytes, setting: "--max-photo-bytes")
    }
    guard access == .structure else {
      try PhotoDecoder.checkFormat(try Files.readHead(of: file, count: 512), file: file)
      return
    }
    if inspected?.contains(file, identity) == true { return }
    try PhotoDecoder.checkStructure(try Files.read(file, limit: limits.bytes), file: file)
    inspected?.add(file, identity)
  }

  private func read(_ file: String, _ identity: Files.Identity) throws(RenderError) {
    let bytes = try Files.read(file, limit: limits.bytes, setting: "--max-photo-bytes")
    let decoder = try PhotoDecoder(bytes, file: file, limits: limits)
    let photo = Photo(identity: identity, decoder: decoder)
    if let current, current.files.contains(file),
      let before = photos[file]?.digest ?? current.evicted[file], before != photo.digest
    {
      throw .photoChanged(file)
    }
    photos[file] = photo
    touch(photo)
  }

  /// Returns the size of an opened photo in pixels.
  ///
  /// - Throws: `invalid-scene` for a file that was not opened with ``open(_:origin:)``.
  func size(of file: String) throws(RenderError) -> PixelSize { try photo(file).decoder.size }

  /// Returns whether the file was opened, even if it has been evicted since then.
  func isOpen(_ file: String) -> Bool { named.contains(file) }

  /// Returns the SHA-256 of each image's file, in order; for a drawing, with the version of the
  /// library that draws it.
  func digests(of images: [ImageContent]) throws(RenderError) -> [String] {
    try images.map { (image) throws(RenderError) in try photo(image.file).rendition }
  }

  /// Returns the SHA-256 of each file, in order.
  func digests(ofFiles files: [String]) throws(RenderError) -> [String] {
    try files.map { (file) throws(RenderError) in try photo(file).digest }
  }

  /// Announces an image that will be drawn, so that a photo is decoded only once even if several
  /// pictures show it.
  func announce(_ image: ImageContent, scale: Scale) throws(RenderError) {
    let photo = try photo(image.file)
    let part = PhotoPart(of: image, picture: photo.decoder.size, scale: scale)
    photo.expected = photo.expected.map { $0.union(part) } ?? part
  }

  /// Starts decoding a picture that will be drawn soon.
  ///
  /// - Throws: `photo-unreadable` for damage that is already known.
  func begin(_ image: ImageContent, scale: Scale) throws(RenderError) {
    _ = try decoded(image, scale: scale)
  }

  /// Decodes a picture completely, so that damage is found before anything is written.
  ///
  /// - Returns: A decoder warning about a defect that did not change any pixel, or `nil`.
  /// - Throws: `photo-unreadable`.
  func decode(_ image: ImageContent, scale: Scale) throws(RenderError) -> String? {
    var text: String?
    try withPicture(image, scale: scale) { (photo) throws(RenderError) in
      try photo.checkColor(file: image.file)
      text = try photo.finish()
    }
    return text.map { text in
      "the photo '\(Files.name(of: image.file))' is complete, but its file has defects: " + text
    }
  }

  /// Passes the decoded picture, which has at least the pixels that a layer needs, to `body`.
  ///
  /// Some of its rows may not have been decoded yet; drawing waits for them.
  ///
  /// - Throws: Errors of `body`, and `photo-unreadable` if the rest of the photo is damaged.
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

  /// The photo scaled and positioned for its layer, from the cache if possible; `nil` if it is
  /// outside the canvas.
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
      // Legibility is measured on a part of the picture, but the cached photo is scaled for the
      // whole picture.
      made = try canvas.place(photo, as: image, in: space, on: pixels, threads: threads)
    }
    if let made { placed.insert(made, for: key, bytes: made.byteCount) }
    return made
  }

  private func decoded(_ image: ImageContent, scale: Scale) throws(RenderError) -> Held {
    let photo = try photo(image.file)
    touch(photo)
    let needed =
      photo.decoder.isDrawing
      ? ImagePlacement.drawnPixels(for: image, picture: photo.decoder.size, scale: scale)
      : neededPixels(for: image, picture: photo.decoder.size, scale: scale)
    let part = PhotoPart(of: image, picture: photo.decoder.size, scale: scale)
    if let known = photo.decoded, known.part.contains(part),
      known.photo.size == photo.decoder.decodedSize(atLeast: needed)
    {
      return known
    }
    // If a second part of a photo is requested, decode the whole photo, because requests for more
    // parts are likely.
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
      throw .invalidScene("it shows a file that the plugin did not receive", layer: "image")
    }
    // The photo was evicted after it was opened.
    try open(file, origin: .file(file))
    guard let photo = photos[file] else {
      preconditionFailure(
        "an opened photo is not in the store")
    }
    return photo
  }

  private func touch(_ photo: Photo) {
    clock += 1
    photo.lastUse = clock
    makeRoom(besides: photo)
  }

  /// Evicts the least recently used photos while the total size exceeds the limit.
  ///
  /// This is not a `BoundedCache`, because a photo grows when it is decoded, and the newest photo
  /// is kept regardless of its size.
  private func makeRoom(besides newest: Photo) {
    var total = photos.values.reduce(0) { $0 + $1.byteCount }
    while total > mostBytes {
      let others = photos.filter { $0.value !== newest }
      guard let oldest = others.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return }
      total -= oldest.value.byteCount
      if current?.files.contains(oldest.key) == true {
        current?.evicted[oldest.key] = oldest.value.digest
      }
      photos[oldest.key] = nil
    }
  }
}

extension RenderError {
  fileprivate static func photoChanged(_ file: String) -> RenderError {
    RenderError(
      .inputChanged, "'\(file)' changed while it was being rendered", origin: .file(file),
      hint: "render again when no other program is changing the file")
  }
}
