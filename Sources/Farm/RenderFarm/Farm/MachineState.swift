/// The state of a farm machine, derived from its supervisor's events.
package struct MachineState {
  private(set) var isFailing = false
  private(set) var isDraining = false
  var isUnwritable = false

  package init(isFailing: Bool = false, isDraining: Bool = false, isUnwritable: Bool = false) {
    (self.isFailing, self.isDraining, self.isUnwritable) = (isFailing, isDraining, isUnwritable)
  }

  /// Applies an event.
  package mutating func handle(_ event: FarmEvent) {
    switch event {
    case .machineFails: isFailing = true
    case .machineRecovered: isFailing = false
    case .draining: isDraining = true
    case .queueUnwritable: isUnwritable = true
    case .done, .failed: isUnwritable = false
    case .ready, .part, .workerReplaced, .lateResult, .paused: break
    }
  }

  /// Returns the reason why the machine accepts no units, or `nil` if it accepts them.
  package func reason(hasReadyWorker: Bool) -> String? {
    if isDraining {
      "the machine will shut down after its running units finish"
    } else if isFailing {
      "a store, a disk or the workers are failing"
    } else if isUnwritable {
      "the queue is unavailable"
    } else if !hasReadyWorker {
      "no worker is ready"
    } else {
      nil
    }
  }
}
