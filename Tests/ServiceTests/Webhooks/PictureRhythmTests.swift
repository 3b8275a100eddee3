import Service
import Testing
import WallfarmPluginKit

/// Tests the times at which a picture counts as expired or not fetched.
@Suite struct PictureRhythmTests {
  private static let day = PictureRhythm.day
  private let start = Moment(seconds: 1_700_000_000)

  private func at(_ seconds: Int) -> Moment { start.adding(seconds) }

  @Test func aPictureThatWasNeverFetchedIsMissedAfterThreeDays() {
    var rhythm = PictureRhythm(since: start)
    rhythm.render(until: nil)
    #expect(rhythm.next(intervals: 3) == at(3 * Self.day))
    #expect(rhythm.events(at: at(3 * Self.day - 1), intervals: 3).isEmpty)
    #expect(rhythm.events(at: at(3 * Self.day), intervals: 3) == [.unfetched])
    #expect(rhythm.events(at: at(9 * Self.day), intervals: 3).isEmpty)
    #expect(rhythm.next(intervals: 3) == nil)
    rhythm.fetch(at: at(9 * Self.day))
    #expect(rhythm.next(intervals: 2) == at(11 * Self.day))
  }

  @Test func theIntervalIsTheTimeBetweenExpiries() {
    var rhythm = PictureRhythm(since: start)
    for hour in 0..<3 {
      rhythm.render(until: at(3600 * (hour + 1)))
      rhythm.fetch(at: at(3600 * hour + 60))
    }
    #expect(rhythm.pace == 3600)
    #expect(rhythm.events(at: at(3 * 3600), intervals: 3) == [.expired])
    #expect(rhythm.next(intervals: 3) == at(2 * 3600 + 60 + 3 * 3600))
    // A phone that fetches a picture only every sixth hour has its own rhythm.
    rhythm.render(until: at(9 * 3600))
    rhythm.fetch(at: at(8 * 3600))
    #expect(rhythm.pace == 6 * 3600)
  }

  /// A picture that no longer expires has the interval of such pictures.
  @Test func theIntervalEndsWithTheExpiries() {
    var rhythm = PictureRhythm(since: start)
    for hour in 0..<2 {
      rhythm.render(until: at(3600 * (hour + 1)))
      rhythm.fetch(at: at(3600 * hour))
    }
    #expect(rhythm.pace == 3600)
    rhythm.render(until: nil)
    rhythm.fetch(at: at(7200))
    #expect(rhythm.next(intervals: 3) == at(7200 + 3 * Self.day))
  }

  /// The interval is at least 15 minutes and at most 31 days.
  @Test func theIntervalIsBounded() {
    for (seconds, expected) in [(10, 900), (900 * Self.day, 31 * Self.day), (5000, 5000)] {
      var rhythm = PictureRhythm(since: start)
      rhythm.render(until: at(100))
      rhythm.fetch(at: start)
      rhythm.render(until: at(100 + seconds))
      rhythm.fetch(at: at(1))
      #expect(rhythm.pace == expected)
    }
  }

  /// Rendering the same picture again does not report its expiry again.
  @Test func anExpiryIsReportedOnce() {
    var rhythm = PictureRhythm(since: start)
    rhythm.render(until: at(100))
    #expect(rhythm.next(intervals: 3) == at(100))
    #expect(rhythm.events(at: at(100), intervals: 3) == [.expired])
    rhythm.render(until: at(100))
    #expect(rhythm.events(at: at(200), intervals: 3).isEmpty)
    rhythm.render(until: at(300))
    #expect(rhythm.events(at: at(299), intervals: 3).isEmpty)
    #expect(rhythm.events(at: at(300), intervals: 3) == [.expired])
    // Fetching an expired picture again does not change its expiry.
    rhythm.fetch(at: at(400))
    #expect(rhythm.events(at: at(500), intervals: 3).isEmpty)
    // A picture without an expiry does not expire.
    rhythm.render(until: nil)
    #expect(rhythm.next(intervals: 3) == at(400 + 3 * Self.day))
  }
}
