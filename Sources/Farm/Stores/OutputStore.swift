public import Diagnostics
internal import Files
internal import Glibc

/// Stores named objects in a folder or a bucket; each object is stored completely or not at all.
///
/// A store holds pictures, reports, and inputs whose names are their digests.
/// `OutputStoreConformance` in the tests checks the behavior that all stores share. Every method
/// blocks on disk or network I/O and may be called from any thread.
public protocol OutputStore: Sendable {
  /// The address, such as `s3://wall/june` or the path of a folder; it never contains a secret.
  var address: String { get }

  /// Stores an object durably.
  ///
  /// - Parameters:
  ///   - bytes: the whole object.
  ///   - facts: the object's digest, media type and owner.
  ///   - name: the name relative to the store, with `/` between its parts.
  ///   - rule: how to treat an existing object with the same name.
  /// - Returns: false if an identical object already exists.
  /// - Throws: the retryable errors `store-unreachable`, `store-refused` and `output-failed`, and
  ///   the permanent errors `output-taken` and `output-late`.
  @discardableResult
  func put(
    _ bytes: UnsafeRawBufferPointer, _ facts: ObjectFacts, as name: String, _ rule: PutRule
  ) throws(RenderError) -> Bool

  /// The properties of a stored object, or nil if it does not exist.
  func look(at name: String) throws(RenderError) -> StoredObject?

  /// Reads an object of at most `limit` bytes.
  ///
  /// - Throws: `input-missing`, `file-too-large`, and the errors of ``put(_:_:as:_:)``.
  func read(_ name: String, limit: Int) throws(RenderError) -> [UInt8]

  /// Removes an object, if it exists.
  func remove(_ name: String) throws(RenderError)

  /// Tests whether objects can be written, and removes the test object.
  func probe() throws(RenderError)

  /// Tests every behavior that ``PutRule/fenced`` requires, and removes the test objects.
  ///
  /// - Throws: `store-refused` with the reason if the store cannot reject writes from late workers,
  ///   and the errors of ``probe()``.
  func checkConditions() throws(RenderError)
}

/// The properties of an object that is about to be stored.
public struct ObjectFacts: Sendable, Hashable {
  /// SHA-256 of the bytes, 64 lowercase hex digits.
  public var sha256: String
  /// The media type.
  public var type: String
  /// The attempt that created the object, or nil if the object does not belong to a unit.
  public var owner: ObjectOwner?
  /// The `Cache-Control` header with which a bucket serves the object, or nil for none.
  public var caching: String?

  /// Creates the facts of an object.
  public init(
    sha256: String, type: String, owner: ObjectOwner? = nil, caching: String? = nil
  ) {
    (self.sha256, self.type, self.owner) = (sha256, type, owner)
    self.caching = caching
  }
}

/// The attempt that created an object, identified by its queue, unit and token.
public struct ObjectOwner: Sendable, Hashable {
  /// The queue of the unit; tokens from different queues are not comparable.
  public var queue: String
  /// The name of the unit.
  public var unit: String
  /// The digest of all inputs of the picture.
  public var digest: String
  /// The fencing token, which increases with each attempt.
  public var token: Int
  /// The fingerprint of the picture.
  public var fingerprint: String

  /// Creates the identity of an attempt.
  public init(queue: String, unit: String, digest: String, token: Int, fingerprint: String) {
    (self.queue, self.unit, self.digest) = (queue, unit, digest)
    (self.token, self.fingerprint) = (token, fingerprint)
  }
}

extension ObjectOwner {
  /// Whether this is a later attempt at the same unit of the same queue.
  func isLater(than other: ObjectOwner) -> Bool {
    unit == other.unit && queue == other.queue && token > other.token
  }
}

/// The rule for an existing object that has the same name.
public enum PutRule: Sendable, Hashable {
  /// The existing object must be identical.
  case once
  /// The existing object is replaced.
  case replacing
  /// A later attempt at the same unit replaces the object; an earlier attempt is rejected.
  case fenced
}

/// The properties of a stored object.
public struct StoredObject: Sendable, Hashable {
  /// Size in bytes.
  public var bytes: Int
  /// SHA-256 of the bytes, 64 lowercase hex digits.
  public var sha256: String
  /// The attempt that created the object, if it is recorded.
  public var owner: ObjectOwner?
}

extension OutputStore {
  /// Stores a byte array as an object.
  @discardableResult
  public func put(
    _ bytes: [UInt8], _ facts: ObjectFacts, as name: String, _ rule: PutRule
  ) throws(RenderError) -> Bool {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(RenderError) in try put(bytes, facts, as: name, rule) }
    }
    return try result.get()
  }

  /// Stores a file, which may be larger than memory, and replaces any existing object.
  ///
  /// - Throws: `file-unreadable`, and the errors of ``put(_:_:as:_:)``.
  public func put(file: String, type: String, as name: String) throws(RenderError) {
    let facts = ObjectFacts(sha256: try FileDigest.sha256(ofFile: file), type: type)
    let descriptor = try Files.openToRead(file)
    defer { close(descriptor) }
    let count = try Files.identity(of: file).size
    guard count > 0 else {
      try put([], facts, as: name, .replacing)
      return
    }
    let start = mmap(nil, count, PROT_READ, MAP_SHARED, descriptor, 0)
    guard let start, start != MAP_FAILED else {
      throw .fileUnreadable(file, SystemError.message(errno))
    }
    defer { munmap(start, count) }
    try put(UnsafeRawBufferPointer(start: start, count: count), facts, as: name, .replacing)
  }

  /// The address of an object in this store.
  public func address(of name: String) -> String {
    address + (address.hasSuffix("/") ? "" : "/") + name
  }
}
