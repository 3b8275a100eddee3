import Films
import RenderFarm
import Testing
import WallfarmPluginKit
import WallfarmTesting

@testable import Motion

/// Segments that wait for the others of their film.
@Suite struct StoredSegmentTests {
  private static let warning = RenderWarning(.missingGlyph, "a warning")

  private static func video() -> FilmSegment {
    var video = VideoSegment()
    video.parameters = ([1, 2, 3, 4], [5])
    video.samples = (0..<4).map {
      VideoSegment.Sample(bytes: [UInt8](repeating: UInt8($0), count: 9 + $0), isWhole: $0 % 2 == 0)
    }
    return .video(video)
  }

  private static func stored(_ segment: FilmSegment) -> [UInt8] {
    StoredSegment(segment, of: "f", at: 3, warnings: [warning]).pieces.flatMap(\.self)
  }

  @Test func whatIsKeptIsReadAsItWas() throws {
    let video = try #require(StoredSegment(Self.stored(Self.video())))
    #expect(video.film == "f" && video.place == 3 && video.warnings == [Self.warning])
    guard case .video(let read) = video.segment else { return #expect(Bool(false)) }
    #expect(read.parameters.sequence == [1, 2, 3, 4] && read.parameters.picture == [5])
    #expect(read.samples.map(\.bytes.count) == [9, 10, 11, 12])
    #expect(read.samples.map(\.isWhole) == [true, false, true, false])
    let animation = try #require(
      StoredSegment(Self.stored(.animation([7, 8, 9], milliseconds: 1000))))
    guard case .animation(let bytes, let milliseconds) = animation.segment else {
      return #expect(Bool(false))
    }
    #expect(bytes == [7, 8, 9] && milliseconds == 1000)
  }

  /// A power cut may leave any part of a file.
  @Test func whatWasCutOrChangedIsNoSegment() {
    let whole = Self.stored(Self.video())
    for count in 0..<whole.count { #expect(StoredSegment(Array(whole[..<count])) == nil) }
    #expect(StoredSegment(whole + [0]) == nil)
    let body = whole.count - 52
    for place in body..<whole.count {
      var bytes = whole
      bytes[place] ^= 0x10
      #expect(StoredSegment(bytes) == nil)
    }
  }

  /// The farm says in its schema what the films of motions can be.
  @Test func ratesAreThoseOfFilms() {
    #expect(FilmWords.rates == MotionLimits.framesPerSecond)
  }
}
