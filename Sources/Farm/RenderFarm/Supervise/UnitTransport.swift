import RenderPool
import WallfarmPluginKit

/// Delivers inputs to units and pictures to their destination.
///
/// A supervisor calls the transport on the supervisor's own thread. Calls never block; slow
/// transfers report their results later.
protocol UnitTransport: AnyObject {
  /// Starts the transport; the closure receives the results of transfers on any thread.
  func begin(_ tell: @escaping @Sendable (Lease, UnitMove) -> Void)

  /// Returns the order for a unit, and stores the decoded payload in the unit.
  func order(of unit: inout LeasedUnit) -> UnitOrder

  /// Starts the delivery of a picture.
  ///
  /// - Returns: `false` if the picture has already been delivered; otherwise the result is reported
  ///   later.
  func takeAway(_ rendered: RenderedOrder, of unit: LeasedUnit) -> Bool

  /// Makes the renames of finished pictures durable.
  ///
  /// - Returns: The errors, keyed by the outputs whose rename may be lost.
  func secure(_ outputs: [String]) -> [String: String]

  /// Whether pending transfers have reached their limit; if so, no unit may start.
  var isFull: Bool { get }

  /// Checks whether the destination is writable; called from another thread.
  var probe: @Sendable () throws(RenderError) -> Void { get }

  /// Stops all transfers.
  func end()
}

/// The result of requesting the order for a leased unit.
enum UnitOrder {
  /// All inputs are available.
  case ready(RenderOrder)
  /// All inputs of a unit with several parts are available.
  case parts(RenderOrder, any UnitParts)
  /// The inputs are being fetched.
  case later
  /// The unit cannot be rendered.
  case refused(RenderError)
}

/// The result of a transfer.
enum UnitMove: Sendable {
  /// All inputs are available.
  case inputsArrived
  /// The picture was delivered.
  case delivered
  case failed(RenderError)
}
