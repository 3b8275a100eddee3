internal import CXXHash

/// Tells bands apart by their pixels: XXH3 with 128 bits and a secret made for this process.
///
/// Without the secret nobody can make two photos whose bands are taken for each other, and among
/// honest bands chance does it once in 2^64.
package struct BandDigest: Hashable {
  private let low: UInt64
  private let high: UInt64

  private static let secret: [UInt8] = {
    var random = SystemRandomNumberGenerator()
    return (0..<192).map { _ in UInt8.random(in: 0...255, using: &random) }
  }()

  /// Looks at all bytes.
  package init(of bytes: UnsafeRawBufferPointer) {
    let hash = XXH3_128bits_withSecret(
      bytes.baseAddress, bytes.count, BandDigest.secret, BandDigest.secret.count)
    (low, high) = (hash.low64, hash.high64)
  }
}
