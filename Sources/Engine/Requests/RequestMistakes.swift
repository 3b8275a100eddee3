import Designs
public import WallfarmCore
public import WallfarmPluginKit

/// Finds all errors in a request by resetting the field that causes each error and checking the
/// request again.
public enum RequestMistakes {
  /// The maximum number of errors reported for one request.
  private static let most = 20

  /// Checks a request until no further error is found.
  ///
  /// - Parameters:
  ///   - request: The request; if it has no device, a phone is used instead.
  ///   - checksPhoto: Whether to check the photo of the background.
  ///   - isConsequence: A function that returns whether an error is only a consequence of another
  ///     error. Consequences are not reported.
  ///   - check: A function that throws the first error in a request.
  /// - Returns: The errors in the order in which they were found.
  public static func all(
    in request: RenderRequest, checksPhoto: Bool = true, isConsequence: (RenderError) -> Bool,
    _ check: (RenderRequest) throws(RenderError) -> Void
  ) -> [RenderError] {
    var (found, request) = ([RenderError](), request)
    let hasPhoto = if case .photo = request.background { true } else { false }
    if hasPhoto && !checksPhoto { request.background = .theme }
    let isStandIn = request.device.isEmpty
    if isStandIn { request.device = Device.ofEachKind.first?.id ?? "" }
    while found.count < most {
      do throws(RenderError) {
        try check(request)
        return found
      } catch {
        // The checked device is a stand-in; the actual device may support this orientation.
        if isStandIn, error.code == .orientationUnknown || error.code == .unknownDevice {
          return found
        }
        // Without the photo, the settings of the photo are reported as unknown. Ignore these
        // errors.
        let isOfPhoto =
          hasPhoto && request.background == .theme && error.code == .unknownParameter
        if !isOfPhoto && !isConsequence(error) { found.append(error) }
        if !request.takeOut(error.origin) { return found }
      }
    }
    return found
  }

  /// Checks a request, except its photo, until no further error is found.
  ///
  /// Missing content is not an error here, because an error about its file or key may already have
  /// been reported.
  ///
  /// - Parameters:
  ///   - request: The request; if it has no device, a phone is used instead.
  ///   - check: A function that throws the first error in a request.
  /// - Returns: The errors in the order in which they were found.
  public static func allWithoutPhoto(
    in request: RenderRequest, _ check: (RenderRequest) throws(RenderError) -> Void
  ) -> [RenderError] {
    let found = all(
      in: request, checksPhoto: false, isConsequence: { $0.isOfMissingContent }, check)
    // A plugin may require a setting that was reset because its value was invalid. Therefore, all
    // errors after the first reset setting are ignored.
    let last = found.firstIndex { error in
      if case .setting? = error.origin { error.code != .unknownParameter } else { false }
    }
    return last.map { Array(found[...$0]) } ?? found
  }
}

extension RenderRequest {
  /// Resets the field that caused an error to its default; returns `false` if this has no effect.
  fileprivate mutating func takeOut(_ origin: Origin?) -> Bool {
    let before = self
    switch origin {
    case .option("template"):
      // Also reset the settings, because they may be parameters of the template that the user
      // intended.
      (template, settings) = ("lock", [])
    case .option("theme"): theme = nil
    case .option("photo"), .option("color"), .option("background"): background = .theme
    case .option("quality"): quality = nil
    case .setting(let key): settings.removeAll { $0.key == key }
    default: return false
    }
    return self != before
  }
}
