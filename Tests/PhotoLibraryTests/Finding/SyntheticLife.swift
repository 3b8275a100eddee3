import Geography
import PhotoLibrary
import WallfarmPluginKit
import WallfarmTesting

/// A simulated person who takes photos for eight years, moves once, and travels, with known ground
/// truth.
///
/// On half of the days at home, there are some photos from the home's town, from work or from a
/// hike, and a tenth of these photos have no location. Journeys from the ``Journey`` table
/// alternate with random journeys, and every journey specifies whether it is a trip. Phones know
/// the time zone; on a quarter of the trips, there is also a camera whose clock stays in the home's
/// time zone.
struct SyntheticLife {
  /// The ground truth about a generated journey: its days, its expected name, and whether it should
  /// be detected as a trip.
  struct Truth {
    let title: String
    let first: Int
    let last: Int
    let isTrip: Bool
    /// The expected name, or `nil` for any.
    let name: String?
  }

  /// A group of nearly identical photos, and the best of them.
  struct Burst {
    let photos: [Int64]
    let best: Int64
  }

  private(set) var photos: [LibraryPhoto] = []
  private(set) var truths: [Truth] = []
  private(set) var bursts: [Burst] = []
  /// The first day in the second home.
  private(set) var moving = 0

  static let homes = [(48.1374, 11.5755), (53.5503, 9.9920)]
  static let days = 2920

  private var random: SeededGenerator
  private var home = GeoPoint.home
  private var today = 0

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    let journeys = Journey.special.shuffled(using: &random)
    let half = journeys.count / 2
    for (number, part) in [journeys[..<half], journeys[half...]].enumerated() {
      home = GeoPoint(latitude: Self.homes[number].0, longitude: Self.homes[number].1) ?? .home
      if number == 1 {
        moving = today
        // Without a photo in the first week, the start of the second home would be unknown.
        take(today, 12, somewhere(home, 3))
      }
      let end = Self.days * (number + 1) / 2
      for journey in part {
        // Space the journeys so that they and the days at home fill this half of the time.
        live(until: today + Int.random(in: 9...45, using: &random))
        go(journey)
        live(until: today + Int.random(in: 3...9, using: &random))
        go(.anywhere(from: home, &random))
      }
      live(until: end)
    }
    addWrongClocks()
  }

  private mutating func live(until end: Int) {
    while today < end {
      stayAtHome()
      today += 1
    }
  }

  private mutating func stayAtHome() {
    guard chance(0.5) else { return }
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      // Work is 22 km away, and the destination of an occasional hike is 60 km away.
      let place =
        chance(0.15)
        ? home.moved(22, toward: 80)
        : chance(0.05) ? home.moved(60, toward: 170) : somewhere(home, 4)
      take(today, .random(in: 7...22, using: &random), chance(0.1) ? nil : place)
    }
  }

  private mutating func go(_ journey: Journey) {
    let first = today
    let hasCamera = journey.isTrip && chance(0.25)
    // Nobody can be at home in the morning and in Fiji at noon.
    if chance(0.4) && !(journey.stops.first?.isFar(from: home) ?? false) {
      take(first, 6, somewhere(home, 3))
    }
    let days = journey.stops.flatMap { stop in (0..<stop.days).map { _ in stop } }
    for (number, stop) in days.enumerated() {
      let isEnd = number == 0 || number == days.count - 1
      let hours = journey.hours ?? (isEnd ? 11...17 : 8...22)
      visit(stop, hours, journey, number, isEnd: isEnd, hasCamera: hasCamera)
      today += 1
    }
    // The traveler may return home late on the last day of the journey, which is `today - 1`.
    if chance(0.4) && journey.stops.allSatisfy({ !$0.isFar(from: home) }) {
      take(today - 1, 22.5, somewhere(home, 3))
    }
    truths.append(
      Truth(
        title: journey.title, first: first, last: today - 1, isTrip: journey.isTrip,
        name: journey.name))
    // The day after the return is spent at home.
    take(today, .random(in: 9...20, using: &random), somewhere(home, 3))
    today += 1
  }

  private mutating func visit(
    _ stop: Journey.Stop, _ hours: ClosedRange<Double>, _ journey: Journey, _ number: Int,
    isEnd: Bool, hasCamera: Bool
  ) {
    if journey.silent.contains(number) { return }
    // A journey whose name is checked, or that has days without photos, has at least two photos on
    // each of its remaining days.
    let fewest = journey.name != nil || !journey.silent.isEmpty ? 2 : 0
    let count = isEnd || journey.isSparse ? 2 : Int.random(in: fewest...12, using: &random)
    for photo in 0..<count {
      var place: GeoPoint? = somewhere(stop.place(from: home), stop.spread)
      let isNeeded = photo < fewest || isEnd && photo == 0
      if journey.withoutPlace.contains(number) || chance(0.15) && !isNeeded { place = nil }
      let hour = Double.random(in: hours, using: &random)
      let isCamera = hasCamera && !isEnd && chance(0.5)
      take(today, hour, place, offset: isCamera ? 1 : stop.offset)
    }
  }

  /// Adds a photo, sometimes with near duplicates and sometimes with a screenshot.
  private mutating func take(_ day: Int, _ hour: Double, _ place: GeoPoint?, offset: Double = 1) {
    let group = Int64(photos.count + 1)
    let count = chance(0.2) ? Int.random(in: 2...5, using: &random) : 1
    var burst: [(id: Int64, quality: Double)] = []
    for number in 0..<count {
      let id = Int64(photos.count + 1)
      let quality = Double.random(in: 0.1...1, using: &random)
      burst.append((id, quality))
      add(
        day, hour + Double(number) / 1200, place, offset: offset, group: group, quality: quality)
    }
    if let best = burst.max(by: { $0.quality < $1.quality }), count > 1 {
      bursts.append(Burst(photos: burst.map(\.id), best: best.id))
    }
    if chance(0.05) {
      add(
        day, hour, nil, offset: offset, group: Int64(photos.count + 1), quality: 1,
        isScreenshot: true)
    }
  }

  private mutating func add(
    _ day: Int, _ hour: Double, _ place: GeoPoint?, offset: Double, group: Int64, quality: Double?,
    isScreenshot: Bool = false
  ) {
    let local = Moment(seconds: (SyntheticLife.start + day) * 86_400 + Int(hour * 3600))
    photos.append(
      LibraryPhoto(
        id: Int64(photos.count + 1), day: .numbered(SyntheticLife.start + day),
        moment: local.adding(-Int(offset * 3600)), place: place, width: 3024, height: 4032,
        isScreenshot: isScreenshot, group: group, quality: quality))
  }

  /// January 1, 2016.
  static let start = 16_801

  /// Adds photos with wrong dates, which must neither create trips nor affect real trips.
  private mutating func addWrongClocks() {
    let tokyo = GeoPoint(latitude: 35.68, longitude: 139.69) ?? .home
    // The clock of a camera that lost its date restarts in 2000.
    for day in 0..<4 { take(day - 5844, 12, somewhere(tokyo, 5)) }
    let quiet = (30..<moving - 30).filter { day in
      !truths.contains { ($0.first - 3...$0.last + 3).contains(day) }
    }
    // Add photos from Tokyo that carry the date on which their files were copied. Other photos from
    // the same hours were taken at home.
    for day in quiet.shuffled(using: &random).prefix(5) {
      for hour in [8.0, 22.5] {
        let place = GeoPoint(latitude: Self.homes[0].0, longitude: Self.homes[0].1)
        for hour in [hour - 0.4, hour + 0.4] { take(day, hour, place) }
        for day in [day, day + 1] { for hour in [7.6, 22.9] { take(day, hour, place) } }
        for _ in 0..<3 { take(day, hour, somewhere(tokyo, 5)) }
      }
    }
  }

  private mutating func somewhere(_ place: GeoPoint, _ spread: Double) -> GeoPoint {
    place.moved(
      .random(in: 0...spread, using: &random), toward: .random(in: 0...360, using: &random))
  }

  private mutating func chance(_ share: Double) -> Bool {
    .random(in: 0..<1, using: &random) < share
  }
}
