import Arguments
import Authoring
import Designs
import PluginHost
import Processes
import RenderPool
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm doctor`: checks the installation and suggests repairs.
struct DoctorVerb: CommandVerb {
  static let command = Command(
    "doctor",
    summary: "Check libraries, fonts and templates, and suggest repairs.",
    discussion: "Compares every font with its pinned digest. The exit code is 1 when anything is "
      + "wrong.", accepts: PluginOptions.finding)

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    let installation = try Installation.find()
    let plugins = PluginArguments(invocation)
    let doctor = Doctor(
      installation: installation, plugins: try plugins.registry(installation))
    var isWell = true
    for finding in doctor.examine() {
      if let remedy = finding.remedy {
        isWell = false
        Terminal.printFinding(
          "wrong  \(finding.subject): \(finding.text)\n       repair it with: \(remedy)")
      } else {
        Terminal.printFinding("good   \(finding.subject): \(finding.text)")
      }
    }
    Terminal.printFinding(fenceOfPlugins)
    Terminal.printFinding(fenceOfWorkers)
    for item in try plugins.catalog(installation).items {
      for problem in item.problems {
        isWell = false
        Terminal.printFinding(
          "wrong  plugin \(item.found.id): \(problem.message)\n       repair it with: "
            + (problem.hint ?? "wallfarm plugin list"))
      }
      if let manifest = item.usable {
        Terminal.printFinding("good   plugin \(manifest.id): \(manifest.folder)")
      }
    }
    return isWell ? .success : .failure
  }

  /// The fence of plugins; a missing kernel feature is a note, since the user cannot repair it.
  private var fenceOfPlugins: String {
    let fence = PluginFence.available
    func list(_ layers: [FenceLayer]) -> String {
      layers.map { "\($0.rawValue) (\(Self.promise(of: $0)))" }.joined(separator: ", ")
    }
    guard !fence.missing.isEmpty else {
      return "good   fence around a plugin: \(list(fence.standing))"
    }
    let standing = fence.standing.isEmpty ? "" : "; there are \(list(fence.standing))"
    return "note   fence around a plugin: this machine cannot build \(list(fence.missing))"
      + standing
  }

  private var fenceOfWorkers: String {
    let available = WorkerFence.available
    func list(_ isThere: Bool) -> String {
      WorkerFence.layers.filter { available.contains($0) == isThere }
        .map { "\($0.rawValue) (\(Self.promise(of: $0)))" }.joined(separator: ", ")
    }
    guard available.count < WorkerFence.layers.count else {
      return "good   fence around a worker: \(list(true))"
    }
    let standing = available.isEmpty ? "" : "; there are \(list(true))"
    return "note   fence around a worker: this machine cannot build \(list(false))" + standing
  }

  private static func promise(of layer: WorkerFence.Layer) -> String {
    switch layer {
    case .files: "it opens only what is installed, and changes no file"
    case .lengths: "it truncates no file"
    case .calls: "it starts no process and has no socket"
    case .namespace: "it has no network interface"
    }
  }

  private static func promise(of layer: FenceLayer) -> String {
    switch layer {
    case .files: "it changes no file and reads none of yours"
    case .lengths: "it truncates no file"
    case .network: "it has no network and no socket"
    case .signals: "it signals only its own processes"
    }
  }
}
