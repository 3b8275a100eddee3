internal import Digests
internal import Graphics
package import RenderPool
internal import Synchronization
package import WallfarmCore
package import WallfarmPluginKit

/// Uploaded files, separate for each client, in memory and optionally in a folder.
///
/// With a folder, memory is only a cache. Without a folder, memory is the only storage, and pinned
/// files are never evicted.
package final class Uploads: Sendable {
  private struct Upload {
    let input: HeldInput
    /// The name in the records.
    let name: String
    var lastUse: Int
  }

  private struct Place: Hashable {
    let client: String
    let digest: String
  }

  /// An evicted file that orders are still using.
  private struct Gone {
    weak var input: HeldInput?
    let bytes: Int
  }

  private struct Content {
    var gone: [Gone] = []
    var uploads: [Place: Upload] = [:]
    /// Files by their names in the records.
    var places: [String: Place] = [:]
    var bytes = 0
    var uses = 0
  }

  private let content = Mutex(Content())
  private let mostBytes: Int
  private let records: UploadRecords
  private let folder: UploadFolder?
  private let clock: TimeSource

  /// Returns the size to charge for a file; it has a minimum, because each file is open, and the
  /// number of open files is limited.
  private static func cost(_ bytes: Int) -> Int { max(bytes, ServiceSettings.leastCost) }

  package init(
    mostBytes: Int, records: UploadRecords, folder: UploadFolder? = nil,
    clock: TimeSource = .machine
  ) {
    (self.mostBytes, self.records, self.folder, self.clock) = (mostBytes, records, folder, clock)
  }

  package var bytes: Int { content.withLock(\.bytes) }

  /// Stores a file.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the file.
  ///   - kind: The kind of file. ``RenderPlanner`` checks fonts and themes before they are stored.
  ///   - client: The client.
  ///   - parts: The digests of the files that the file names. They are not evicted while the file is
  ///     stored.
  /// - Returns: The name for requests: `sha256-` and the digest.
  /// - Throws: `photo-format`, `photo-unreadable`, `photo-too-large`, the `svg-…` codes,
  ///   `upload-missing`, `input-failed`, `store-failed`, `store-full`; `service-busy` if evicted files are still in
  ///   use.
  package func keep(
    _ bytes: [UInt8], as kind: UploadKind = .photo, for client: String, parts: Set<String> = []
  ) throws(RenderError) -> String {
    guard bytes.count <= mostBytes else {
      throw RenderError(
        .photoTooLarge, "the file of \(bytes.count) bytes exceeds the limit of \(mostBytes) bytes",
        hint: "upload a smaller file")
    }
    try checkForRoom()
    let clean = try kind.checked(bytes)
    let digest = SHA256.hex(of: clean)
    let kept = parts.isEmpty ? nil : try own(UploadName.name(digest), of: client)
    try folder?.keep(clean, digest: digest, of: client, now: clock.read())
    // Uploads of the same file share one memory file.
    let name: String
    if let held = held(digest, of: client) {
      name = held.name
    } else {
      let input = try HeldInput(clean)
      if folder == nil { try record(input, of: client) }
      take(input, of: client)
      name = input.name
    }
    do throws(RenderError) {
      try records.pin(parts: parts, of: digest, of: client)
    } catch {
      if kept == nil { _ = try? erase(name, of: client) }
      throw error
    }
    return name
  }

  /// Records a file that is only in memory; evicts unpinned files if necessary.
  private func record(_ input: HeldInput, of client: String) throws(RenderError) {
    let gone = try records.add(
      records.names(input.digest, of: client)[0], bytes: Uploads.cost(input.count),
      of: client, now: clock.read(), lastUse: { [self] name in lastUse(name) })
    content.withLock { content in
      for place in gone.compactMap({ content.places[$0] }) {
        Uploads.remove(place, from: &content)
      }
    }
  }

  private func lastUse(_ name: String) -> Int {
    content.withLock { content in
      content.places[name].flatMap { content.uploads[$0]?.lastUse } ?? 0
    }
  }

  private static func remove(_ place: Place, from content: inout Content) {
    guard let upload = content.uploads.removeValue(forKey: place) else { return }
    content.places[upload.name] = nil
    content.bytes -= cost(upload.input.count)
    content.gone.append(Gone(input: upload.input, bytes: upload.input.count))
  }

  /// Returns a file from memory and records its use.
  private func held(_ digest: String, of client: String) -> HeldInput? {
    content.withLock { content in
      let place = Place(client: client, digest: digest)
      content.uses += 1
      content.uploads[place]?.lastUse = content.uses
      return content.uploads[place]?.input
    }
  }

  /// Erases a file; returns `false` if the client has no such file.
  ///
  /// Renders in progress can still use the file.
  ///
  /// - Throws: `store-failed`.
  package func erase(_ name: String, of client: String) throws(RenderError) -> Bool {
    let digest = Uploads.digest(name)
    try records.unshare(digest, of: client)
    let wasKept = try folder?.erase(digest, of: client) ?? false
    let place = Place(client: client, digest: digest)
    guard let name = content.withLock({ $0.uploads[place]?.name }) else { return wasKept }
    if folder == nil { try records.erase(name) }
    content.withLock { Uploads.remove(place, from: &$0) }
    return true
  }

  private static func digest(_ name: String) -> String { UploadName.digest(name) ?? "" }

  /// - Throws: `service-busy`.
  private func checkForRoom() throws(RenderError) {
    try content.withLock { (content) throws(RenderError) in
      content.gone.removeAll { $0.input == nil }
      let waitedFor = content.gone.reduce(0) { $0 + Uploads.cost($1.bytes) }
      guard waitedFor <= mostBytes else { throw .overloaded() }
    }
  }

  private func take(_ input: HeldInput, of client: String) {
    let place = Place(client: client, digest: input.digest)
    let name = records.names(input.digest, of: client)[0]
    content.withLock { content in
      content.uses += 1
      let upload = Upload(input: input, name: name, lastUse: content.uses)
      if content.uploads.updateValue(upload, forKey: place) == nil {
        content.bytes += Uploads.cost(input.count)
      }
      content.places[name] = place
      // If there is no folder, the records already limit the memory that uploads use.
      guard folder != nil else { return }
      while content.bytes > mostBytes, content.uploads.count > 1,
        let oldest = content.uploads.min(by: { $0.value.lastUse < $1.value.lastUse })
      {
        Uploads.remove(oldest.key, from: &content)
      }
    }
  }

  /// Returns a photo of a client.
  ///
  /// - Throws: `photo-unreadable`, including for photos of other clients, so that their existence
  ///   is not revealed.
  package func photo(_ name: String, of client: String) throws(RenderError) -> HeldInput {
    guard let found = try own(name, of: client) else { throw .photoNotKept() }
    return found
  }

  /// Returns a file of a client, or a file that another client shares.
  ///
  /// - Returns: The file and the client that uploaded it.
  /// - Throws: `upload-missing`, including for files of other clients, so that their existence is
  ///   not revealed.
  package func file(
    _ name: String, of client: String
  ) throws(RenderError) -> (input: HeldInput, owner: String) {
    if let found = try own(name, of: client) { return (found, client) }
    for owner in try records.sharers(of: Uploads.digest(name)) {
      if let found = try own(name, of: owner) { return (found, owner) }
    }
    throw .uploadMissing(name)
  }

  private func own(_ name: String, of client: String) throws(RenderError) -> HeldInput? {
    let digest = Uploads.digest(name)
    if let held = held(digest, of: client) {
      guard let folder, !folder.use(digest, of: client) else { return held }
      // The folder is authoritative: drop the cached copy of a file that was removed from the
      // folder.
      content.withLock { Uploads.remove(Place(client: client, digest: digest), from: &$0) }
    }
    guard let bytes = folder?.bytes(digest, of: client) else { return nil }
    try checkForRoom()
    let input = try HeldInput(bytes)
    take(input, of: client)
    return input
  }

  /// Allows all clients to use a file, or ends this permission.
  ///
  /// - Returns: `false` if the client has no such file.
  /// - Throws: `store-full` if the files that the client's people, addresses, themes and other
  ///   clients use exceed the client's share; `store-failed`.
  package func share(_ name: String, isShared: Bool, of client: String) throws(RenderError) -> Bool
  {
    let digest = Uploads.digest(name)
    guard try own(name, of: client) != nil else { return false }
    if isShared {
      try records.share(digest, of: client)
    } else {
      try records.unshare(digest, of: client)
    }
    return true
  }

  /// Erases files that an earlier version stored and that have not been used for a long time.
  package func tidy(now: Moment) { folder?.tidy(now: now) }
}
