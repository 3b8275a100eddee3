public import WallfarmPluginKit

/// Makes what orders ask for that is no picture, such as a part of a film; a worker has one beside its renderer.
public protocol OrderMaker {
  /// Whether an order is for it and not for the renderer.
  func makes(_ request: OrderedRequest) -> Bool

  /// Makes what is asked for.
  ///
  /// - Parameters:
  ///   - request: what it is.
  ///   - descriptor: an empty file to write it to.
  ///   - name: of that file, for the receipt; nil where its bytes are handed back.
  /// - Returns: what its receipt says, and where the time went.
  /// - Throws: why it cannot be made.
  func make(
    _ request: OrderedRequest, to descriptor: Int32, name: String?
  ) throws(RenderError) -> MadeOrder

  /// Lets go of what it keeps for more of the same: nothing has come for a second, or another kind of work has.
  func rest()
}

/// What became of an order that is no picture.
public struct MadeOrder: Sendable {
  /// JSON on one line.
  public var receipt: String
  /// Time of each stage, in milliseconds.
  public var milliseconds: [String: Double]

  /// Says what was made.
  public init(receipt: String, milliseconds: [String: Double]) {
    (self.receipt, self.milliseconds) = (receipt, milliseconds)
  }
}
