public import WallfarmPluginKit

// What who plays a flow can fail with.

extension ErrorCode {
  /// What was kept of a flow cannot be read.
  public static let flowStateWrong = ErrorCode("flow-state-wrong", .invalid)
}
