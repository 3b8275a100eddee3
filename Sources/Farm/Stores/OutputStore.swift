public import Diagnostics
internal import Files
internal import Glibc

/// Keeps objects under names, each whole or not at all: a folder, or a bucket of an object store.
///
/// Pictures, reports, and inputs under their digests. `OutputStoreConformance` in the tests checks what holds for all.
/// All of it waits for disk or network, and may be called from any thread.
public protocol OutputStore: Sendable {
  /// Where it is, such as `s3://wall/june` or the path of a folder; nothing secret is in it.
  var address: String { get }

  /// Keeps an object; when it returns, it is safe there as a whole.
  ///
  /// - Parameters:
  ///   - bytes: all of it.
  ///   - facts: what is known of it.
  ///   - name: relative to the store, with `/` between its parts.
  ///   - rule: what becomes of an object that is there.
  /// - Returns: false where the very same is there already.
  /// - Throws: `store-unreachable`, `output-failed`, which may be better later; `store-refused`,
  ///   `output-taken`, `output-late`, which will not.
  @discardableResult
  func put(
    _ bytes: UnsafeRawBufferPointer, _ facts: ObjectFacts, as name: String, _ rule: PutRule
  ) throws(RenderError) -> Bool

  /// What is there; nil for nothing.
  func look(at name: String) throws(RenderError) -> StoredObject?

  /// The bytes of an object.
  ///
  /// - Throws: `input-missing` where there is none, `file-too-large`, and as ``put(_:_:as:_:)``.
  func read(_ name: String, limit: Int) throws(RenderError) -> [UInt8]

  /// Takes an object away, if it is there.
  func remove(_ name: String) throws(RenderError)

  /// Tries whether something can be kept at all, and leaves nothing behind.
  func probe() throws(RenderError)

  /// Tests every behavior that ``PutRule/fenced`` requires, and leaves nothing behind.
  ///
  /// - Throws: `store-refused` with the reason if the store cannot reject late workers;
  ///   errors of ``probe()``.
  func checkConditions() throws(RenderError)
}

/// What is known of an object before it is kept.
public struct ObjectFacts: Sendable, Hashable {
  /// SHA-256 of its bytes, 64 lower-case hex digits.
  public var sha256: String
  /// Its media type.
  public var type: String
  /// Whose it is; nil for what no unit has made.
  public var owner: ObjectOwner?

  /// Says what is known.
  public init(sha256: String, type: String, owner: ObjectOwner? = nil) {
    (self.sha256, self.type, self.owner) = (sha256, type, owner)
  }
}

/// The attempt at a unit that has made an object.
public struct ObjectOwner: Sendable, Hashable {
  /// The queue that the unit is in: tokens of another one mean nothing beside its own.
  public var queue: String
  /// The unit.
  public var unit: String
  /// Changes with what the picture depends on.
  public var digest: String
  /// Rises with each attempt.
  public var token: Int
  /// The fingerprint of the picture.
  public var fingerprint: String

  /// Names an attempt.
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

/// What becomes of an object that has the name already.
public enum PutRule: Sendable, Hashable {
  /// It has to be the same: the name stands for these bytes.
  case once
  /// It is replaced.
  case replacing
  /// A later attempt at the same unit replaces it; an earlier one is refused, however late it arrives.
  case fenced
}

/// An object that is there.
public struct StoredObject: Sendable, Hashable {
  /// Its size.
  public var bytes: Int
  /// SHA-256 of its bytes.
  public var sha256: String
  /// Whose it is, where that is known.
  public var owner: ObjectOwner?
}

extension OutputStore {
  /// Keeps some bytes.
  @discardableResult
  public func put(
    _ bytes: [UInt8], _ facts: ObjectFacts, as name: String, _ rule: PutRule
  ) throws(RenderError) -> Bool {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(RenderError) in try put(bytes, facts, as: name, rule) }
    }
    return try result.get()
  }

  /// Keeps what a file has, in the place of what is there; the file may be larger than memory.
  ///
  /// - Throws: as ``put(_:_:as:_:)``; `file-unreadable`.
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

  /// The address of an object in it.
  public func address(of name: String) -> String {
    address + (address.hasSuffix("/") ? "" : "/") + name
  }
}
