import Designs
import Files
import RenderPool
import Requests
import Stores
import WallfarmCore
import WallfarmPluginKit

/// The transport for local files: workers read inputs from their original paths, and the pool
/// writes pictures directly to their output paths.
final class FolderTransport: UnitTransport {
  private let settings: FarmSettings

  init(_ settings: FarmSettings) { self.settings = settings }

  /// The files in other folders by custom theme and template; the units of a batch share few of
  /// them, and a design that changes after planning is an error anyway.
  private var elsewhere: [[String]: Set<String>] = [:]

  /// Returns the files on this machine that may be read when a unit is rendered.
  private func inputs(of work: RenderUnit.Work) -> OrderInputs {
    var inputs = work.localInputs
    guard case .picture(let order) = work else { return inputs }
    let request = order.request
    let key = [request.template, request.theme ?? "", request.files.folder]
    let files = elsewhere[key] ?? FolderTransport.files(namedBy: request)
    elsewhere[key] = files
    inputs.files.formUnion(files)
    return inputs
  }

  /// The files in other folders that the custom theme or template of a request names.
  private static func files(namedBy request: RenderRequest) -> Set<String> {
    guard let installation = try? Installation.findForUser() else { return [] }
    return OrderInputs.elsewhere(request, installation)
  }

  func begin(_ tell: @escaping @Sendable (Lease, UnitMove) -> Void) {}

  func order(of unit: inout LeasedUnit) -> UnitOrder {
    do throws(RenderError) {
      guard unit.spec.isSealed(with: settings.key),
        let content = try RenderUnit(payload: unit.spec.payload)
      else { return .refused(.payloadDamaged()) }
      let file = OutputFile(
        path: OutputRules.path(of: unit.spec.output, in: settings.out), makesFolders: true,
        root: settings.allowsOutside ? nil : settings.out,
        temporaryPrefix: UnitFiles.temporaryPrefix(of: unit.spec.id))
      return try UnitOrder(
        RenderOrder(
          unit.spec, content, request: unit.spec.payload, output: .file(file),
          inputs: inputs(of: content.work)), of: content, settings.makeParts)
    } catch {
      return .refused(error)
    }
  }

  func takeAway(_ rendered: RenderedOrder, of unit: LeasedUnit) -> Bool { false }

  func secure(_ outputs: [String]) -> [String: String] {
    UnitFiles.syncFolders(of: outputs, in: settings.out)
  }

  var isFull: Bool { false }

  var probe: @Sendable () throws(RenderError) -> Void {
    let out = settings.out
    return { () throws(RenderError) in try FolderStore(out).probe() }
  }

  func end() {}
}

extension UnitOrder {
  /// Creates the order for a unit whose inputs are available.
  ///
  /// - Throws: `payload-damaged`; `invalid-job` for a film if `makeParts` is `nil`.
  init(
    _ order: RenderOrder, of unit: RenderUnit, _ makeParts: PartMaking?
  ) throws(RenderError) {
    switch unit.work {
    case .picture: self = .ready(order)
    case .film(let film):
      guard let makeParts else { throw .noFilmsHere() }
      self = .parts(order, try makeParts(film))
    }
  }
}

extension RenderUnit.Work {
  /// The time zone of the unit's pictures.
  var zone: String? {
    switch self {
    case .picture(let order): order.request.zone
    case .film(let order): order.zone
    }
  }

  /// The files on this machine that may be read when the unit is rendered.
  fileprivate var localInputs: OrderInputs {
    switch self {
    case .picture(let order): OrderInputs(order.request)
    case .film(let order): OrderInputs(order)
    }
  }
}

extension RenderOrder {
  /// Creates the order for a unit; if the unit consists of parts, this order is the template for
  /// the orders of the parts.
  init(
    _ spec: UnitSpec, _ unit: RenderUnit, request: String, output: OrderOutput, inputs: OrderInputs
  ) {
    self.init(request: request, output: output, inputs: inputs)
    let shared = spec.affinity.split(separator: "\t", omittingEmptySubsequences: false)
    affinity = OrderAffinity(
      background: shared.first.map(String.init) ?? "", device: shared.last.map(String.init) ?? "")
    priority = spec.priority
    timeout = unit.timeout.map { .milliseconds(Int64($0 * 1000)) }
  }
}
