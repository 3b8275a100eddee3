import Graphics
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Blurring a single-channel mask equals blurring the alpha channel of a surface.
@Suite(.tags(.seeded)) struct MaskBlurTests {
  @Test func givesTheAlphaThatASurfaceWouldHave() throws {
    var random = SeededGenerator()
    for _ in 0..<60 {
      let (width, height) = (
        Int.random(in: 1...90, using: &random), Int.random(in: 1...90, using: &random)
      )
      let blur = GaussianBlur(sigma: Double.random(in: 0...24, using: &random))
      let density = UInt8.random(in: 1...255, using: &random)
      var mask = (0..<width * height).map { _ in
        UInt8.random(in: 0...255, using: &random) < density
          ? UInt8.random(in: 0...255, using: &random) : 0
      }
      var drawn = try surface(width, height) { x, y in UInt32(mask[y * width + x]) << 24 }
      blur.apply(to: &drawn)
      blur.apply(to: &mask, width: width, height: height)

      let isSame = drawn.alphas == mask
      #expect(isSame, "seed \(random.seed): \(width) × \(height), sigma \(blur.sigma)")
    }
  }

  @Test func nothingStaysNothingAndAllStaysAll() {
    for level in [UInt8(0), 255] {
      var mask = [UInt8](repeating: level, count: 40 * 30)
      GaussianBlur(sigma: 5).apply(to: &mask, width: 40, height: 30)
      #expect(mask.allSatisfy { $0 == level })
    }
  }
}
