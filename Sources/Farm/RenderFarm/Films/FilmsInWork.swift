internal import Files
import RenderPool
import WallfarmPluginKit

/// The films in progress of a supervisor, which submits their segments and final assembly to its
/// pool.
final class FilmsInWork {
  private var films: [Lease: FilmInWork] = [:]
  /// The segment folders of units started here.
  private var places: [String: KeptSegments.Film] = [:]
  /// The persistent segment storage, or `nil` for none.
  private let lasting: KeptSegments?
  private var scratch: ScratchFolder?
  /// Monitors the free space of the scratch folder.
  let room = ScratchRoom()
  /// Maximum number of concurrent orders per film.
  private let most: Int
  private let tell: (FarmEvent) -> Void

  /// - Parameters:
  ///   - folder: The persistent folder for segments, or `nil` for a temporary one.
  ///   - workers: Number of workers.
  ///   - tell: Receives an event for each segment.
  init(folder: String?, workers: Int, tell: @escaping (FarmEvent) -> Void) {
    lasting = folder.map { KeptSegments(path: $0) }
    most = 2 * workers
    self.tell = tell
  }

  func has(_ lease: Lease) -> Bool { films[lease] != nil }

  /// Returns the progress of a film, such as `2 of 6`, or `nil` if the unit is not a film.
  func progress(of lease: Lease) -> String? { films[lease].map { "\($0.done) of \($0.count)" } }

  /// Starts or resumes a film.
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

  /// Handles the end of a film order.
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
      // Another machine may take the next attempt.
      if lasting == nil { removeUnlessBegun(unit.spec.id) }
    case .dropped:
      films[unit.lease] = nil
      removeUnlessBegun(unit.spec.id)
    }
    return step
  }

  /// Stops submitting orders.
  func stop() { for lease in films.keys { films[lease]?.stop(.withdrawn) } }

  /// Drops a film whose unit was taken away; its segments are removed once running orders end.
  func drop(_ lease: Lease) {
    guard films[lease] == nil else {
      films[lease]?.stop(.dropped)
      return
    }
    // The film is uploading or waiting for a retry, so no order is running.
    removeUnlessBegun(lease.unit)
  }

  /// Removes the segments of a unit that is recorded as delivered.
  func remove(_ unit: String) { places.removeValue(forKey: unit)?.remove() }

  /// Removes the segments of an ended lease, unless the unit has started again under a new lease.
  func removeUnlessBegun(_ unit: String) {
    guard !films.keys.contains(where: { $0.unit == unit }) else { return }
    remove(unit)
  }

  /// Forgets all films; persistent segments stay.
  func giveUp() { (films, places) = ([:], [:]) }
}
