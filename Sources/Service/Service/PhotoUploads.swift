internal import Digests
internal import Graphics
package import RenderPool
internal import Synchronization
package import WallfarmCore
package import WallfarmPluginKit

/// Uploaded photos, separate for each client, in memory and optionally in a folder.
///
/// With a folder, memory is only a cache. Without a folder, memory is the only storage, and pinned
/// photos are never evicted.
package final class PhotoUploads: Sendable {
  private struct Photo {
    let input: HeldInput
    /// The name in the records.
    let name: String
    var lastUse: Int
  }

  private struct Place: Hashable {
    let client: String
    let digest: String
  }

  /// An evicted photo that orders are still using.
  private struct Gone {
    weak var input: HeldInput?
    let bytes: Int
  }

  private struct Content {
    var gone: [Gone] = []
    var photos: [Place: Photo] = [:]
    /// Photos by their names in the records.
    var places: [String: Place] = [:]
    var bytes = 0
    var uses = 0
  }

  private let content = Mutex(Content())
  private let mostBytes: Int
  private let records: PhotoRecords
  private let folder: PhotoFolder?
  private let clock: TimeSource

  /// Returns the size to charge for a photo; it has a minimum, because each photo is an open file,
  /// which is also a limited resource.
  private static func cost(_ bytes: Int) -> Int { max(bytes, ServiceSettings.leastCost) }

  package init(
    mostBytes: Int, records: PhotoRecords, folder: PhotoFolder? = nil,
    clock: TimeSource = .machine
  ) {
    (self.mostBytes, self.records, self.folder, self.clock) = (mostBytes, records, folder, clock)
  }

  package var bytes: Int { content.withLock(\.bytes) }

  /// Stores a photo.
  ///
  /// - Returns: The name for requests: `sha256-` and the digest.
  /// - Throws: `photo-format`, `photo-unreadable`, `photo-too-large`, `input-failed`,
  ///   `store-failed`, `store-full`; `service-busy` if evicted photos are still in use.
  package func keep(_ bytes: [UInt8], for client: String) throws(RenderError) -> String {
    guard PhotoFormat(bytes) != nil else {
      throw RenderError(
        .photoFormat, "the body is not a JPEG, PNG, WebP, HEIF or AVIF photo",
        hint: "send the unchanged bytes of the file")
    }
    guard bytes.count <= mostBytes else {
      throw RenderError(
        .photoTooLarge, "the photo of \(bytes.count) bytes exceeds the limit of \(mostBytes) bytes",
        hint: "upload a smaller photo")
    }
    try checkForRoom()
    // Remove metadata such as location and time, for privacy.
    let clean = try PhotoMetadata.removed(from: bytes, file: "photo")
    let digest = SHA256.hex(of: clean)
    try folder?.keep(clean, digest: digest, of: client, now: clock.read())
    // Uploads of the same photo share one memory file.
    if let held = held(digest, of: client) { return held.name }
    let input = try HeldInput(clean)
    if folder == nil { try record(input, of: client) }
    take(input, of: client)
    return input.name
  }

  /// Records a photo that is only in memory; evicts unpinned photos if necessary.
  private func record(_ input: HeldInput, of client: String) throws(RenderError) {
    let gone = try records.add(
      records.names(input.digest, of: client)[0], bytes: PhotoUploads.cost(input.count),
      of: client, now: clock.read(), lastUse: { [self] name in lastUse(name) })
    content.withLock { content in
      for place in gone.compactMap({ content.places[$0] }) {
        PhotoUploads.remove(place, from: &content)
      }
    }
  }

  private func lastUse(_ name: String) -> Int {
    content.withLock { content in
      content.places[name].flatMap { content.photos[$0]?.lastUse } ?? 0
    }
  }

  private static func remove(_ place: Place, from content: inout Content) {
    guard let photo = content.photos.removeValue(forKey: place) else { return }
    content.places[photo.name] = nil
    content.bytes -= cost(photo.input.count)
    content.gone.append(Gone(input: photo.input, bytes: photo.input.count))
  }

  /// Returns a photo from memory and records its use.
  private func held(_ digest: String, of client: String) -> HeldInput? {
    content.withLock { content in
      let place = Place(client: client, digest: digest)
      content.uses += 1
      content.photos[place]?.lastUse = content.uses
      return content.photos[place]?.input
    }
  }

  /// Erases a photo; returns `false` if the client has no such photo.
  ///
  /// Renders in progress can still use the photo.
  ///
  /// - Throws: `store-failed`.
  package func erase(_ name: String, of client: String) throws(RenderError) -> Bool {
    let digest = PhotoUploads.digest(name)
    let wasKept = try folder?.erase(digest, of: client) ?? false
    let place = Place(client: client, digest: digest)
    guard let name = content.withLock({ $0.photos[place]?.name }) else { return wasKept }
    if folder == nil { try records.erase(name) }
    content.withLock { PhotoUploads.remove(place, from: &$0) }
    return true
  }

  private static func digest(_ name: String) -> String {
    name.hasPrefix("sha256-") ? String(name.dropFirst(7)) : ""
  }

  /// - Throws: `service-busy`.
  private func checkForRoom() throws(RenderError) {
    try content.withLock { (content) throws(RenderError) in
      content.gone.removeAll { $0.input == nil }
      let waitedFor = content.gone.reduce(0) { $0 + PhotoUploads.cost($1.bytes) }
      guard waitedFor <= mostBytes else { throw .overloaded() }
    }
  }

  private func take(_ input: HeldInput, of client: String) {
    let place = Place(client: client, digest: input.digest)
    let name = records.names(input.digest, of: client)[0]
    content.withLock { content in
      content.uses += 1
      let photo = Photo(input: input, name: name, lastUse: content.uses)
      if content.photos.updateValue(photo, forKey: place) == nil {
        content.bytes += PhotoUploads.cost(input.count)
      }
      content.places[name] = place
      // If there is no folder, the records already limit the memory that photos use.
      guard folder != nil else { return }
      while content.bytes > mostBytes, content.photos.count > 1,
        let oldest = content.photos.min(by: { $0.value.lastUse < $1.value.lastUse })
      {
        PhotoUploads.remove(oldest.key, from: &content)
      }
    }
  }

  /// Returns a photo of a client.
  ///
  /// - Throws: `photo-unreadable`, including for photos of other clients, so that their existence
  ///   is not revealed.
  package func photo(_ name: String, of client: String) throws(RenderError) -> HeldInput {
    let digest = PhotoUploads.digest(name)
    if let held = held(digest, of: client) {
      guard let folder, !folder.use(digest, of: client) else { return held }
      // The folder is authoritative: drop the cached copy of a photo that was removed from the
      // folder.
      content.withLock { PhotoUploads.remove(Place(client: client, digest: digest), from: &$0) }
    }
    if let bytes = folder?.photo(digest, of: client) {
      try checkForRoom()
      let input = try HeldInput(bytes)
      take(input, of: client)
      return input
    }
    throw .photoNotKept()
  }

  /// Erases photos that an earlier version stored and that have not been used for a long time.
  package func tidy(now: Moment) { folder?.tidy(now: now) }
}
