internal import ContentSources
public import WallfarmPluginKit

extension RenderRequest {
  /// The same for a time that is said: what says none is for a moment, in a zone.
  ///
  /// What is made later, or in a process that can read neither clock nor zone, is the same picture.
  public func frozen(at moment: Moment, in zone: String) -> RenderRequest {
    var request = self
    request.now = now ?? .moment(moment)
    request.zone = self.zone ?? zone
    return request
  }

  /// The zone of this machine, for ``frozen(at:in:)``.
  public static var localZone: String { ZoneFile.local }
}
