/// Keeps values up to a number of bytes, the least recently used going first.
///
/// Entries are links of a chain from the newest to the oldest, so that neither a look nor making room
/// goes through all of them.
package struct BoundedCache<Key: Hashable, Value> {
  private struct Entry {
    let key: Key
    let value: Value
    let bytes: Int
    var newer: Int?
    var older: Int?
  }

  /// Most bytes of all values together.
  package let mostBytes: Int
  /// Bytes of all values together.
  package private(set) var bytes = 0
  /// How often a value was found.
  package private(set) var hits = 0
  /// How often a value was not found.
  package private(set) var misses = 0
  private var places: [Key: Int] = [:]
  private var entries: [Entry?] = []
  /// Places in `entries` that are empty.
  private var free: [Int] = []
  private var newest: Int?
  private var oldest: Int?
  /// What an entry takes besides its value, roughly.
  private static var overhead: Int { 256 }

  /// Makes an empty cache.
  package init(mostBytes: Int) { self.mostBytes = mostBytes }

  /// The value of a key, which is then the most recently used.
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

  /// Keeps a value; one that is larger than the whole cache is not kept.
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

  /// Forgets a value.
  package mutating func remove(_ key: Key) {
    guard let place = places.removeValue(forKey: key) else { return }
    unlink(place)
    bytes -= entries[place]?.bytes ?? 0
    entries[place] = nil
    free.append(place)
  }

  /// Takes an entry out of the chain.
  private mutating func unlink(_ place: Int) {
    let (newer, older) = (entries[place]?.newer, entries[place]?.older)
    if let newer { entries[newer]?.older = older } else { newest = older }
    if let older { entries[older]?.newer = newer } else { oldest = newer }
  }

  /// Puts an entry at the new end of the chain.
  private mutating func link(_ place: Int) {
    entries[place]?.newer = nil
    entries[place]?.older = newest
    if let newest { entries[newest]?.newer = place } else { oldest = place }
    newest = place
  }
}
