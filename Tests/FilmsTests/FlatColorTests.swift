import Files
import Films
import Foundation
import Graphics
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// After decoding with ffmpeg, uniform areas have the drawn colors while objects move across them
/// and while the colors change.
@Suite(.tags(.torture)) struct FlatColorTests {
  private static let film = FilmSettings(
    format: .mp4, size: PixelSize(width: 480, height: 640), framesPerSecond: 30)
  private static let count = 90

  @Test func flatAreasStayWithinTwoLevels() throws {
    let folder = try TemporaryFolder()
    let film = Self.film
    var drawn: [UInt8] = []
    let segments = try film.segments(of: 0..<Self.count).map { frames in
      let encoder = try film.encoder()
      for frame in frames {
        let picture = try PaperSample.picture(frame, film.size)
        picture.withPixels { pixels in
          for y in 0..<film.size.height {
            drawn += pixels[y * picture.stride..<y * picture.stride + film.size.width * 4]
          }
        }
        try encoder.add(picture, changed: [PixelBox(film.size)])
      }
      return try encoder.finish()
    }
    var made: [UInt8] = []
    try FilmFile(film).write(segments.count, from: { segments[$0] }, to: { made += $0 })
    try folder.write(Data(made), to: "film.mp4")
    try folder.write(Data(drawn), to: "drawn.raw")
    let judge = Tool.run(
      "/usr/bin/python3",
      [
        Workspace.root + "/Tests/FilmsTests/flat.py", folder.file("film.mp4"),
        folder.file("drawn.raw"), "\(film.size.width)", "\(film.size.height)",
      ], withErrors: true)
    #expect(judge.status == 0, "\(judge.text.suffix(2000))")
    #expect(judge.text.split(separator: "\n").filter { $0.hasPrefix("ok:") }.count == 4)
  }
}

/// Pieces of paper that turn and fall over areas of uniform color, which change color in the last
/// second.
private enum PaperSample {
  private typealias Tone = SIMD3<Double>
  /// Blue, green, red.
  private static let fields: [(Tone, Tone)] = [
    (Tone(0, 0, 0), Tone(120, 60, 20)), (Tone(255, 255, 255), Tone(200, 220, 250)),
    (Tone(128, 128, 128), Tone(40, 90, 30)), (Tone(43, 20, 225), Tone(160, 30, 60)),
    (Tone(80, 24, 16), Tone(80, 24, 16)), (Tone(90, 180, 40), Tone(210, 120, 30)),
  ]
  private static let papers = [
    Tone(60, 200, 250), Tone(250, 180, 60), Tone(140, 90, 255), Tone(90, 220, 120),
    Tone(255, 255, 255), Tone(200, 60, 90),
  ]

  static func picture(_ frame: Int, _ size: PixelSize) throws -> ImageSurface {
    var surface = try ImageSurface(size: size)
    let stride = surface.stride
    let change = min(1, max(0, Double(frame - 60) / 25))
    surface.withMutablePixels { pixels in
      func mix(_ tone: Tone, _ share: Double, _ x: Int, _ y: Int) {
        let place = y * stride + x * 4
        let below = Tone(
          Double(pixels[place]), Double(pixels[place + 1]), Double(pixels[place + 2]))
        let seen = (below + (tone - below) * share).rounded(.toNearestOrEven)
        pixels.storeBytes(
          of: SIMD4(UInt8(seen.x), UInt8(seen.y), UInt8(seen.z), 255), toByteOffset: place,
          as: SIMD4<UInt8>.self)
      }
      for y in 0..<size.height {
        let (from, to) = fields[min(5, y * 6 / size.height)]
        for x in 0..<size.width { mix(from + (to - from) * change, 1, x, y) }
      }
      for piece in 0..<40 {
        let left = modulo(piece * 97 + frame * (piece % 7 - 3), size.width - 32) + 5
        let top = modulo(piece * 61 + frame * (2 + piece % 5), size.height - 32) + 5
        let width = 3 + Int(7 * abs(sin(Double(frame) * 0.2 + Double(piece))))
        // Give the pieces soft edges, like those in real drawings.
        for y in top - 1...top + 8 + piece % 6 {
          for x in left - 1...left + width {
            let isEdge =
              y < top || y == top + 8 + piece % 6 || x < left || x == left + width
            mix(papers[piece % 6], isEdge ? 0.5 : 1, x, y)
          }
        }
      }
    }
    return surface
  }

  private static func modulo(_ number: Int, _ length: Int) -> Int {
    (number % length + length) % length
  }
}
