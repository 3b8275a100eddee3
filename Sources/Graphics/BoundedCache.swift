/// Keeps values up to a number of bytes, the least recently used going first.
public struct BoundedCache<Key: Hashable, Value> {
  private struct Entry {
    let value: Value
    let bytes: Int
    var lastUse: UInt64
  }

  /// Most bytes of all values together.
  public let mostBytes: Int
  /// Bytes of all values together.
  public private(set) var bytes = 0
  /// How often a value was found.
  public private(set) var hits = 0
  /// How often a value was not found.
  public private(set) var misses = 0
  private var entries: [Key: Entry] = [:]
  private var clock: UInt64 = 0
  /// What an entry takes besides its value, roughly.
  private static var overhead: Int { 256 }

  /// Makes an empty cache.
  public init(mostBytes: Int) { self.mostBytes = mostBytes }

  /// The value of a key, which is then the most recently used.
  public mutating func value(for key: Key) -> Value? {
    clock += 1
    guard let index = entries.index(forKey: key) else {
      misses += 1
      return nil
    }
    hits += 1
    entries.values[index].lastUse = clock
    return entries.values[index].value
  }

  /// Keeps a value; one that is larger than the whole cache is not kept.
  public mutating func insert(_ value: Value, for key: Key, bytes: Int) {
    let size = bytes + BoundedCache.overhead
    remove(key)
    guard size <= mostBytes else { return }
    clock += 1
    entries[key] = Entry(value: value, bytes: size, lastUse: clock)
    self.bytes += size
    if self.bytes > mostBytes { makeRoom() }
  }

  /// Forgets a value.
  public mutating func remove(_ key: Key) {
    if let old = entries.removeValue(forKey: key) { bytes -= old.bytes }
  }

  /// Drops the oldest until an eighth is free.
  ///
  /// Sorting once for many is cheaper than looking for the oldest each time. Only ages and sizes
  /// are sorted: keys may be large.
  private mutating func makeRoom() {
    var (left, oldest) = (bytes, UInt64(0))
    for (lastUse, size) in entries.values.map({ ($0.lastUse, $0.bytes) }).sorted(by: { $0.0 < $1.0 }
    ) {
      guard left > mostBytes - mostBytes / 8, lastUse != clock else { break }
      left -= size
      oldest = lastUse
    }
    for (key, entry) in entries where entry.lastUse <= oldest { remove(key) }
  }
}
