internal import Geography
internal import WallfarmPluginKit

/// Finds photos that cannot have been taken when they say: nobody is at home at 10, in Tokyo at 11, at home at 12.
///
/// They come from cameras with a wrong date, files that have lost theirs and got that of a copy, and from other
/// people. A stretch of photos is doubted where getting there and getting away are both faster than an airliner, it is
/// shorter than a day, and without it the way is possible. Then home is believed: what is far away is left out, and
/// what is at home only where there are fewer than before and after it.
///
/// Both ways have to be impossible because a clock in the zone of the home is wrong by hours on a trip, and that makes
/// one of the ways look too fast and the other one too slow.
struct WrongClocks {
  /// In km/h: airliners with the wind behind them reach 1,100 to 1,300 over the ground for a while, but not from
  /// the door to the photo.
  static let fastest = 1200.0
  private static let longest = 86_400

  /// A stretch in which every way is possible.
  private struct Leg {
    let photos: Range<Int>
    let isAway: Bool
  }

  private let timeline: PhotoTimeline
  /// Photos with a place and a moment.
  private let placed: [Int]

  private init(_ timeline: PhotoTimeline) {
    self.timeline = timeline
    placed = timeline.photos.indices.filter {
      timeline.vectors[$0] != nil && timeline.photos[$0].moment != nil
    }
  }

  /// The numbers of photos that are not believed.
  static func photos(in timeline: PhotoTimeline, isAway: [Bool]) -> Set<Int> {
    let clocks = WrongClocks(timeline)
    let legs = clocks.legs(isAway)
    guard legs.count > 2 else { return [] }
    return Set(
      (1..<legs.count - 1).filter { clocks.isDoubted($0, legs) }
        .flatMap { legs[$0].photos.map { clocks.placed[$0] } })
  }

  private func legs(_ isAway: [Bool]) -> [Leg] {
    var legs: [Leg] = []
    var start = 0
    for next in placed.indices.dropFirst() where isTooFast(from: next - 1, to: next) {
      legs.append(Leg(photos: start..<next, isAway: isAway[placed[start]]))
      start = next
    }
    if let first = placed.indices.dropFirst(start).first {
      legs.append(Leg(photos: start..<placed.count, isAway: isAway[placed[first]]))
    }
    return legs
  }

  private func isDoubted(_ number: Int, _ legs: [Leg]) -> Bool {
    let (before, leg, after) = (legs[number - 1], legs[number], legs[number + 1])
    let last = leg.photos.upperBound - 1
    guard second(last) - second(leg.photos.lowerBound) < WrongClocks.longest,
      !isTooFast(from: before.photos.upperBound - 1, to: after.photos.lowerBound)
    else { return false }
    return leg.isAway || leg.photos.count < before.photos.count + after.photos.count
  }

  private func second(_ number: Int) -> Int {
    timeline.photos[placed[number]].moment?.seconds ?? 0
  }

  private func isTooFast(from one: Int, to next: Int) -> Bool {
    guard let start = timeline.vectors[placed[one]], let end = timeline.vectors[placed[next]] else {
      return false
    }
    let hours = Double(second(next) - second(one)) / 3600
    // What is so near is no jump but a place that was measured badly.
    let reached = max(TripFinder.leastDistance, hours * WrongClocks.fastest)
    return start.squaredChord(to: end) > UnitVector.squaredChord(ofKilometers: reached)
  }
}
