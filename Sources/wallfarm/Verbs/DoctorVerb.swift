import Arguments
import BuiltInPlugins
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm doctor`: what is installed, what is missing, and how to mend it.
struct DoctorVerb {
  static let command = Command(
    "doctor", summary: "Look at libraries, fonts and templates, and say how to mend what is wrong.",
    discussion: "Compares every font with its pinned digest. The exit code is 1 when anything is "
      + "wrong.")

  func run() throws(RenderError) -> ExitStatus {
    let doctor = Doctor(installation: try .find(), plugins: .builtIn)
    var isWell = true
    for finding in doctor.examine() {
      if let remedy = finding.remedy {
        isWell = false
        Terminal.print("wrong  \(finding.subject): \(finding.text)\n       mend it with: \(remedy)")
      } else {
        Terminal.print("good   \(finding.subject): \(finding.text)")
      }
    }
    return isWell ? .success : .failure
  }
}
