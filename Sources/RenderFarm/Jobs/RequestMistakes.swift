import Designs
public import WallfarmCore
public import WallfarmPluginKit

/// Finds everything that is wrong with a request: each mistake is taken out, and the rest is checked again.
public enum RequestMistakes {
  /// Mistakes of one request that are found at most.
  private static let most = 20

  /// Checks a request as often as something else is found.
  ///
  /// - Parameters:
  ///   - request: what is to be checked; where it has no device, another one stands in.
  ///   - isTold: whether a mistake follows from one that is known.
  ///   - check: finds one mistake.
  /// - Returns: all of them, none twice.
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
        // Another device may well be held in that way.
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
  /// Puts the default in the place of what a mistake is about; false where that is not known.
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
