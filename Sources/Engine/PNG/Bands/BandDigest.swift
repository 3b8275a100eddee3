internal import CXXHash

/// A digest of the pixels in a band: 128-bit XXH3 with a secret that differs for each process.
///
/// Because of the secret, nobody can construct a photo whose digests collide with those of another
/// photo. An accidental collision is not expected before about 2^64 bands have been hashed.
package struct BandDigest: Hashable {
  private let low: UInt64
  private let high: UInt64

  private static let secret: [UInt8] = {
    var random = SystemRandomNumberGenerator()
    return (0..<192).map { _ in UInt8.random(in: 0...255, using: &random) }
  }()

  /// Computes the digest of all bytes.
  package init(of bytes: UnsafeRawBufferPointer) {
    let hash = XXH3_128bits_withSecret(
      bytes.baseAddress, bytes.count, BandDigest.secret, BandDigest.secret.count)
    (low, high) = (hash.low64, hash.high64)
  }
}
