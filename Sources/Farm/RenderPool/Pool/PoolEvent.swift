public import WallfarmPluginKit

/// Something that happened in a pool; each order ends with exactly one of the last four.
public enum PoolEvent: Sendable {
  /// Workers can be used, behind this fence; told once.
  case ready(WorkerFence.Report)
  /// A worker has begun an order.
  case started(OrderID, worker: Int)
  /// It has come to a stage of the render, such as `encode`.
  case stage(OrderID, String)
  /// A worker ended before its time, and is replaced.
  case workerReplaced(RenderError)
  /// No worker can be started. It is tried again as long as the pool is not stopped.
  case cannotStart(RenderError)
  /// The picture is in its place, or here.
  case done(OrderID, RenderedOrder)
  /// It could not be rendered, or not in time.
  case failed(OrderID, RenderError)
  /// Its worker is silent: it is not known what became of it, but nothing will come of it any more.
  case lost(OrderID, RenderError)
  /// It was not wanted any more, or the pool was stopped before it was done.
  case withdrawn(OrderID, Withdrawal)

  /// Why an order was taken back.
  public enum Withdrawal: Sendable, Hashable {
    /// It was cancelled.
    case cancelled
    /// A newer order has its key.
    case replaced
    /// The pool was stopped, or drained before the order was begun.
    case stopped
  }

  /// The order that ended with this; nil for anything else.
  public var ended: OrderID? {
    switch self {
    case .done(let id, _), .failed(let id, _), .lost(let id, _), .withdrawn(let id, _): id
    case .ready, .started, .stage, .workerReplaced, .cannotStart: nil
    }
  }
}

/// What became of an order.
public struct RenderedOrder: Sendable {
  /// The receipt of the picture, JSON on one line.
  public let receipt: String
  /// What the worker measured.
  public var figures: WorkerFigures
  /// The file itself, where it was asked for.
  public let bytes: PictureBytes?
}
