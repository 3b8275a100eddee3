internal import SourceJSON
package import WallfarmCore
package import WallfarmPluginKit

/// Finds earlier units whose pictures are still valid.
///
/// If a layout depends on the date, the digests of its units change every day. The receipt of a
/// unit contains the time at which its picture expires. Until then, the unit is treated as done,
/// unless another input of the unit has changed.
package struct LastingPictures {
  let queue: any QueueAdmin
  /// The time for which the batch was planned.
  let moment: Moment
  /// The key for sealed payloads.
  var key: SecretKey?

  package init(queue: any QueueAdmin, moment: Moment, key: SecretKey? = nil) {
    (self.queue, self.moment, self.key) = (queue, moment, key)
  }

  /// Returns the delivered unit if its picture is still valid; otherwise, returns the planned unit.
  ///
  /// - Throws: `queue-failed`.
  package func unit(_ planned: PlannedUnit) throws(RenderError) -> UnitSpec {
    let spec = planned.spec
    guard let lasting = planned.lasting,
      let row = try queue.unit(spec.id), row.state == .done, row.spec.digest != spec.digest,
      self.lasting(row.spec.payload) == lasting,
      let receipt = row.receipt, isTrue(receipt)
    else { return spec }
    var same = row.spec
    same.priority = spec.priority
    return same
  }

  /// Returns the digest of a queued unit that excludes the planning time; `nil` if the unit does
  /// not depend on the time.
  private func lasting(_ payload: String) -> String? {
    PayloadSeal.text(of: payload, key: key).flatMap { try? JSONNode(parsing: $0) }?[
      RenderUnit.lasting]?.string
  }

  /// Returns whether the picture that a receipt describes is valid at `moment`.
  private func isTrue(_ receipt: String) -> Bool {
    guard let node = try? JSONNode(parsing: receipt),
      let now = node["now"]?.string.flatMap(Moment.init),
      let expires = node["expires"]
    else { return false }
    // `null` means that the picture never expires.
    return now <= moment
      && (expires.string.flatMap(Moment.init).map { moment < $0 } ?? (expires.string == nil))
  }
}
