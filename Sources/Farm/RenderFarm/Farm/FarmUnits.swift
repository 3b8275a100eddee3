import Designs
import Files
import RenderPool
import WallfarmCore
import WallfarmPluginKit

/// Makes planned units portable to any machine with the same toolchain.
///
/// Notes and content are embedded in the unit, and each input file is identified by its digest.
/// Workers receive the file paths on the planning machine, and each path is mapped to an input by
/// its digest.
package struct FarmUnits {
  /// The location where pictures and inputs are stored.
  let out: String
  let inputs: SubmittedInputs
  let seal: PayloadSeal
  let toolchain: Toolchain
  /// The folders of the installed packs by name; other machines may not have these packs.
  let packs: [String: String]

  /// Returns the portable form of a picture unit with its content.
  ///
  /// - Throws: `file-unreadable` if an input no longer exists.
  func unit(
    _ planned: RenderUnit, of order: OrderedRequest, content: Content, _ checked: CheckedRequest
  ) throws(RenderError) -> RenderUnit {
    var (unit, order) = (planned, order)
    (order.request.content, order.request.contentFiles) = (content, ContentFiles())
    order.request.files = elsewhere(order.request.files, checked.files)
    unit.work = .picture(order)
    unit.out = out
    unit.inputs = try inputs.digests(of: checked.files)
    return unit
  }

  /// Returns the portable form of a film unit, with its motion and photos identified by digest.
  ///
  /// - Throws: `file-unreadable` if an input no longer exists.
  func unit(
    _ planned: RenderUnit, of order: FilmOrder, _ film: PlannedFilm
  ) throws(RenderError) -> RenderUnit {
    var (unit, order) = (planned, order)
    order.files = elsewhere(order.files, film.files)
    unit.work = .film(order)
    unit.out = out
    unit.inputs = try inputs.digests(of: film.files)
    return unit
  }

  /// Returns the file scope for machines that do not have the folder and the packs, and can access
  /// only the inputs in the store.
  private func elsewhere(_ files: FileScope, _ inputs: [String]) -> FileScope {
    var scope = FileScope(folder: files.folder)
    guard !packs.isEmpty else { return scope }
    let inputs = inputs.map(HeldFiles.plain)
    for (name, path) in packs {
      let folder = HeldFiles.plain(path)
      let prefix = folder + "/"
      if inputs.contains(where: { $0.hasPrefix(prefix) }) { scope.packs[name] = folder }
    }
    return scope
  }

  /// Whether a name in a job is the qualified name of content in a pack, as in `harbour/dusk`.
  func isQualified(_ name: String) -> Bool {
    ContentIndex.pack(of: name).map { packs[$0] != nil } ?? false
  }

  /// Returns an affinity that all units with the same photo share.
  ///
  /// The affinity is a digest, because the name of a photo must not be stored in the database.
  func affinity(ofPhoto path: String) -> String {
    (try? inputs.digests(of: [path]).values.first).map { String($0.prefix(16)) } ?? ""
  }
}
