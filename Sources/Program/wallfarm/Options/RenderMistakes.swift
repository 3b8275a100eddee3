import Arguments
import BuiltInPlugins
import Designs
import Diagnostics
import Requests
import WallfarmCore
import WallfarmPluginKit

/// Finds the further errors of a refused `render`, so that a user can correct all of them at once.
struct RenderMistakes {
  let invocation: Invocation
  let reader: CommandLineRequests

  /// Returns the errors of a command that ended with `first`, which comes first.
  func all(after first: RenderError) -> [RenderError] {
    guard first.code.errorClass == .invalid, let request, let checker = try? checker() else {
      return [first]
    }
    let others = RequestMistakes.all(in: request, isTold: isTold) { (request) throws(RenderError) in
      try checkValues(of: request, checker)
    }
    // The check may find another fault in the same value.
    return [first] + others.map(reader.located).filter { $0.origin != first.origin }
  }

  /// Returns all errors of a request file: those of its values, then those of its names.
  func all(in mistakes: RequestFile.Mistakes) -> [RenderError] {
    guard let checker = try? checker() else { return mistakes.all }
    return mistakes.all
      + mistakes.more { (request) throws(RenderError) in try checkValues(of: request, checker) }
  }

  /// The request of the first device; without a known device, none is set.
  private var request: RenderRequest? {
    if let file = reader.request { return file.requests.first }
    guard var request = try? reader.commonRequest() else { return nil }
    let devices = invocation.value(of: RenderOptions.device).flatMap {
      try? DeviceCatalog.shipped.devices(in: $0)
    }
    request.device = devices?.first?.id ?? ""
    request.mayShowSample = true
    return request
  }

  /// Checks a request without its photo, whose path may be the text of a note by mistake.
  private func checkValues(
    of request: RenderRequest, _ checker: RequestChecker
  ) throws(RenderError) {
    var request = request
    if case .photo = request.background { request.background = .theme }
    _ = try checker.check(request)
  }

  /// Whether an error is a consequence of another: a wrong template asks for the wrong content.
  private func isTold(_ error: RenderError) -> Bool { error.isOfMissingContent }

  private func checker() throws(RenderError) -> RequestChecker {
    let installation = try Installation.find()
    return try RequestChecker(
      installation: installation, plugins: try PluginArguments(invocation).registry(installation))
  }
}
