import Arguments
import BuiltInPlugins
import Designs
import Diagnostics
import Requests
import WallfarmCore
import WallfarmPluginKit

/// Finds the other errors in a rejected `render` command, so that a user can correct all errors
/// together.
struct RenderMistakes {
  let invocation: Invocation
  let reader: CommandLineRequests

  /// Returns all errors of a command that failed with `first`, starting with that error.
  func all(after first: RenderError) -> [RenderError] {
    guard first.code.errorClass == .invalid, let (request, ofValues) = request,
      let checker = try? checker()
    else { return [first] }
    let ofNames = RequestMistakes.allWithoutPhoto(in: request) { (request) throws(RenderError) in
      _ = try checker.check(request)
    }
    // The check may find another error in the value that caused the first error, so omit errors
    // that have the same origin as the first error.
    return [first] + (ofValues + ofNames.map(reader.located)).filter { $0.origin != first.origin }
  }

  /// Returns all errors in a request file: those found while reading it, followed by those found
  /// while checking the request.
  func all(in mistakes: RequestFile.Mistakes) -> [RenderError] {
    guard let checker = try? checker() else { return mistakes.all }
    return mistakes.all
      + mistakes.more { (request) throws(RenderError) in _ = try checker.check(request) }
  }

  /// The request for the first device, and the errors in the option values.
  ///
  /// If the device is unknown, the request has no device. Notes and content are not read again,
  /// because they may come from a pipe.
  private var request: (RenderRequest, [RenderError])? {
    if let file = reader.request { return file.requests.first.map { ($0, []) } }
    let fields = RequestField.all.filter { $0.kind != .notes && $0.kind != .content }
    guard let (read, problems) = try? reader.read(fields) else { return nil }
    let devices = invocation.value(of: RenderOptions.device).flatMap {
      try? DeviceCatalog.known.devices(in: $0)
    }
    var request = read
    if let device = devices?.first { request.show(on: device) }
    request.mayShowSample = true
    return (request, problems)
  }

  private func checker() throws(RenderError) -> RequestChecker {
    let installation = try Installation.findForUser()
    return try RequestChecker(
      installation: installation, plugins: try PluginArguments(invocation).registry(installation))
  }
}
