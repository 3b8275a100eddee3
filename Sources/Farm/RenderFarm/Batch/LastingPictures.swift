internal import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// Finds units of an earlier day whose pictures are still true.
///
/// A layout that looks at the day makes the fingerprint of a unit another one each day. Its receipt says until when
/// the picture is true; until then the unit is done, unless something else of it has changed.
struct LastingPictures {
  let queue: any QueueAdmin
  /// The moment for which the batch was planned.
  let moment: Moment
  /// What opens units that are sealed.
  var key: SecretKey?

  /// A unit as it was delivered, where that is what it asks for, else as it is.
  ///
  /// - Throws: `queue-failed`.
  func unit(_ spec: UnitSpec) throws(RenderError) -> UnitSpec {
    // Most units look at no time, and are not taken apart for this.
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

  /// Whether the picture of a receipt is that of the moment.
  private func isTrue(_ receipt: String) -> Bool {
    guard let node = try? JSONNode(parsing: receipt),
      let now = node["now"]?.string.flatMap(Moment.init),
      let expires = node["expires"]
    else { return false }
    // Never is null.
    return now <= moment
      && (expires.string.flatMap(Moment.init).map { moment < $0 } ?? (expires.string == nil))
  }
}
