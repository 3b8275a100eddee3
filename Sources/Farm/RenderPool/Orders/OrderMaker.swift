public import SourceJSON
public import WallfarmPluginKit

/// Executes the orders that a worker's renderer does not execute, such as orders for film segments.
public protocol OrderMaker {
  /// Returns whether this maker, not the renderer, executes an order.
  func makes(_ order: JSONNode) -> Bool

  /// Executes an order.
  ///
  /// - Parameters:
  ///   - order: The JSON of the order.
  ///   - descriptor: The descriptor of an empty file to write to.
  ///   - name: The name of the file for the receipt, or `nil` if the bytes are returned.
  /// - Returns: The receipt and the time of each stage.
  /// - Throws: Errors in the order or during its execution.
  func make(
    _ order: JSONNode, to descriptor: Int32, name: String?
  ) throws(RenderError) -> MadeOrder

  /// Releases cached state; called when the worker has been idle for a second or has received a
  /// different kind of work.
  func rest()
}

/// The result of an order that an ``OrderMaker`` executed.
public struct MadeOrder: Sendable {
  /// The receipt as JSON on one line.
  public var receipt: String
  /// Time of each stage in milliseconds.
  public var milliseconds: [String: Double]

  /// Creates a result.
  public init(receipt: String, milliseconds: [String: Double]) {
    (self.receipt, self.milliseconds) = (receipt, milliseconds)
  }
}
