import Digests
import Files
import Films
import Foundation
import Graphics
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Checks films with independent programs: ffprobe, ffmpeg, MediaInfo, Chromium and libwebp's
/// tools.
@Suite struct FilmTests {
  private static let mp4 = [
    // The sizes have an odd width, an odd height, both, or a dimension that is not a multiple of
    // the block size. The last segment is short.
    (PixelSize(width: 235, height: 510), 30, 45), (PixelSize(width: 160, height: 241), 24, 50),
    (PixelSize(width: 333, height: 211), 60, 61), (PixelSize(width: 320, height: 240), 25, 1),
  ]

  @Test(arguments: mp4)
  func ffmpegDecodesWhatWasDrawn(_ size: PixelSize, _ rate: Int, _ count: Int) throws {
    let film = FilmSettings(format: .mp4, size: size, framesPerSecond: rate)
    let folder = try TemporaryFolder()
    let made = try make(film, count: count, drawing: Sample(size))
    try folder.write(Data(made), to: "film.mp4")
    try folder.write(Data(try raw(film, count: count)), to: "drawn.raw")
    let judge = Tool.run(
      "/usr/bin/python3",
      [
        Workspace.root + "/Tests/FilmsTests/judge.py", folder.file("film.mp4"),
        folder.file("drawn.raw"), "\(size.width)", "\(size.height)", "\(rate)", "\(count)",
      ], withErrors: true)
    #expect(judge.status == 0, "\(judge.text.suffix(2000))")
    #expect(judge.text.split(separator: "\n").filter { $0.hasPrefix("ok:") }.count == 16)
  }

  @Test(.tags(.web)) func chromiumPlaysIt() throws {
    let film = FilmSettings(
      format: .mp4, size: PixelSize(width: 235, height: 510), framesPerSecond: 30)
    let folder = try TemporaryFolder()
    try folder.write(Data(try make(film, count: 45, drawing: Sample(film.size))), to: "film.mp4")
    let judge = Tool.run(
      "/usr/bin/python3",
      [Workspace.root + "/Tests/FilmsTests/play.py", folder.file("film.mp4"), "236", "510", "1.5"],
      withErrors: true)
    #expect(judge.status == 0, "\(judge.text.suffix(2000))")
    #expect(judge.text.split(separator: "\n").filter { $0.hasPrefix("ok:") }.count == 4)
  }

  /// The file does not depend on which worker renders a segment, or on the order in which segments
  /// are rendered.
  @Test(arguments: [FilmSettings.Format.mp4, .webp])
  func segmentsAreTheSameInAnyOrder(_ format: FilmSettings.Format) throws {
    let film = FilmSettings(
      format: format, size: PixelSize(width: 120, height: 90), framesPerSecond: 24)
    let parts = film.segments(of: 0..<70)
    #expect(parts.map(\.count) == [24, 24, 22])
    let sample = Sample(film.size)
    let forward = try parts.map { try segment($0, film, sample) }
    let backward = try parts.reversed().map { try segment($0, film, sample) }
    #expect(try file(film, of: forward) == file(film, of: backward.reversed()))
  }

  /// Segments are read one at a time, so that only one is in memory.
  @Test(arguments: [FilmSettings.Format.mp4, .webp])
  func segmentsAreReadOneAfterTheOther(_ format: FilmSettings.Format) throws {
    let film = FilmSettings(
      format: format, size: PixelSize(width: 120, height: 90), framesPerSecond: 24)
    let segments = try film.segments(of: 0..<70).map { try segment($0, film, Sample(film.size)) }
    var asked: [Int] = []
    var (pieces, largest) = (0, 0)
    try FilmFile(film).write(segments.count) {
      asked.append($0)
      return segments[$0]
    } to: {
      (pieces, largest) = (pieces + 1, max(largest, $0.count))
    }
    #expect(asked == (format == .mp4 ? [0, 1, 2, 0, 1, 2] : [0, 1, 2]))
    if format == .mp4 { #expect(pieces == 71 && largest < 20_000) }
  }

  /// If a segment changes after its length was read and before its bytes are read, the film fails.
  @Test func aSegmentThatChangesWhileTheFileIsWrittenIsTold() throws {
    let film = FilmSettings(
      format: .mp4, size: PixelSize(width: 120, height: 90), framesPerSecond: 24)
    let sample = Sample(film.size)
    let segments = try film.segments(of: 0..<48).map { try segment($0, film, sample) }
    var count = 0
    let error = #expect(throws: RenderError.self) {
      try FilmFile(film).write(segments.count) { place in
        count += 1
        return segments[count == 3 ? 1 : place]
      } to: { _ in
      }
    }
    #expect(error?.code == .filmFailed)
  }

  /// The encoder produces the same file whether or not it is told which parts of a frame changed.
  @Test func changedPartsAreEnough() throws {
    let film = FilmSettings(
      format: .mp4, size: PixelSize(width: 121, height: 93), framesPerSecond: 24)
    let sample = Sample(film.size)
    let all = try make(film, count: 24, drawing: sample)
    let parts = try make(film, count: 24, drawing: sample, saysWhatChanged: true)
    #expect(SHA256.hex(of: all) == SHA256.hex(of: parts))
  }

  /// Each WebP frame has the right time; identical consecutive frames are merged.
  @Test func webPTellsTheTimes() throws {
    let film = FilmSettings(
      format: .webp, size: PixelSize(width: 121, height: 93), framesPerSecond: 30)
    let folder = try TemporaryFolder()
    try folder.write(Data(try make(film, count: 75, drawing: Sample(film.size))), to: "a.webp")
    let told = try #require(Tool.output(of: "webpmux", ["-info", folder.file("a.webp")]))
    #expect(told.contains("Canvas size: 121 x 93"))
    let rows = told.split(separator: "\n").filter { $0.contains("yes") || $0.contains("no") }
      .compactMap { row -> Int? in
        let words = row.split(separator: " ")
        return words.count > 8 ? Int(words[6]) : nil
      }
    #expect(rows.count == 75)
    #expect(rows.reduce(0, +) == 2500)
    // A film without motion.
    try folder.write(
      Data(try make(film, count: 75, drawing: Sample(film.size, moves: false))), to: "b.webp")
    let still = try #require(Tool.output(of: "webpmux", ["-info", folder.file("b.webp")]))
    #expect(still.contains("Number of frames: 3"))
  }

  @Test func picturesAreFiles() throws {
    let film = FilmSettings(
      format: .pictures, size: PixelSize(width: 121, height: 93), framesPerSecond: 30)
    let sample = Sample(film.size)
    guard case .files(let files) = try segment(3..<5, film, sample) else {
      Issue.record("no files")
      return
    }
    let alone = try PNGEncoder().encode(sample.picture(4), EncodingSettings(effort: .fast))
    #expect(files.count == 2 && files[1].flatMap(\.self) == alone.bytes)
  }

  // MARK: - Making

  private func make(
    _ film: FilmSettings, count: Int, drawing sample: Sample, saysWhatChanged: Bool = false
  ) throws -> [UInt8] {
    let segments = try film.segments(of: 0..<count).map {
      try segment($0, film, sample, saysWhatChanged: saysWhatChanged)
    }
    return try file(film, of: segments)
  }

  private func file(_ film: FilmSettings, of segments: [FilmSegment]) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try FilmFile(film).write(segments.count, from: { segments[$0] }, to: { bytes += $0 })
    return bytes
  }

  private func segment(
    _ frames: Range<Int>, _ film: FilmSettings, _ sample: Sample, saysWhatChanged: Bool = false
  ) throws -> FilmSegment {
    let encoder = try film.encoder()
    for frame in frames {
      let isFirst = !saysWhatChanged || frame == frames.lowerBound
      try encoder.add(
        sample.picture(frame),
        changed: isFirst ? [PixelBox(film.size)] : [sample.box(frame - 1), sample.box(frame)])
    }
    return try encoder.finish()
  }

  /// Returns the pixels of the drawn frames; if the width or height is odd, the last column or row
  /// is repeated.
  private func raw(_ film: FilmSettings, count: Int) throws -> [UInt8] {
    let sample = Sample(film.size)
    var bytes: [UInt8] = []
    for frame in 0..<count {
      let picture = try sample.picture(frame)
      picture.withPixels { pixels in
        for y in 0..<film.filmed.height {
          for x in 0..<film.filmed.width {
            let place =
              min(y, film.size.height - 1) * picture.stride + min(x, film.size.width - 1) * 4
            bytes.append(contentsOf: pixels[place..<place + 3])
          }
        }
      }
    }
    return bytes
  }
}

/// A square that moves over areas of uniform color.
private struct Sample {
  let size: PixelSize
  let moves: Bool

  init(_ size: PixelSize, moves: Bool = true) { (self.size, self.moves) = (size, moves) }

  func box(_ frame: Int) -> PixelBox {
    let frame = moves ? frame : 0
    let side = size.height / 5
    let left = frame * 3 % (size.width - side)
    let top = size.height / 3 + frame % 7
    return PixelBox(left: left, top: top, right: left + side, bottom: top + side)
  }

  func picture(_ frame: Int) throws -> ImageSurface {
    var surface = try ImageSurface(size: size)
    let (stride, box) = (surface.stride, box(frame))
    // The components are in the order blue, green, red. The colors are black, white, gray, red,
    // dark blue and green.
    let fields: [(UInt8, UInt8, UInt8)] = [
      (0, 0, 0), (255, 255, 255), (128, 128, 128), (43, 20, 225), (80, 24, 16), (90, 180, 40),
    ]
    surface.withMutablePixels { pixels in
      for y in 0..<size.height {
        for x in 0..<size.width {
          let isInside = (box.left..<box.right).contains(x) && (box.top..<box.bottom).contains(y)
          let field = fields[min(5, y * 6 / size.height)]
          let color = isInside ? (UInt8(60), UInt8(200), UInt8(250)) : field
          pixels.storeBytes(
            of: SIMD4(color.0, color.1, color.2, 255), toByteOffset: y * stride + x * 4,
            as: SIMD4<UInt8>.self)
        }
      }
    }
    return surface
  }
}
