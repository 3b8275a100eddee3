internal import Digests
internal import Graphics
internal import RenderPool
internal import Synchronization
import WallfarmPluginKit

/// Photos that clients have brought, each for the client who did, in memory and where there is one in a folder.
///
/// Where there is no room, those go that were not used for the longest time.
final class PhotoShelf: Sendable {
  private struct Photo {
    let input: HeldInput
    var lastUse: Int
  }

  private struct Place: Hashable {
    let client: String
    let digest: String
  }

  /// A photo that is kept no more, while orders still have it.
  private struct Gone {
    weak var input: HeldInput?
    let bytes: Int
  }

  private struct Content {
    var gone: [Gone] = []
    var photos: [Place: Photo] = [:]
    var bytes = 0
    var uses = 0
  }

  private let content = Mutex(Content())
  private let mostBytes: Int
  private let folder: PhotoFolder?

  /// What a photo counts for: each is an open file too, and those have a limit as well.
  private static func cost(_ bytes: Int) -> Int { max(bytes, ServiceSettings.leastCost) }

  init(mostBytes: Int, folder: PhotoFolder? = nil) {
    (self.mostBytes, self.folder) = (mostBytes, folder)
  }

  var bytes: Int { content.withLock(\.bytes) }

  /// Keeps a photo.
  ///
  /// - Returns: the name that a request calls it by: `sha256-` and its digest.
  /// - Throws: `photo-format`, `photo-unreadable`, `photo-too-large`, `input-failed`, `store-failed`; `service-busy` where those that were kept before are
  ///   still waited for.
  func keep(_ bytes: [UInt8], for client: String) throws(RenderError) -> String {
    guard PhotoFormat(bytes) != nil else {
      throw RenderError(
        .photoFormat, "the body is no photo: expected JPEG, PNG, WebP, HEIF or AVIF",
        hint: "send the bytes of the file as they are")
    }
    guard bytes.count <= mostBytes else {
      throw RenderError(
        .photoTooLarge, "the photo has \(bytes.count) bytes, and there is room for \(mostBytes)",
        hint: "send a smaller one")
    }
    try makeSureOfRoom()
    // Where and when it was taken is nobody's business here.
    let clean = try PhotoMetadata.removed(from: bytes, file: "photo")
    let digest = SHA256.hex(of: clean)
    try folder?.keep(clean, digest: digest, of: client)
    // The same photo is held once, however often it is brought.
    if let held = held(digest, of: client) { return held.name }
    let input = try HeldInput(clean)
    take(input, of: client)
    return input.name
  }

  /// A photo that is in memory; it is used.
  private func held(_ digest: String, of client: String) -> HeldInput? {
    content.withLock { content in
      let place = Place(client: client, digest: digest)
      content.uses += 1
      content.photos[place]?.lastUse = content.uses
      return content.photos[place]?.input
    }
  }

  /// Erases a photo; false where this client has not brought it.
  ///
  /// Pictures that are being made of it are finished.
  ///
  /// - Throws: `store-failed`.
  func erase(_ name: String, of client: String) throws(RenderError) -> Bool {
    let digest = PhotoShelf.digest(name)
    let wasKept = try folder?.erase(digest, of: client) ?? false
    return content.withLock { content in
      let place = Place(client: client, digest: digest)
      guard let photo = content.photos.removeValue(forKey: place) else { return wasKept }
      content.bytes -= PhotoShelf.cost(photo.input.count)
      content.gone.append(Gone(input: photo.input, bytes: photo.input.count))
      return true
    }
  }

  private static func digest(_ name: String) -> String {
    name.hasPrefix("sha256-") ? String(name.dropFirst(7)) : ""
  }

  /// - Throws: `service-busy`.
  private func makeSureOfRoom() throws(RenderError) {
    try content.withLock { (content) throws(RenderError) in
      content.gone.removeAll { $0.input == nil }
      let waitedFor = content.gone.reduce(0) { $0 + PhotoShelf.cost($1.bytes) }
      guard waitedFor <= mostBytes else { throw .overloaded() }
    }
  }

  private func take(_ input: HeldInput, of client: String) {
    let place = Place(client: client, digest: input.digest)
    content.withLock { content in
      content.uses += 1
      if content.photos.updateValue(Photo(input: input, lastUse: content.uses), forKey: place)
        == nil
      {
        content.bytes += PhotoShelf.cost(input.count)
      }
      while content.bytes > mostBytes, content.photos.count > 1,
        let oldest = content.photos.min(by: { $0.value.lastUse < $1.value.lastUse })
      {
        content.bytes -= PhotoShelf.cost(oldest.value.input.count)
        content.gone.append(Gone(input: oldest.value.input, bytes: oldest.value.input.count))
        content.photos[oldest.key] = nil
      }
    }
  }

  /// A photo that this client has brought.
  ///
  /// - Throws: `photo-unreadable`: also for one of another client, which nobody is told of.
  func photo(_ name: String, of client: String) throws(RenderError) -> HeldInput {
    let digest = PhotoShelf.digest(name)
    if let held = held(digest, of: client) {
      folder?.use(digest, of: client)
      return held
    }
    if let bytes = folder?.photo(digest, of: client) {
      try makeSureOfRoom()
      let input = try HeldInput(bytes)
      take(input, of: client)
      return input
    }
    throw RenderError(
      .photoUnreadable, "no photo of that name is kept here", origin: .option("photo"),
      hint: "send it first: PUT /v1/photos answers its name, such as sha256-…")
  }
}
