import Foundation
import Graphics
import PNG
import Testing
import WallfarmTesting

/// No band exceeds its computed bound, whatever its contents.
///
/// A child process compresses the bands into memory that ends at a guard page.
@Suite(.tags(.seeded)) struct DeflateBoundTests {
  /// The contents of a band; `patches` alternates stored and coded blocks.
  private enum Kind: CaseIterable { case noise, zeros, letters, patches, nearlyNoise }

  @Test func noBandWritesBeyondItsBound() async {
    await #expect(processExitsWith: .success) {
      let largest = Self.lengths.max() ?? 0
      let memory = GuardedMemory(
        most: BandDeflater.mostBytes(for: largest, searching: .runs) + 65_536)
      let deflater = BandDeflater()
      for kind in Kind.allCases {
        var band = PaddedBytes(capacity: largest)
        band.fill(count: largest) { Self.fill($0, count: largest, kind) }
        for length in Self.lengths {
          band.fill(count: length) { _ in }
          for search in [BandDeflater.Search.runs, .matches(effort: 4)] {
            let bound = BandDeflater.mostBytes(for: length, searching: search)
            let target = memory.last(bound)
            let count = deflater.deflate(band, searching: search, to: target)
            // The writer may also write to the eight bytes after the last byte.
            #expect(count + 8 <= bound, "\(kind), \(length) bytes, \(search)")
            #expect(target[count - 4..<count].elementsEqual([0, 0, 0xFF, 0xFF]))
          }
          // Filling the shorter band has cleared the bytes after it, so restore them.
          band.fill(count: largest) { Self.fill($0 + length, count: 8, kind, from: length) }
        }
      }
    }
  }

  /// Proves that the guard page works: writing one more byte kills the process.
  @Test(.tags(.unsanitized)) func theGuardSeesOneByteTooMany() async {
    await #expect(processExitsWith: .signal(SIGSEGV)) {
      let target = GuardedMemory(most: 100).last(100)
      target.baseAddress?.storeBytes(of: 1, toByteOffset: 99, as: UInt8.self)
      target.baseAddress?.storeBytes(of: 1, toByteOffset: 100, as: UInt8.self)
    }
  }

  /// Writing to a buffer that is too small causes a trap instead of an overflow.
  @Test func tooLittleMemoryIsAStop() async {
    await #expect(processExitsWith: .failure) {
      let count = 800_000
      var band = PaddedBytes(capacity: count)
      band.fill(count: count) { Self.fill($0, count: count, .noise) }
      let memory = GuardedMemory(most: 2 * count)
      _ = BandDeflater().deflate(
        band, searching: .matches(effort: 4),
        to: UnsafeMutableRawBufferPointer(rebasing: memory.last(2 * count)[..<count]))
      exit(EXIT_SUCCESS)
    }
  }

  /// Lengths around every multiple of the size of a stored block and of a match block, up to the
  /// largest band: 64 rows of 32,767 pixels of four bytes.
  private static var lengths: [Int] {
    let largest = 64 * (32_767 * 4 + 1)
    // Outside `make torture`, use only lengths around the first blocks and around six match blocks.
    let multiples = Torture.isOn ? Array(1...largest / 65_535) : [1, 2, 3, 12, 13]
    var lengths: Set<Int> = [0, 1, 2, 3, 7, 8, 258, 4000]
    if Torture.isOn { lengths.insert(largest) }
    for count in multiples {
      for length in [65_535 * count, 65_536 * count] {
        lengths.formUnion(length - 1...length + 3)
      }
    }
    return lengths.sorted()
  }

  /// The byte at an index depends only on the kind and the index.
  private static func fill(
    _ target: UnsafeMutablePointer<UInt8>, count: Int, _ kind: Kind, from first: Int = 0
  ) {
    for offset in 0..<count {
      let place = first &+ offset
      var mixed = UInt64(truncatingIfNeeded: place) &* 0x9E37_79B9_7F4A_7C15
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      let noise = UInt8(truncatingIfNeeded: mixed >> 32)
      target[offset] =
        switch kind {
        case .noise: noise
        case .zeros: 0
        case .letters: noise & 0x0F
        case .patches: place / 65_535 % 2 == 0 ? noise : noise & 1
        // Noise with so few repetitions that encoding a block saves almost nothing.
        case .nearlyNoise: noise < 3 ? 0 : noise
        }
    }
  }
}
