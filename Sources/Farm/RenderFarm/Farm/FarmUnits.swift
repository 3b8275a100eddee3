import Files
import RenderPool
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// Makes planned units portable to any machine with the same toolchain.
///
/// Notes and content are embedded in the unit, and each input file is identified by its digest.
/// Workers see the paths of the planning machine, mapped to inputs by digest.
struct FarmUnits {
  /// The location of pictures and inputs.
  let out: String
  let inputs: SubmittedInputs
  let seal: PayloadSeal
  let toolchain: Toolchain

  /// Returns the portable form of a unit.
  ///
  /// - Throws: `file-unreadable` if an input no longer exists.
  func unit(
    _ planned: RenderUnit, of request: RenderRequest, _ checked: CheckedRequest
  ) throws(RenderError) -> RenderUnit {
    var fields = planned.order.fields
    if isText(fields["notes"]) || isText(fields["content"]) {
      (fields["notes"], fields["content"]) = (nil, request.content.carried)
    }
    var order = OrderedRequest(
      device: planned.order.device, fields: fields,
      // The folder does not exist on other machines; only held inputs are available.
      files: FileScope(folder: planned.order.files.folder))
    order.planned = planned.order.planned
    var unit = RenderUnit(
      id: planned.id, order: order, output: planned.output, timeout: planned.timeout)
    unit.out = out
    unit.inputs = try inputs.digests(of: checked.files)
    return unit
  }

  /// Returns the portable form of a film unit, with its motion and photos by digest.
  ///
  /// - Throws: `file-unreadable` if an input no longer exists.
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

  /// The affinity of units with the same photo: a digest, because a photo's name must not be in the
  /// database.
  func affinity(ofPhoto path: String) -> String {
    (try? inputs.digests(of: [path]).values.first).map { String($0.prefix(16)) } ?? ""
  }
}
