import Designs
public import WallfarmCore
public import WallfarmPluginKit

/// Finds all errors in a request: resets the field of each one and checks the rest again.
public enum RequestMistakes {
  /// Maximum number of errors reported for one request.
  private static let most = 20

  /// Checks a request until no further error is found.
  ///
  /// - Parameters:
  ///   - request: The request; without a device, the first shipped device stands in.
  ///   - isTold: Returns whether an error is a consequence of one that is already reported.
  ///   - check: Throws the first error.
  /// - Returns: The errors in the order found.
  public static func all(
    in request: RenderRequest, isTold: (RenderError) -> Bool = { _ in false },
    _ check: (RenderRequest) throws(RenderError) -> Void
  ) -> [RenderError] {
    var (found, request) = ([RenderError](), request)
    let isStandIn = request.device.isEmpty
    if isStandIn { request.device = DeviceCatalog.shipped.devices.first?.id ?? "" }
    while found.count < most {
      do throws(RenderError) {
        try check(request)
        return found
      } catch {
        if isTold(error) { return found }
        // The actual device may support this orientation.
        if isStandIn, error.code == .orientationUnknown || error.code == .unknownDevice {
          return found
        }
        found.append(error)
        if !request.takeOut(error.origin) { return found }
      }
    }
    return found
  }
}

extension RenderRequest {
  /// Resets the field that an error is about to its default; returns `false` if that changes
  /// nothing.
  fileprivate mutating func takeOut(_ origin: Origin?) -> Bool {
    let before = self
    switch origin {
    case .option("template"): template = "lock"
    case .option("theme"): theme = nil
    case .option("photo"), .option("color"), .option("background"): background = .theme
    case .option("quality"): quality = nil
    case .setting(let key): settings.removeAll { $0.key == key }
    default: return false
    }
    return self != before
  }
}
