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
    discussion: "The command compares every font with its pinned digest, and lists the optional "
      + "parts. It does not use the network. The exit status is 1 if there is an error; a missing "
      + "optional part is not an error. 'wallfarm --version --verbose' prints the installer and "
      + "the optional parts.",
    accepts: PluginOptions.finding)

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
          "error  \(finding.subject): \(finding.text)\n       to fix it: \(remedy)")
      } else {
        Terminal.printFinding("ok     \(finding.subject): \(finding.text)")
      }
    }
    for part in OptionalPart.all(of: installation) { Terminal.printFinding(part.finding) }
    Terminal.printFinding(fenceOfPlugins)
    Terminal.printFinding(fenceOfWorkers)
    for item in try plugins.catalog(installation).items {
      for problem in item.problems {
        isWell = false
        Terminal.printFinding(
          "error  plugin \(item.id): \(problem.message)\n       to fix it: "
            + (problem.hint ?? "wallfarm plugin list"))
      }
      if let manifest = item.usable {
        Terminal.printFinding("ok     plugin \(item.id): \(manifest.folder)")
      }
    }
    return isWell ? .success : .failure
  }

  /// The line about the plugin fence; a missing kernel feature is only a note, because the user
  /// cannot add it.
  private var fenceOfPlugins: String {
    let fence = PluginFence.available
    func list(_ layers: [FenceLayer]) -> String {
      layers.map { "\($0.rawValue) (\(Self.promise(of: $0)))" }.joined(separator: ", ")
    }
    guard !fence.missing.isEmpty else {
      return "ok     plugin fence: \(list(fence.standing))"
    }
    let standing = fence.standing.isEmpty ? "" : "; available: \(list(fence.standing))"
    return "note   plugin fence: this machine does not support \(list(fence.missing))"
      + standing
  }

  private var fenceOfWorkers: String {
    let available = WorkerFence.available
    func list(_ isThere: Bool) -> String {
      WorkerFence.layers.filter { available.contains($0) == isThere }
        .map { "\($0.rawValue) (\(Self.promise(of: $0)))" }.joined(separator: ", ")
    }
    guard available.count < WorkerFence.layers.count else {
      return "ok     worker fence: \(list(true))"
    }
    let standing = available.isEmpty ? "" : "; available: \(list(true))"
    return "note   worker fence: this machine does not support \(list(false))" + standing
  }

  private static func promise(of layer: WorkerFence.Layer) -> String {
    switch layer {
    case .files: "opens only installed files, changes no files"
    case .lengths: "truncates no files"
    case .calls: "starts no processes, has no sockets"
    case .namespace: "has no network interface"
    }
  }

  private static func promise(of layer: FenceLayer) -> String {
    switch layer {
    case .files: "changes no files, reads none of your files"
    case .lengths: "truncates no files"
    case .network: "has no network access and no sockets"
    case .signals: "signals only its own processes"
    }
  }
}
