internal import Fetching
public import WallfarmPluginKit

// Errors of webhooks.

extension ErrorCode {
  /// A webhook receives no events, because its endpoint has failed for too long.
  public static let webhookDisabled = ErrorCode("webhook-disabled", .conflict)
}

extension RenderError {
  static func webhookDisabled(_ name: String, _ time: Moment) -> RenderError {
    RenderError(
      .webhookDisabled, "the webhook '\(name)' was disabled at \(time)",
      hint: "repair the receiver, and enable the webhook: PUT /v1/webhooks/\(name)")
  }

  static func tooManyWebhooks(_ most: Int) -> RenderError {
    RenderError(
      .quotaExceeded, "this client may have at most \(most) webhooks",
      hint: "delete one: DELETE /v1/webhooks/{name}")
  }

  static func messageTooLarge() -> RenderError {
    RenderError(
      .bodyTooLarge, "the event is larger than the limit of \(SentMessage.mostBytes) bytes",
      hint: "report this problem to the developers of wallfarm")
  }
}
