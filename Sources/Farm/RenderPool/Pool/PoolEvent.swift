public import WallfarmPluginKit

/// An event of a pool; each order ends with exactly one of the last four cases.
public enum PoolEvent: Sendable {
  /// The first worker is ready; sent once, with a report on the fence around the worker.
  case ready(WorkerFence.Report)
  /// A worker started an order.
  case started(OrderID, worker: Int)
  /// An order reached a stage of the render, such as `encode`.
  case stage(OrderID, String)
  /// A worker exited unexpectedly and is replaced.
  case workerReplaced(RenderError)
  /// No worker can be started; the pool retries until it is stopped.
  case cannotStart(RenderError)
  /// The picture was delivered.
  case done(OrderID, RenderedOrder)
  /// The order failed or missed its deadline.
  case failed(OrderID, RenderError)
  /// The worker is not responding, so the result of the order is unknown, and no picture will be
  /// delivered for it.
  case lost(OrderID, RenderError)
  /// The order was canceled or replaced, or the pool stopped before the order finished.
  case withdrawn(OrderID, Withdrawal)

  /// The reason for a withdrawal.
  public enum Withdrawal: Sendable, Hashable {
    /// The owner canceled the order.
    case cancelled
    /// A newer order has the same key.
    case replaced
    /// The pool was stopped, or it was drained before the order started.
    case stopped
  }

  /// The order that ended with this event, or `nil`.
  public var ended: OrderID? {
    switch self {
    case .done(let id, _), .failed(let id, _), .lost(let id, _), .withdrawn(let id, _): id
    case .ready, .started, .stage, .workerReplaced, .cannotStart: nil
    }
  }
}

/// The result of a delivered order.
public struct RenderedOrder: Sendable {
  /// The receipt of the picture as JSON on one line.
  public let receipt: String
  /// The worker's measurements.
  public var figures: WorkerFigures
  /// The bytes of the picture, if the output was ``OrderOutput/bytes``.
  public let bytes: PictureBytes?

  package init(receipt: String, figures: WorkerFigures, bytes: PictureBytes?) {
    (self.receipt, self.figures, self.bytes) = (receipt, figures, bytes)
  }
}
