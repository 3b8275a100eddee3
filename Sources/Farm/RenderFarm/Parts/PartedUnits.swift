internal import Files
package import RenderPool
import WallfarmPluginKit

/// Manages the units of a supervisor that consist of parts, and submits the orders for these parts
/// to the pool.
package final class PartedUnits {
  private var units: [Lease: UnitInParts] = [:]
  /// The part folders of the units that this object started, keyed by the unit's identifier.
  private var folders: [String: PartFolders.Folder] = [:]
  /// The part folders that persist after the program exits, or `nil` if there are none.
  private let lasting: PartFolders?
  private var scratch: ScratchFolder?
  /// Checks whether the scratch folder is writable.
  let room = ScratchRoom()
  /// Maximum number of concurrent orders per unit.
  private let most: Int
  private let tell: (FarmEvent) -> Void

  /// Creates an object without units; `tell` receives an event for each finished part.
  package init(_ settings: FarmSettings, tell: @escaping (FarmEvent) -> Void) {
    lasting = settings.partsFolder.map { PartFolders(path: $0) }
    most = 2 * settings.pool.workers
    self.tell = tell
  }

  package func has(_ lease: Lease) -> Bool { units[lease] != nil }

  /// Returns the progress of a unit, such as `2 of 6 seconds`, or `nil` if the unit does not
  /// consist of parts.
  func progress(of lease: Lease) -> String? { units[lease]?.progress }

  /// Starts or resumes a unit.
  package func begin(
    _ unit: LeasedUnit, _ order: RenderOrder, _ parts: any UnitParts
  ) -> UnitInParts.Step {
    do throws(RenderError) {
      let folder = try kept().make(for: unit.spec)
      var begun = UnitInParts(order, parts, in: folder)
      let step = begun.begin(most)
      (units[unit.lease], folders[unit.spec.id]) = (begun, folder)
      return step
    } catch {
      return .failed(error)
    }
  }

  private func kept() throws(RenderError) -> PartFolders {
    if let lasting { return lasting }
    room.use()
    let folder: ScratchFolder
    if let scratch { folder = scratch } else { folder = try ScratchFolder() }
    scratch = folder
    return PartFolders(path: folder.path)
  }

  /// Handles the end of an order.
  package func handle(_ event: PoolEvent, of unit: LeasedUnit) -> UnitInParts.Step {
    guard var begun = units[unit.lease] else { return .wait }
    let before = begun.done
    let step = begun.handle(event)
    units[unit.lease] = begun
    if begun.done > before { tell(.part(unit: unit.spec.id, begun.done, of: begun.count)) }
    switch step {
    case .order, .wait, .ending: break
    case .whole: units[unit.lease] = nil
    case .failed, .withdrawn:
      units[unit.lease] = nil
      // Another machine may perform the next attempt, and it cannot use the parts in this scratch
      // folder.
      if lasting == nil { removeUnlessBegun(unit.spec.id) }
    case .dropped:
      units[unit.lease] = nil
      removeUnlessBegun(unit.spec.id)
    }
    return step
  }

  /// Stops submitting new orders.
  func stop() { for lease in units.keys { units[lease]?.stop(.withdrawn) } }

  /// Drops a unit whose lease was lost; its parts are removed after its running orders have
  /// finished.
  package func drop(_ lease: Lease) {
    guard units[lease] == nil else {
      units[lease]?.stop(.dropped)
      return
    }
    // The unit is uploading or waiting for a retry, so no order is running.
    removeUnlessBegun(lease.unit)
  }

  /// Removes the parts of a unit that has been recorded as delivered.
  func remove(_ unit: String) { folders.removeValue(forKey: unit)?.remove() }

  /// Removes the parts of a unit whose lease has ended, unless the unit has a new lease.
  func removeUnlessBegun(_ unit: String) {
    guard !units.keys.contains(where: { $0.unit == unit }) else { return }
    remove(unit)
  }

  /// Forgets all units; persistent parts are kept.
  func giveUp() { (units, folders) = ([:], [:]) }
}
