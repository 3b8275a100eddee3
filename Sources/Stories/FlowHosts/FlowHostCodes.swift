public import WallfarmPluginKit

// Errors of flow hosts.

extension ErrorCode {
  /// The stored state of a flow cannot be read.
  public static let flowStateWrong = ErrorCode("flow-state-wrong", .invalid)
}
