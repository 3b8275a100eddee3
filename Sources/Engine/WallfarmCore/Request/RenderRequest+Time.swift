internal import ContentSources
public import WallfarmPluginKit

extension RenderRequest {
  /// The request with explicit time and zone; values that it lacks are set to a moment and a zone.
  ///
  /// It renders to the same picture later, or in a process without access to clock and zone files.
  public func frozen(at moment: Moment, in zone: String) -> RenderRequest {
    var request = self
    request.now = now ?? .moment(moment)
    request.zone = self.zone ?? zone
    return request
  }

  /// The zone of this machine, for ``frozen(at:in:)``.
  public static var localZone: String { ZoneFile.local }
}
