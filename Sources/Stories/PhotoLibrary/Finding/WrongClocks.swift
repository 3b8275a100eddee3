internal import Geography
internal import WallfarmPluginKit

/// Finds photos with impossible times: at home at 10:00, in Tokyo at 11:00, at home at 12:00.
///
/// Possible causes are cameras with a wrong date, files that lost their date and received the date
/// of a copy, and photos from other people. A group of photos is suspect if traveling both to it
/// and from it would be faster than an airliner, if it spans less than a day, and if the travel is
/// possible without it. Photos at home are then preferred: distant photos are excluded, and photos
/// at home are excluded only if they are fewer than the photos before and after them.
///
/// Both directions must be impossible, because a clock in the home zone is hours wrong on a trip,
/// so that one direction appears too fast and the other too slow.
struct WrongClocks {
  /// The maximum speed in km/h.
  ///
  /// With tailwind, airliners can reach a ground speed of 1,100 to 1,300 for a while, but not on
  /// average from door to door.
  static let fastest = 1200.0
  private static let longest = 86_400

  /// A range of photos with plausible travel times.
  private struct Leg {
    let photos: Range<Int>
    let isAway: Bool
  }

  private let timeline: PhotoTimeline
  /// The indices of photos with a location and a time.
  private let placed: [Int]

  private init(_ timeline: PhotoTimeline) {
    self.timeline = timeline
    placed = timeline.photos.indices.filter {
      timeline.vectors[$0] != nil && timeline.photos[$0].moment != nil
    }
  }

  /// The indices of the suspect photos.
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
    // Short distances are due to inaccurate locations rather than jumps.
    let reached = max(TripFinder.leastDistance, hours * WrongClocks.fastest)
    return start.squaredChord(to: end) > UnitVector.squaredChord(ofKilometers: reached)
  }
}
