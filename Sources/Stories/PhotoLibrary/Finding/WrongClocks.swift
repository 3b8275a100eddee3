internal import Geography
internal import WallfarmPluginKit

/// Finds photos with impossible times: at home at 10:00, in Tokyo at 11:00, at home at 12:00.
///
/// Possible causes are cameras with a wrong date, files whose original date was replaced by the
/// date of copying, and photos from other people. A group of photos is suspect if it spans less
/// than a day, if traveling to it and traveling from it would both require more than the speed of
/// an airliner, and if traveling directly from the photo before it to the photo after it is
/// possible. Photos at home are trusted more: a suspect group away from home is always excluded,
/// and a suspect group at home is excluded only if it is smaller than the groups before and after
/// it combined.
///
/// Travel in both directions must be impossible. A camera clock that is still set to the home time
/// zone during a trip is wrong by hours, which makes travel appear too fast in one direction but
/// too slow in the other.
struct WrongClocks {
  /// The maximum plausible travel speed in km/h.
  ///
  /// With a tailwind, an airliner can reach a ground speed of 1,100 to 1,300 km/h for a while, but
  /// the average speed from door to door is lower.
  static let fastest = 1200.0
  private static let longest = 86_400

  /// A range of consecutive photos with plausible travel times between them.
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
    // Ignore short distances, which are caused by inaccurate locations rather than wrong times.
    let reached = max(TripFinder.leastDistance, hours * WrongClocks.fastest)
    return start.squaredChord(to: end) > UnitVector.squaredChord(ofKilometers: reached)
  }
}
