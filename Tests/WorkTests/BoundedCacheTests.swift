import Testing
import WallfarmTesting
import Work

/// The cache keeps the most recently used entries and never exceeds its limit.
@Suite(.tags(.seeded)) struct BoundedCacheTests {
  /// A simple model: a list from the newest to the oldest entry.
  private struct Model {
    let mostBytes: Int
    var entries: [(key: Int, value: Int, bytes: Int)] = []
    var bytes: Int { entries.reduce(0) { $0 + $1.bytes } }

    mutating func value(for key: Int) -> Int? {
      guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
      entries.insert(entries.remove(at: index), at: 0)
      return entries[0].value
    }

    mutating func insert(_ value: Int, for key: Int, bytes: Int) {
      remove(key)
      // Each entry has an overhead of 256 bytes.
      let size = bytes + 256
      guard size <= mostBytes else { return }
      while self.bytes + size > mostBytes { entries.removeLast() }
      entries.insert((key, value, size), at: 0)
    }

    mutating func remove(_ key: Int) { entries.removeAll { $0.key == key } }
  }

  @Test func itKeepsWhatAPlainListKeeps() {
    var random = SeededGenerator()
    let seed = random.seed
    var model = Model(mostBytes: 5000)
    var cache = BoundedCache<Int, Int>(mostBytes: 5000)
    for step in 0..<10_000 {
      let key = Int.random(in: 0..<30, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        model.remove(key)
        cache.remove(key)
      case 1..<5:
        let bytes = Int.random(in: 0...1200, using: &random)
        model.insert(step, for: key, bytes: bytes)
        cache.insert(step, for: key, bytes: bytes)
      default:
        let known = cache.value(for: key)
        #expect(known == model.value(for: key), "seed \(seed), step \(step)")
      }
      #expect(cache.bytes == model.bytes, "seed \(seed), step \(step)")
      #expect(cache.bytes <= 5000)
    }
    #expect(cache.hits > 100 && cache.misses > 100)
  }

  @Test func whatIsLargerThanAllOfItIsNotKeptAndPushesNothingOut() {
    var cache = BoundedCache<String, Int>(mostBytes: 1000)
    cache.insert(1, for: "small", bytes: 10)
    cache.insert(2, for: "large", bytes: 1000)
    #expect(cache.value(for: "large") == nil)
    #expect(cache.value(for: "small") == 1)
  }
}
