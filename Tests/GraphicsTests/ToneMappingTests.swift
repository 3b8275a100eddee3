import Graphics
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Tone mapping of HDR to SDR according to ITU-R BT.2390, BT.2100 and BT.2408.
@Suite struct ToneMappingTests {
  private static let pq = DescribedColor(primaries: .bt2020, curve: .perceptualQuantizer)
  private static let hlg = DescribedColor(primaries: .bt2020, curve: .hybridLogGamma)

  /// Levels from BT.2408-7 (table 1) and SMPTE ST 2084.
  @Test(arguments: [(0.0, 0.0), (0.5807, 203), (0.7518, 1000), (1, 10_000), (0.4401, 50)])
  func levelsOfPQAreThoseOfTheStandard(_ level: Double, _ light: Double) {
    #expect(abs(ToneMapping.quantizedLight(level) - light) <= light * 0.005 + 0.001)
    #expect(abs(ToneMapping.quantized(light) - level) < 0.001)
  }

  /// 75% HLG is the reference white of BT.2408: 203 cd/m² on a display of 1,000 cd/m².
  @Test func threeQuartersOfHLGAreWhite() {
    let scene = ToneMapping.sceneLight(0.75)
    let light = 1000 * pow2(scene, 1.2)
    #expect(abs(light - 203) < 1, "\(light)")
    #expect(abs(ToneMapping.sceneLight(1) - 1) < 0.001)
  }

  private func pow2(_ base: Double, _ exponent: Double) -> Double {
    // The power is computed with repeated square roots, independent of the system's math library.
    var (result, factor, rest) = (1.0, base, exponent)
    while rest >= 1 { (result, rest) = (result * base, rest - 1) }
    for _ in 0..<40 {
      factor = factor.squareRoot()
      rest *= 2
      if rest >= 1 { (result, rest) = (result * factor, rest - 1) }
    }
    return result
  }

  /// The curve is monotonic, leaves dark light unchanged, and ends at white.
  @Test(arguments: [203.0, 400, 1000, 4000, 10_000])
  func theCurveRisesFromBlackToWhite(_ peak: Double) {
    var last = -1.0
    for step in 0...400 {
      let light = ToneMapping.quantizedLight(Double(step) / 400 * ToneMapping.quantized(peak))
      let mapped = ToneMapping.mapped(light, peak: peak)
      #expect(mapped >= last && mapped <= light + 0.001 && mapped <= 203.001)
      if light < 20 { #expect(abs(mapped - light) < 0.001) }
      last = mapped
    }
    #expect(abs(last - 203) < 0.01)
    // White keeps most of its luminance, so that photos do not become dark.
    #expect(ToneMapping.mapped(203, peak: peak) > 203 * 0.5)
  }

  @Test func lightBeyondThePeakIsWhite() {
    #expect(abs(ToneMapping.mapped(5000, peak: 1000) - 203) < 0.01)
  }

  private func mapped(_ color: DescribedColor, _ levels: [Double]) -> [Int] {
    let source = (levels + [1]).map { UInt16(($0 * 65_535).rounded()) }
    var target = [UInt8](repeating: 0, count: 4)
    ToneMapping(color, peak: nil).map(source, count: 1, to: &target)
    return [2, 1, 0, 3].map { Int(target[$0]) }
  }

  /// Gray stays gray, and the reference white becomes light gray, which leaves headroom for
  /// highlights.
  @Test(arguments: [pq, hlg])
  func grayStaysGray(_ color: DescribedColor) {
    for step in 0...20 {
      let level = Double(step) / 20
      let pixel = mapped(color, [level, level, level])
      #expect(pixel[0] == pixel[1] && pixel[1] == pixel[2] && pixel[3] == 255, "\(pixel)")
    }
    let white = mapped(color, color == Self.pq ? [0.5807, 0.5807, 0.5807] : [0.75, 0.75, 0.75])
    #expect((224...236).contains(white[0]), "\(white)")
    #expect(mapped(color, [1, 1, 1])[0] == 255 && mapped(color, [0, 0, 0])[0] == 0)
  }

  /// A bright orange keeps its hue: no channel clips before the others.
  @Test(arguments: [pq, hlg])
  func brightColorsKeepTheirHue(_ color: DescribedColor) {
    for level in [0.5, 0.6, 0.7, 0.8, 0.9] {
      let pixel = mapped(color, [level, level * 0.8, level * 0.5])
      #expect(pixel[0] > pixel[1] && pixel[1] > pixel[2], "\(pixel) at \(level)")
    }
  }

  /// The pixels are grays of 50 and 203 cd/m²; Chromium and libavif agree on the expected levels.
  @Test(arguments: [8, 10, 12])
  func photosOfEveryDepthAreMapped(_ bits: Int) throws {
    let photo = try PhotoDecoder(try Photos.bytes("pq-\(bits).avif"), file: "pq.avif").decode()
    #expect(photo.color == .displayP3)
    let found = pixels(of: photo.surface)
    for (x, wanted) in [(8, 137), (24, 229)] {
      let pixel = found[8 * photo.surface.size.width + x]
      #expect(abs(Int(pixel & 255) - wanted) <= 3, "\(pixel & 255) and not \(wanted)")
      #expect(pixel & 255 == pixel >> 8 & 255 && pixel & 255 == pixel >> 16 & 255)
    }
  }

  /// A 16-bit PNG with the same grays results in the same levels.
  @Test func photosInPNGAreMapped() throws {
    let levels = [0.4401, 0.5807].map { Int(($0 * 65_535).rounded()) }
    let file = try PNGColorTests.file(
      levels.map { [$0, $0, $0] }, 16, PNGFile.chunk("cICP", [9, 16, 0, 1]), isRaw: true)
    let shown = try PNGColorTests.shown(try PhotoDecoder(file, file: "a.png").decode())
    #expect(abs(shown[0][0] - 137) <= 2 && abs(shown[1][0] - 229) <= 2, "\(shown)")
  }

  /// According to BT.2100, the HLG levels 50% and 75% are grays of 51 and 203 cd/m² on a display of
  /// 1,000 cd/m².
  ///
  /// These are nearly the same as the grays in the PQ files above.
  @Test(arguments: [8, 16])
  func photosInHLGAreMapped(_ depth: Int) throws {
    let levels = [0.5, 0.75].map { Int(($0 * Double(depth == 16 ? 65_535 : 255)).rounded()) }
    let file = try PNGColorTests.file(
      levels.map { [$0, $0, $0] }, depth, PNGFile.chunk("cICP", [9, 18, 0, 1]), isRaw: true)
    let shown = try PNGColorTests.shown(try PhotoDecoder(file, file: "a.png").decode())
    for (pixel, wanted) in zip(shown, [137, 229]) {
      #expect(pixel.allSatisfy { abs($0 - wanted) <= 2 }, "\(pixel) and not \(wanted)")
    }
  }

  /// SDR pictures in BT.2020 are converted; the expected pixel is what Chromium shows for (200, 60,
  /// 60).
  @Test func theColorsOfRec2020AreConverted() throws {
    let file = try Photos.bytes("rec2020.avif")
    let shown = try PNGColorTests.shown(try PhotoDecoder(file, file: "a.avif").decode())
    let pixel = shown[8 * 32 + 8]
    #expect(zip(pixel, [247, 0, 53]).allSatisfy { abs($0 - $1) <= 3 }, "\(pixel)")
  }
}
