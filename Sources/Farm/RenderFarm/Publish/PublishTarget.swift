import Digests
import Files
package import Stores
package import WallfarmPluginKit

/// The place at which pictures are published: a folder or a bucket.
package protocol PublishTarget: Sendable {
  /// The address, such as `s3://BUCKET/PREFIX` or the absolute path of a folder.
  var address: String { get }

  /// Prepares the place for pictures.
  func prepare() throws(RenderError)

  /// Returns the SHA-256 of a picture, or `nil` if it does not exist.
  func digest(of name: String) throws(RenderError) -> String?

  /// Creates or replaces a picture completely or not at all.
  func put(_ bytes: [UInt8], sha256: String, as name: String) throws(RenderError)

  /// Removes a picture if it exists.
  func remove(_ name: String) throws(RenderError)
}

/// Publishes to a folder; links below the folder are never followed.
package struct PublishFolder: PublishTarget {
  package let address: String

  /// Maximum size of a picture in bytes, above that of any screen.
  private static let mostBytes = 1 << 30
  /// The page that hides the list of files from hosts that show one.
  private static let index = "index.html"

  /// Creates the target for a folder, which may be missing.
  ///
  /// - Throws: `invalid-parameter`.
  package init(_ path: String) throws(RenderError) {
    var short = path
    while short.hasSuffix("/"), short.count > 1 { short.removeLast() }
    guard let place = Files.resolvedAsFar(short) else {
      throw RenderError(
        .invalidParameter, "'\(path)' contains '..' after a folder that does not exist",
        origin: .option("to"), hint: "create the folder, or write its path without '..'")
    }
    address = place
  }

  /// Creates the folder, and an empty start page, so that a web server does not list the addresses.
  package func prepare() throws(RenderError) {
    try WholeFile.makeFolder(address)
    let root = try OpenFolder(address, followsLink: true)
    if root.entry(PublishFolder.index) == nil {
      try root.replace(PublishFolder.index, with: [])
    }
  }

  package func digest(of name: String) throws(RenderError) -> String? {
    guard let (folder, last) = try folder(of: name), folder.entry(last)?.kind == .file else {
      return nil
    }
    return SHA256.hex(of: try folder.read(last, limit: PublishFolder.mostBytes).bytes)
  }

  package func put(_ bytes: [UInt8], sha256: String, as name: String) throws(RenderError) {
    var folder = try OpenFolder(address, followsLink: true)
    let parts = name.split(separator: "/").map(String.init)
    for part in parts.dropLast() {
      switch folder.entry(part)?.kind {
      case nil: folder = try folder.makeFolder(part)
      case .folder?: folder = try folder.folder(part)
      case let kind?:
        throw .outputFailed(
          "\(folder.path)/\(part)", "it is \(kind.words)", origin: .option("to"),
          hint: "remove it; pictures are not written through it")
      }
    }
    try folder.replace(parts.last ?? "", with: bytes)
  }

  package func remove(_ name: String) throws(RenderError) {
    guard let (folder, last) = try folder(of: name) else { return }
    // A link or folder with this name was not made by this program.
    if let kind = folder.entry(last)?.kind, kind != .file { return }
    folder.sweep()
    try folder.remove(last)
    try folder.sync()
    try removeEmptyFolders(of: name)
  }

  /// Removes the folders of a removed picture that contain nothing else.
  private func removeEmptyFolders(of name: String) throws(RenderError) {
    var parts = name.split(separator: "/").map(String.init)
    parts.removeLast()
    while let last = parts.last {
      guard let (outer, _) = try folder(of: parts.joined(separator: "/")),
        outer.entry(last)?.kind == .folder, try outer.folder(last).entries().isEmpty
      else { return }
      try outer.removeFolder(last)
      parts.removeLast()
    }
  }

  /// Opens the folder of a picture; returns `nil` if it does not exist or is reached over a link.
  private func folder(
    of name: String
  ) throws(RenderError) -> (folder: OpenFolder, last: String)? {
    guard Files.isFolder(address) else { return nil }
    var folder = try OpenFolder(address, followsLink: true)
    let parts = name.split(separator: "/").map(String.init)
    for part in parts.dropLast() {
      guard folder.entry(part)?.kind == .folder else { return nil }
      folder = try folder.folder(part)
    }
    return parts.last.map { (folder, $0) }
  }
}

/// Publishes to a bucket.
package struct PublishBucket: PublishTarget {
  private let store: any OutputStore

  /// The `Cache-Control` header of pictures: a client may keep a picture, but asks whether it is
  /// current before it uses the picture again.
  private static let caching = "private, no-cache"

  /// Creates the target for an open store.
  package init(_ store: any OutputStore) { self.store = store }

  package var address: String { store.address }

  package func prepare() throws(RenderError) {}

  package func digest(of name: String) throws(RenderError) -> String? {
    try store.look(at: name)?.sha256
  }

  package func put(_ bytes: [UInt8], sha256: String, as name: String) throws(RenderError) {
    let facts = ObjectFacts(
      sha256: sha256, type: PublishNames.mediaType, caching: PublishBucket.caching)
    try store.put(bytes, facts, as: name, .replacing)
  }

  package func remove(_ name: String) throws(RenderError) { try store.remove(name) }
}
