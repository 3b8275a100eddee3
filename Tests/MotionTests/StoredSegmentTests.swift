import Files
import Films
import Foundation
import Motion
import Requests
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Stored segments, which are waiting for the other segments of their film.
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
    let pictures = try #require(StoredSegment(Self.stored(.files([[[1], [2, 3]], [[4]]]))))
    guard case .files(let files) = pictures.segment else { return #expect(Bool(false)) }
    #expect(files == [[[1, 2, 3]], [[4]]])
  }

  /// A truncated or altered segment is rejected, because a power failure may leave a partial file.
  @Test func whatWasCutOrChangedIsNoSegment() {
    let whole = Self.stored(Self.video())
    for count in 0..<whole.count { #expect(StoredSegment(Array(whole[..<count])) == nil) }
    #expect(StoredSegment(whole + [0]) == nil)
    for place in whole.indices {
      var bytes = whole
      bytes[place] ^= 0x10
      #expect(StoredSegment(bytes) == nil)
    }
  }

  /// Several threads add segments in any order, and each segment can then be read by its position.
  @Test func aShelfOnADiskHasWhatWasPutIn() throws {
    let folder = try TemporaryFolder()
    let store = try DiskSegments(in: folder.path)
    DispatchQueue.concurrentPerform(iterations: 40) { place in
      try? store.put(
        .animation([UInt8](repeating: UInt8(place), count: 5000 + place), milliseconds: place),
        at: place)
    }
    for place in [39, 0, 7, 7] + (0..<40) {
      guard case .animation(let bytes, let milliseconds) = try store.segment(place) else {
        return #expect(Bool(false))
      }
      #expect(bytes == [UInt8](repeating: UInt8(place), count: 5000 + place))
      #expect(milliseconds == place)
    }
    let error = #expect(throws: RenderError.self) { try store.segment(40) }
    #expect(error?.code == .inputFailed)
    // The files have no names, so a kill leaves nothing behind.
    #expect(folder.names.isEmpty)
  }

  /// The frame rates in the job schema match the frame rates that motions support.
  @Test func ratesAreThoseOfFilms() {
    #expect(FilmFields.rates == MotionLimits.framesPerSecond)
  }
}
