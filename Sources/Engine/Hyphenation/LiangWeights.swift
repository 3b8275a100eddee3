/// The weight of each position in a word according to the patterns; an odd weight allows a hyphen.
///
/// Source: Franklin Mark Liang, "Word Hy-phen-a-tion by Com-put-er" (Stanford, 1983). A pattern
/// such as `1na` contains numbers between letters. Wherever the letters of a pattern match the
/// word, the numbers of the pattern apply. At each position, the largest number is used. Dots mark
/// the start and the end of the word.
///
/// The pattern files are made for libhyphen, so the rule of libhyphen applies: of all substrings
/// that end at a letter and are a prefix of a pattern, only the longest is considered, and only if
/// it is a complete pattern.
struct LiangWeights {
  /// The weight of the position before each byte.
  private(set) var weights: [UInt8]
  /// The word enclosed in dots.
  private let word: [UInt8]
  /// The start positions of all substrings of the word, keyed by the hash that ``hash(_:_:)``
  /// computes.
  private var stretches: [UInt32: [Int]] = [:]
  /// A Bloom filter whose only hash function is the upper bits of the hash.
  ///
  /// It rejects most patterns after a few letters.
  private var filter = [Bool](repeating: false, count: 1 << 14)
  /// The length of the longest pattern prefix that ends before each byte.
  private var longest: [Int]
  private var found: [(place: Int, pattern: Pattern)] = []

  init(of bytes: some Sequence<UInt8>, patterns: ArraySlice<UInt8>) {
    let dot = UInt8(ascii: ".")
    word = [dot] + bytes + [dot]
    weights = [UInt8](repeating: 0, count: word.count + 1)
    longest = [Int](repeating: 0, count: word.count + 1)
    for start in word.indices {
      var hash: UInt32 = 0
      for byte in word[start...] {
        hash = LiangWeights.hash(hash, byte)
        stretches[hash, default: []].append(start)
        filter[Int(hash >> 18)] = true
      }
    }
    patterns.withUnsafeBufferPointer { look(through: $0) }
    for (place, pattern) in found {
      let count = pattern.letters.count
      guard longest[place + count] == count else { continue }
      for (offset, weight) in pattern.weights.enumerated() {
        weights[place + offset] = max(weights[place + offset], weight)
      }
    }
    // Remove the position before the leading dot.
    weights.removeFirst()
  }

  private static func hash(_ hash: UInt32, _ byte: UInt8) -> UInt32 {
    // FNV-1a with an added constant, so that short words differ in the upper bits.
    (hash ^ UInt32(byte)) &* 0x0100_0193 &+ 0x9E37_79B9
  }

  private mutating func look(through patterns: UnsafeBufferPointer<UInt8>) {
    let newline = UInt8(ascii: "\n")
    var start = 0
    while start < patterns.count {
      var next = start
      var hash: UInt32 = 0
      var letters = 0
      var isWhole = true
      // Text after a space or slash is not part of the pattern.
      while next < patterns.count, patterns[next] > 0x20, patterns[next] != UInt8(ascii: "/") {
        if !LiangWeights.isDigit(patterns[next]) {
          hash = LiangWeights.hash(hash, patterns[next])
          letters += 1
          isWhole = filter[Int(hash >> 18)] && mark(patterns[start...next], hash, letters)
          guard isWhole else { break }
        }
        next += 1
      }
      while next < patterns.count, patterns[next] != newline { next += 1 }
      if isWhole, letters > 0 { add(Pattern(patterns[start..<next]), hash) }
      start = next + 1
    }
  }

  /// Records where the prefix of a pattern occurs in the word; returns false if it does not occur.
  private mutating func mark(
    _ beginning: Slice<UnsafeBufferPointer<UInt8>>, _ hash: UInt32, _ letters: Int
  ) -> Bool {
    guard let places = stretches[hash] else { return false }
    var isThere = false
    for place in places where place + letters <= word.count {
      let stretch = word[place..<place + letters]
      guard stretch.elementsEqual(beginning.lazy.filter { !LiangWeights.isDigit($0) }) else {
        continue
      }
      longest[place + letters] = max(longest[place + letters], letters)
      isThere = true
    }
    return isThere
  }

  private mutating func add(_ pattern: Pattern, _ hash: UInt32) {
    for place in stretches[hash] ?? [] where place + pattern.letters.count <= word.count {
      let stretch = word[place..<place + pattern.letters.count]
      if stretch.elementsEqual(pattern.letters) { found.append((place, pattern)) }
    }
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

/// A pattern, parsed from one line of a file.
private struct Pattern {
  private(set) var letters: [UInt8] = []
  /// The weights, one more than there are letters.
  private(set) var weights: [UInt8] = [0]

  /// - Parameter line: The line without its newline.
  init(_ line: Slice<UnsafeBufferPointer<UInt8>>) {
    let parts = line.split(separator: UInt8(ascii: "/"), maxSplits: 1)
    for byte in parts.first ?? line.prefix(0) where byte > 0x20 {
      if LiangWeights.isDigit(byte) {
        weights[weights.count - 1] = byte - UInt8(ascii: "0")
      } else {
        letters.append(byte)
        weights.append(0)
      }
    }
    // When hyphenated, the Hungarian `asszony` is spelled `asz-szony`. A soft hyphen cannot change
    // the spelling, so the position of such a change is blocked with the next higher even weight.
    guard parts.count == 2, let changed = Pattern.changedPlaces(parts[1]) else { return }
    // Positions count characters from the first letter. In UTF-8, a character starts at each byte
    // that is not a continuation byte.
    var character = letters.first == UInt8(ascii: ".") ? -2 : -1
    for (place, byte) in letters.enumerated() {
      if byte & 0xC0 != 0x80 { character += 1 }
      if changed.contains(character), weights[place] % 2 == 1 { weights[place] += 1 }
    }
  }

  /// The range of a spelling change: `sz=sz,1,3` replaces 3 letters, starting at the first, with
  /// `sz-sz`.
  private static func changedPlaces(_ text: some Collection<UInt8>) -> ClosedRange<Int>? {
    let parts = text.split(separator: UInt8(ascii: ",")).map {
      Int(String(decoding: $0, as: UTF8.self).filter(\.isNumber)) ?? 0
    }
    guard parts.count == 3, parts[1] > 0 else { return nil }
    return parts[1] - 1...parts[1] - 1 + parts[2]
  }
}
