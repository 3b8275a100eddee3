internal import Files
import RenderPool
import WallfarmPluginKit

/// The films that a supervisor has: it orders their segments, and then the film, of a pool that knows orders only.
final class FilmsInWork {
  private var films: [Lease: FilmInWork] = [:]
  /// Where the segments are of units that were begun here.
  private var places: [String: KeptSegments.Film] = [:]
  /// Where segments outlive this process; nil: nowhere.
  private let lasting: KeptSegments?
  private var scratch: ScratchFolder?
  /// Looks whether that folder's disk has room, once anything is kept there.
  let room = ScratchRoom()
  /// Parts of one film that are ordered at the same time.
  private let most: Int
  private let tell: (FarmEvent) -> Void

  /// - Parameters:
  ///   - folder: where segments are kept for the next batch; nil: for as long as this object is there.
  ///   - workers: how many parts can be made at the same time.
  ///   - tell: hears of each segment.
  init(folder: String?, workers: Int, tell: @escaping (FarmEvent) -> Void) {
    lasting = folder.map { KeptSegments(path: $0) }
    most = 2 * workers
    self.tell = tell
  }

  func has(_ lease: Lease) -> Bool { films[lease] != nil }

  /// How far a film is, such as `2 of 6`; nil where that is none.
  func progress(of lease: Lease) -> String? { films[lease].map { "\($0.done) of \($0.count)" } }

  /// Begins a film, or goes on with it.
  func begin(
    _ unit: LeasedUnit, _ order: RenderOrder, _ film: OrderedFilm
  ) -> FilmInWork.Step {
    do throws(RenderError) {
      let place = try kept().make(for: unit.spec)
      var begun = FilmInWork(order, film, in: place)
      let step = begun.begin(most)
      (films[unit.lease], places[unit.spec.id]) = (begun, place)
      return step
    } catch {
      return .failed(error)
    }
  }

  private func kept() throws(RenderError) -> KeptSegments {
    if let lasting { return lasting }
    room.use()
    let folder: ScratchFolder
    if let scratch { folder = scratch } else { folder = try ScratchFolder() }
    scratch = folder
    return KeptSegments(path: folder.path)
  }

  /// Takes in how an order of a film ended.
  func hear(_ event: PoolEvent, of unit: LeasedUnit) -> FilmInWork.Step {
    guard var film = films[unit.lease] else { return .wait }
    let before = film.done
    let step = film.hear(event)
    films[unit.lease] = film
    if film.done > before { tell(.segment(unit: unit.spec.id, film.done, of: film.count)) }
    switch step {
    case .order, .wait, .ending: break
    case .whole: films[unit.lease] = nil
    case .failed, .withdrawn:
      films[unit.lease] = nil
      // Who takes it next may be another machine.
      if lasting == nil { removeUnlessBegun(unit.spec.id) }
    case .dropped:
      films[unit.lease] = nil
      removeUnlessBegun(unit.spec.id)
    }
    return step
  }

  /// Orders nothing any more.
  func stop() { for lease in films.keys { films[lease]?.stop(.withdrawn) } }

  /// Somebody took a unit away: what is being made of it is ended by the pool, and then nothing of it is left.
  func drop(_ lease: Lease) {
    guard films[lease] == nil else {
      films[lease]?.stop(.dropped)
      return
    }
    // Whole and on its way to a store, or waiting for another attempt: nothing of it is being made.
    removeUnlessBegun(lease.unit)
  }

  /// The segments of a unit are of no use any more: it is recorded as delivered.
  func remove(_ unit: String) { places.removeValue(forKey: unit)?.remove() }

  /// The same for a lease that has ended, after which the unit may have been begun again under another one.
  func removeUnlessBegun(_ unit: String) {
    guard !films.keys.contains(where: { $0.unit == unit }) else { return }
    remove(unit)
  }

  /// Forgets everything; what is kept stays.
  func giveUp() { (films, places) = ([:], [:]) }
}
