import RenderFarm
import RenderPool
import Testing
import WallfarmPluginKit

/// The readiness that a machine of a farm reports.
@Suite struct MachineStateTests {
  private let problem = RenderError(.queueFailed, "gone")

  private func reason(_ events: [FarmEvent], hasReadyWorker: Bool = true) -> String? {
    var state = MachineState()
    for event in events { state.handle(event) }
    return state.reason(hasReadyWorker: hasReadyWorker)
  }

  @Test func aMachineWithoutAReadyWorkerIsNotReady() {
    #expect(reason([], hasReadyWorker: false) == "no worker is ready")
    #expect(reason([.workerReplaced(problem)], hasReadyWorker: false) == "no worker is ready")
    #expect(reason([]) == nil)
  }

  @Test func whatFailsIsTheReason() {
    #expect(reason([.machineFails(problem)]) == "a store, a disk or the workers are failing")
    #expect(reason([.machineFails(problem), .machineRecovered]) == nil)
    #expect(reason([.queueUnwritable(problem)]) == "the queue is unavailable")
    #expect(
      reason([.queueUnwritable(problem), .failed(unit: "a", problem, isRetried: true)]) == nil)
    #expect(
      reason([.machineFails(problem), .draining], hasReadyWorker: false)
        == "the machine will shut down after its running units finish")
  }
}
