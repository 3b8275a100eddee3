import Arguments
import PluginHost
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm doctor`: what is installed, what is missing, and how to mend it.
struct DoctorVerb {
  static let command = Command(
    "doctor", summary: "Look at libraries, fonts and templates, and say how to mend what is wrong.",
    discussion: "Compares every font with its pinned digest. The exit code is 1 when anything is "
      + "wrong.", accepts: PluginOptions.finding)

  let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  func run() throws(RenderError) -> ExitStatus {
    let installation = try Installation.find()
    let plugins = PluginArguments(invocation)
    let doctor = Doctor(
      installation: installation, plugins: try plugins.registry(installation))
    var isWell = true
    for finding in doctor.examine() {
      if let remedy = finding.remedy {
        isWell = false
        Terminal.print("wrong  \(finding.subject): \(finding.text)\n       mend it with: \(remedy)")
      } else {
        Terminal.print("good   \(finding.subject): \(finding.text)")
      }
    }
    Terminal.print(fence)
    for item in try plugins.shelf(installation).items {
      for problem in item.problems {
        isWell = false
        Terminal.print(
          "wrong  plugin \(item.found.id): \(problem.message)\n       mend it with: "
            + (problem.hint ?? "wallfarm plugin list"))
      }
      if let manifest = item.usable {
        Terminal.printLine("good   plugin \(manifest.id): \(manifest.folder)")
      }
    }
    return isWell ? .success : .failure
  }

  /// Nobody can mend a kernel, so it is good or worth knowing, and never wrong.
  private var fence: String {
    switch PluginFence.landlockVersion {
    case 0:
      "note   fence: the kernel has no landlock, so a plugin that is a program may read and change your "
        + "files"
    case 1..<6:
      "good   fence: a plugin that is a program changes no file (landlock \(PluginFence.landlockVersion); "
        + "from 6 on it signals nobody either)"
    default:
      "good   fence: a plugin that is a program changes no file and signals nobody (landlock "
        + "\(PluginFence.landlockVersion))"
    }
  }
}
