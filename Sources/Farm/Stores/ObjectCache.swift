public import Diagnostics
internal import Files
internal import Synchronization

/// Caches open stores by address.
public final class ObjectCache: Sendable {
  private let open = Mutex<[String: any OutputStore]>([:])
  private let client = Mutex<S3Client?>(nil)
  /// Addresses of stores that passed ``OutputStore/checkConditions()``.
  private let checked = Mutex<Set<String>>([])
  private let environment: S3Environment?

  /// Creates an empty cache.
  ///
  /// - Parameter environment: the object store settings, or nil to use the process's environment
  ///   variables.
  public init(_ environment: S3Environment? = nil) { self.environment = environment }

  /// The store at an address: `s3://BUCKET/PREFIX`, or the path of a folder.
  ///
  /// - Throws: `invalid-parameter`.
  public func store(at address: String) throws(RenderError) -> any OutputStore {
    if let known = open.withLock({ $0[address] }) { return known }
    let store: any OutputStore =
      S3Address.isAddress(address)
      ? try S3Store(address, try s3()) : FolderStore(PathComparison.placeToWrite(address))
    open.withLock { $0[address] = store }
    return store
  }

  /// The store at an address, which must pass ``OutputStore/checkConditions()`` before its first
  /// use.
  ///
  /// - Throws: `invalid-parameter`, and the errors of ``OutputStore/checkConditions()``.
  public func checkedStore(at address: String) throws(RenderError) -> any OutputStore {
    let store = try store(at: address)
    // Hold the lock during the check, so that concurrent callers wait for the result.
    try checked.withLock { (checked) throws(RenderError) in
      if checked.contains(address) { return }
      try store.checkConditions()
      checked.insert(address)
    }
    return store
  }

  /// Whether the store at an address has passed its check; if so, ``checkedStore(at:)`` does not
  /// repeat the check.
  public func isChecked(_ address: String) -> Bool { checked.withLock { $0.contains(address) } }

  /// Reads an object by its full address, such as `s3://photos/beach.jpg`.
  ///
  /// - Throws: the errors of ``OutputStore/read(_:limit:)``.
  public func read(_ address: String, limit: Int) throws(RenderError) -> [UInt8] {
    let (store, name) = try place(of: address)
    return try store.read(name, limit: limit)
  }

  /// The store that contains an object, and the name of the object in that store.
  ///
  /// - Throws: `invalid-parameter` if the address does not name an object.
  public func place(of address: String) throws(RenderError) -> (
    store: any OutputStore, name: String
  ) {
    let place = try S3Address(address)
    guard !place.key.isEmpty, !place.key.hasSuffix("/") else {
      throw .notAnAddress(address, "it does not name an object")
    }
    return (try store(at: S3Address.scheme + place.bucket), place.key)
  }

  /// The client, which all buckets share in order to reuse connections.
  private func s3() throws(RenderError) -> S3Client {
    if let known = client.withLock({ $0 }) { return known }
    let environment: S3Environment
    if let own = self.environment { environment = own } else { environment = try .ofProcess() }
    let made = S3Client(environment)
    return client.withLock { known in
      if known == nil { known = made }
      return known ?? made
    }
  }
}
