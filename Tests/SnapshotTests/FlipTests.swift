import BuiltInPlugins
import Foundation
import Graphics
import Perception
import Snapshots
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Compares the program's FLIP values with those of the reference implementation, the Python
/// package flip-evaluator.
@Suite struct FlipTests {
  @Test func theVerdictsAndMapsAreThoseOfThePublishedMetric() throws {
    let folder = try TemporaryFolder()
    let pairs = try PicturePair.twenty()
    #expect(pairs.count == 20)
    var orders = ""
    for (index, pair) in pairs.enumerated() {
      try folder.write(try encodedPNG(pair.expected.surface()), to: "\(index).expected.png")
      try folder.write(try encodedPNG(pair.actual.surface()), to: "\(index).actual.png")
      orders +=
        "\(pair.pixelsPerDegree) \(folder.file("\(index).expected.png")) "
        + "\(folder.file("\(index).actual.png")) \(folder.file("\(index).raw"))\n"
    }
    try folder.write(orders, to: "orders")
    let script = Workspace.root + "/Tests/SnapshotTests/judge-flip.py"
    let judge = Tool.run(
      "bash",
      [
        "-c",
        "'\(Workspace.root)/.build/python/bin/python' '\(script)' < '\(folder.file("orders"))'",
      ],
      withErrors: true)
    try #require(judge.status == 0, "\(judge.text)")
    var verdicts: [Bool] = []
    for (index, pair) in pairs.enumerated() {
      let published = try folder.bytes("\(index).raw").withUnsafeBytes {
        Array($0.bindMemory(to: Float.self))
      }
      let one = try pair.expected.surface()
      let other = try pair.actual.surface()
      let ours = one.withSource { one in
        other.withSource { other in
          Flip(pixelsPerDegree: pair.pixelsPerDegree).map(
            one, other, in: PixelRect(x: 0, y: 0, width: one.size.width, height: one.size.height))
        }
      }
      try #require(ours.count == published.count)
      let worst = zip(ours, published).map { abs($0 - $1) }.max() ?? 1
      #expect(worst < 0.002, "\(pair.title): the maps differ by up to \(worst)")
      let comparison = PictureComparison(
        one, other, pixelsPerDegree: pair.pixelsPerDegree, threshold: Thresholds().visible)
      let isVisible = published.contains { Double($0) >= Thresholds().visible }
      #expect((comparison.visible > 0) == isVisible, "\(pair.title): \(published.max() ?? 0)")
      verdicts.append(isVisible)
    }
    // Each verdict must occur several times; otherwise, the comparison would prove little.
    #expect(verdicts.filter { $0 }.count >= 8 && verdicts.filter { !$0 }.count >= 7, "\(verdicts)")
  }

  /// Pixels that are not opaque are compared over black and over white, so that every difference is
  /// visible over at least one.
  @Test(arguments: [0, 128, 254])
  func aTransparentPixelIsJudgedOverDarkAndLight(alpha: UInt8) throws {
    let clear = TestPicture(
      size: PixelSize(width: 96, height: 96),
      pixels: [SIMD4<UInt8>](repeating: SIMD4(0, 0, 0, alpha), count: 96 * 96))
    var other = clear
    for index in 0..<(96 * 96) where (40..<56).contains(index % 96) {
      other.pixels[index] = SIMD4(0, 0, 0, alpha == 0 ? 255 : 0)
    }
    let one = try clear.surface()
    let two = try other.surface()
    let found = PictureComparison(one, two, pixelsPerDegree: 96, threshold: 0.1)
    // Black and transparent pixels look the same over black, so the difference is found only over
    // white.
    #expect(found.visible > 16 * 96 && found.different == 16 * 96, "\(found.visible)")
    let same = PictureComparison(one, one, pixelsPerDegree: 96, threshold: 0)
    #expect(same.visible == 0 && same.different == 0 && same.box == nil)
  }

  /// The maps of all parts of a picture, when combined, equal the map of the whole picture.
  @Test func areasOfAPictureGiveTheSameAsTheWhole() throws {
    let pairs = try PicturePair.twenty()
    for pair in pairs {
      let one = try pair.expected.surface()
      let other = try pair.actual.surface()
      let comparison = PictureComparison(
        one, other, pixelsPerDegree: pair.pixelsPerDegree, threshold: 0.1)
      var map = [Float](repeating: 0, count: one.size.area)
      for area in comparison.areas {
        for row in 0..<area.rect.height {
          let start = (area.rect.y + row) * one.size.width + area.rect.x
          map.replaceSubrange(
            start..<start + area.rect.width,
            with: area.map[row * area.rect.width..<(row + 1) * area.rect.width])
        }
      }
      let whole = one.withSource { one in
        other.withSource { other in
          Flip(pixelsPerDegree: pair.pixelsPerDegree).map(
            one, other, in: PixelRect(x: 0, y: 0, width: one.size.width, height: one.size.height))
        }
      }
      let worst = zip(map, whole).map { abs($0 - $1) }.max() ?? 1
      #expect(worst < 1e-4, "\(pair.title): \(worst)")
      #expect(
        comparison.different
          == zip(pair.expected.pixels, pair.actual.pixels).filter { $0 != $1 }.count)
    }
  }
}
