import PhotoLibrary
import SourceJSON
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Image analysis: sharp or blurred, light or dark, similar or different.
@Suite struct PhotoLookTests {
  /// Returns a scene of boxes in several sizes, generated from the number.
  private func scene(_ number: UInt64, width: Int = 480, height: Int = 360) -> GrayPlane {
    var random = SeededGenerator(seed: number)
    var levels = [UInt8](repeating: 110, count: width * height)
    for _ in 0..<60 {
      let (x, y) = (
        Int.random(in: 0..<width, using: &random), Int.random(in: 0..<height, using: &random)
      )
      let side = Int.random(in: 8...width / 4, using: &random)
      let level = UInt8.random(in: 20...235, using: &random)
      for row in y..<min(height, y + side) {
        for column in x..<min(width, x + side) { levels[row * width + column] = level }
      }
    }
    return GrayPlane(width: width, height: height, levels: levels)
  }

  /// Returns the plane after a box blur.
  private func blurred(_ plane: GrayPlane, _ radius: Int) -> GrayPlane {
    var levels = plane.levels
    for y in 0..<plane.height {
      for x in 0..<plane.width {
        let rows = max(0, y - radius)..<min(plane.height, y + radius + 1)
        let columns = max(0, x - radius)..<min(plane.width, x + radius + 1)
        levels[y * plane.width + x] = UInt8(plane.mean(columns, rows))
      }
    }
    return GrayPlane(width: plane.width, height: plane.height, levels: levels)
  }

  private func mapped(_ plane: GrayPlane, _ change: (Double) -> Double) -> GrayPlane {
    GrayPlane(
      width: plane.width, height: plane.height,
      levels: plane.levels.map { UInt8(min(255, max(0, change(Double($0))))) })
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func theMoreItIsBlurredTheLessItIsWorth(_ number: UInt64) {
    let sharp = scene(number)
    let looks = [sharp, blurred(sharp, 1), blurred(sharp, 3), blurred(sharp, 8)].map {
      PhotoLook($0)
    }
    for (one, next) in zip(looks, looks.dropFirst()) { #expect(one.sharpness > 2 * next.sharpness) }
    #expect(looks[0].quality > 0.8 && looks[3].quality < 0.2)
  }

  /// The focus point is in the sharp area and survives the round trip through JSON; a uniform
  /// texture has no focus point.
  @Test func whatIsSharpIsItsFocus() throws {
    let sharp = scene(11)
    var levels = blurred(sharp, 10).levels
    for y in 180..<330 { for x in 280..<440 { levels[y * 480 + x] = sharp.levels[y * 480 + x] } }
    let look = PhotoLook(GrayPlane(width: 480, height: 360, levels: levels))
    let focus = try #require(look.focus)
    #expect(abs(focus.x - 0.75) < 0.1 && abs(focus.y - 0.71) < 0.1)
    let kept = try #require(PhotoLook(JSONNode(parsing: look.words.text(pretty: false))))
    #expect(kept.focus == focus)
    let board = GrayPlane(
      width: 480, height: 360, levels: (0..<480 * 360).map { $0 / 480 % 8 < 4 ? 40 : 200 })
    #expect(PhotoLook(board).focus == nil)
  }

  /// A photo with one sharp part counts as sharp, because a blurred background is often intended.
  @Test func aSharpPartIsEnough() {
    let sharp = scene(7)
    var levels = blurred(sharp, 10).levels
    for y in 120..<300 { for x in 160..<400 { levels[y * 480 + x] = sharp.levels[y * 480 + x] } }
    let portrait = PhotoLook(GrayPlane(width: 480, height: 360, levels: levels))
    #expect(portrait.quality > 0.6)
  }

  @Test func whatIsBlackOrWhiteIsWorthLess() {
    let plain = scene(3)
    let exposures = [
      plain, mapped(plain) { $0 * 0.9 }, mapped(plain) { $0 * 6 }, mapped(plain) { $0 * 0.06 },
      mapped(plain) { 120 + $0 * 0.02 },
    ].map { PhotoLook($0).exposure }
    #expect(exposures[0] > 0.95 && exposures[1] > 0.9)
    #expect(exposures[2] < 0.6 && exposures[3] < 0.1 && exposures[4] < 0.1)
  }

  /// A version that is softer or has less contrast has almost the same hash; another scene has a
  /// different hash.
  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func whatLooksAlikeHasNearlyTheSameHash(_ number: UInt64) throws {
    let plain = scene(number)
    let hash = try #require(PhotoLook(plain).hash)
    for other in [blurred(plain, 2), mapped(plain) { $0 * 0.8 + 20 }] {
      let near = try #require(PhotoLook(other).hash)
      #expect(NearDuplicates.distance(hash, near) <= NearDuplicates.mostBits)
    }
    let other = try #require(PhotoLook(scene(number + 100)).hash)
    #expect(NearDuplicates.distance(hash, other) > NearDuplicates.mostBitsOfScene)
  }

  /// A picture without shapes has no hash, because all blank walls would have the same hash.
  @Test func withoutShapesThereIsNoHash() {
    #expect(PhotoLook(mapped(scene(1)) { _ in 128 }).hash == nil)
    #expect(PhotoLook(GrayPlane(width: 3, height: 2, levels: [0, 9, 0, 9, 0, 9])).hash == nil)
  }

  @Test func looksReadBackEqual() throws {
    let look = PhotoLook(sharpness: 123.4, exposure: 0.875, hash: 0xFEDC_BA98_7654_3210)
    #expect(try PhotoLook(JSONNode(parsing: look.words.text(pretty: false))) == look)
    for text in ["{}", "[]", #"{"sharp":-1,"light":0.5}"#, #"{"sharp":1,"light":2}"#] {
      #expect(try PhotoLook(JSONNode(parsing: text)) == nil)
    }
  }
}
