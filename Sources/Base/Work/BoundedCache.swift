/// An LRU cache with a maximum size in bytes.
///
/// A doubly linked list from the newest to the oldest entry makes lookup and eviction O(1).
package struct BoundedCache<Key: Hashable, Value> {
  private struct Entry {
    let key: Key
    let value: Value
    let bytes: Int
    var newer: Int?
    var older: Int?
  }

  /// Maximum size of all entries in bytes.
  package let mostBytes: Int
  /// Current size of all entries in bytes.
  package private(set) var bytes = 0
  /// The number of successful lookups.
  package private(set) var hits = 0
  /// The number of failed lookups.
  package private(set) var misses = 0
  private var places: [Key: Int] = [:]
  private var entries: [Entry?] = []
  /// Free indices of `entries`.
  private var free: [Int] = []
  private var newest: Int?
  private var oldest: Int?
  /// The approximate overhead of an entry in bytes.
  private static var overhead: Int { 256 }

  /// Creates an empty cache.
  package init(mostBytes: Int) { self.mostBytes = mostBytes }

  /// Returns the value for a key, and marks it as the most recently used.
  package mutating func value(for key: Key) -> Value? {
    guard let place = places[key] else {
      misses += 1
      return nil
    }
    hits += 1
    if place != newest {
      unlink(place)
      link(place)
    }
    return entries[place]?.value
  }

  /// Inserts a value, unless it alone exceeds the maximum size of the cache.
  package mutating func insert(_ value: Value, for key: Key, bytes: Int) {
    let size = bytes + BoundedCache.overhead
    remove(key)
    guard size <= mostBytes else { return }
    while self.bytes + size > mostBytes, let oldest, let key = entries[oldest]?.key { remove(key) }
    let entry = Entry(key: key, value: value, bytes: size, newer: nil, older: nil)
    let place = free.popLast() ?? entries.count
    if place == entries.count { entries.append(entry) } else { entries[place] = entry }
    places[key] = place
    link(place)
    self.bytes += size
  }

  /// Removes a value.
  package mutating func remove(_ key: Key) {
    guard let place = places.removeValue(forKey: key) else { return }
    unlink(place)
    bytes -= entries[place]?.bytes ?? 0
    entries[place] = nil
    free.append(place)
  }

  /// Removes an entry from the list.
  private mutating func unlink(_ place: Int) {
    let (newer, older) = (entries[place]?.newer, entries[place]?.older)
    if let newer { entries[newer]?.older = older } else { newest = older }
    if let older { entries[older]?.newer = newer } else { oldest = newer }
  }

  /// Inserts an entry at the newest end of the list.
  private mutating func link(_ place: Int) {
    entries[place]?.newer = nil
    entries[place]?.older = newest
    if let newest { entries[newest]?.newer = place } else { oldest = place }
    newest = place
  }
}
