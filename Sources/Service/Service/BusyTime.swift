package import RenderPool

/// The time that workers have spent on orders.
package struct BusyTime {
  private var seconds = 0.0
  /// The start times of the orders in progress.
  private var open: [OrderID: SuspendingClock.Instant] = [:]

  package init() {}

  /// Begins an order.
  package mutating func begin(_ id: OrderID, at now: SuspendingClock.Instant) { open[id] = now }

  /// Ends an order; does nothing if no worker has started it.
  package mutating func end(_ id: OrderID, at now: SuspendingClock.Instant) {
    guard let began = open.removeValue(forKey: id) else { return }
    seconds += (now - began) / .seconds(1)
  }

  /// Returns the time in seconds, including that of the orders in progress.
  package func seconds(at now: SuspendingClock.Instant) -> Double {
    open.values.reduce(seconds) { $0 + (now - $1) / .seconds(1) }
  }
}
