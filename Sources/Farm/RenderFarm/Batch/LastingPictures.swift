internal import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// Finds units planned earlier whose pictures are still valid.
///
/// A layout that depends on the date changes the digest of a unit every day. The receipt says when
/// the picture expires; until then the unit counts as done, unless another of its inputs has
/// changed.
struct LastingPictures {
  let queue: any QueueAdmin
  /// The moment for which the batch was planned.
  let moment: Moment
  /// The key for sealed payloads.
  var key: SecretKey?

  /// Returns the delivered unit if its picture is still valid, else the unit itself.
  ///
  /// - Throws: `queue-failed`.
  func unit(_ spec: UnitSpec) throws(RenderError) -> UnitSpec {
    // Most units do not depend on the time; skip them without parsing.
    guard PayloadSeal.isSealed(spec.payload) || spec.payload.contains(#""lasting""#),
      let lasting = RenderUnit(payload: spec.payload, key: key)?.lasting,
      let row = try queue.unit(spec.id), row.state == .done, row.spec.digest != spec.digest,
      RenderUnit(payload: row.spec.payload, key: key)?.lasting == lasting,
      let receipt = row.receipt, isTrue(receipt)
    else { return spec }
    var same = row.spec
    same.priority = spec.priority
    return same
  }

  /// Whether the picture of a receipt is valid at `moment`.
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
