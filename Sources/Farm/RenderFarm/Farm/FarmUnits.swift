import Files
import RenderPool
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// Makes of a planned unit one that any machine can render which has the same toolchain.
///
/// Notes and content stand in the unit, and every file that it is drawn from is named by its digest. A worker sees the
/// paths of the machine that it was planned on, and what has the digest in their places.
struct FarmUnits {
  /// Where pictures go and inputs are.
  let out: String
  let inputs: SubmittedInputs
  let seal: PayloadSeal
  let toolchain: Toolchain

  /// The same unit, for anywhere.
  ///
  /// - Throws: `file-unreadable` for an input that is gone already.
  func unit(
    _ planned: RenderUnit, of request: RenderRequest, _ checked: CheckedRequest
  ) throws(RenderError) -> RenderUnit {
    var fields = planned.order.fields
    if isText(fields["notes"]) || isText(fields["content"]) {
      (fields["notes"], fields["content"]) = (nil, request.content.carried)
    }
    var order = OrderedRequest(
      device: planned.order.device, fields: fields,
      // Nothing lies there on another machine: there is only what is held.
      files: FileScope(folder: planned.order.files.folder))
    order.planned = planned.order.planned
    var unit = RenderUnit(
      id: planned.id, order: order, output: planned.output, timeout: planned.timeout)
    unit.out = out
    unit.inputs = try inputs.digests(of: checked.files)
    return unit
  }

  /// The same of a film: its motion and photos are found by their digests.
  ///
  /// - Throws: `file-unreadable` for an input that is gone already.
  func unit(_ planned: RenderUnit, of film: PlannedFilm) throws(RenderError) -> RenderUnit {
    var unit = RenderUnit(
      id: planned.id,
      order: OrderedRequest(
        device: planned.order.device, fields: planned.order.fields,
        files: FileScope(folder: planned.order.files.folder)),
      output: planned.output, timeout: planned.timeout)
    unit.film = planned.film
    unit.out = out
    unit.inputs = try inputs.digests(of: film.files)
    return unit
  }

  private func isText(_ value: JSONValue?) -> Bool {
    if case .string? = value { true } else { false }
  }

  /// What units with the same photo have in common; the name of the photo is nobody's business in a database.
  func affinity(ofPhoto path: String) -> String {
    (try? inputs.digests(of: [path]).values.first).map { String($0.prefix(16)) } ?? ""
  }
}
