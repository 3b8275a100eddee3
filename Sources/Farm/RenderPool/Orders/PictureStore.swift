public import WallfarmPluginKit

/// A destination for pictures that is not a local file, such as a bucket of an object store.
public protocol PictureStore: Sendable {
  /// Stores a picture; on return, the whole picture is stored durably.
  ///
  /// The call runs on the thread that serves one worker. The worker waits for it, and its duration
  /// counts against the timeout of the order, so give it a shorter timeout of its own. The pool
  /// does not wait for it: an order that is withdrawn or misses its deadline during the call is
  /// reported as such although its picture may be stored, and `wait()` may return before the call
  /// does.
  ///
  /// Order numbers increase. If several orders have the same name, such as orders with a key, the
  /// store must ignore a picture of an earlier order than the one it has: two workers may render
  /// them at the same time.
  ///
  /// - Parameters:
  ///   - picture: The sealed memory file of the picture.
  ///   - name: The name in the order's output.
  ///   - order: The order of the picture.
  /// - Throws: An error with which the order fails, such as `output-failed`.
  func keep(_ picture: PictureBytes, as name: String, of order: OrderID) throws(RenderError)
}
