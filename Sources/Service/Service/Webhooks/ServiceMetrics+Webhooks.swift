internal import RenderPool

/// The metrics of webhooks.
extension MetricsText {
  /// Adds the metrics.
  ///
  /// - Parameters:
  ///   - counts: The numbers of webhooks and pending events, or `nil` if the store is unreadable.
  ///   - effects: The numbers of attempts by effect.
  mutating func add(
    _ counts: (enabled: Int, disabled: Int, pending: Int)?,
    _ effects: [WebhookRecords.Effect: Int]
  ) {
    if let counts {
      add(
        "webhooks", .gauge, "Number of webhooks, by state.",
        [
          ("state=\"disabled\"", Double(counts.disabled)),
          ("state=\"enabled\"", Double(counts.enabled)),
        ])
      add(
        "webhook_pending_events", .gauge, "Number of events that wait for delivery to a webhook.",
        [("", Double(counts.pending))])
    }
    add(
      "webhook_deliveries_total", .counter,
      "Number of attempts to deliver an event to a webhook, by result.",
      WebhookRecords.Effect.allCases.map {
        ("result=\"\($0.rawValue)\"", Double(effects[$0] ?? 0))
      })
  }
}
