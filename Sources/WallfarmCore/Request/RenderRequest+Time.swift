internal import ContentSources
public import WallfarmPluginKit

extension RenderRequest {
  /// The same for a time that is said: what says none is for a moment, in the zone of this machine.
  ///
  /// What is made later, or in a process that can read neither clock nor zone, is the same picture.
  public func frozen(at moment: Moment) -> RenderRequest {
    var request = self
    request.now = now ?? .moment(moment)
    request.zone = zone ?? ZoneFile.local
    return request
  }
}
