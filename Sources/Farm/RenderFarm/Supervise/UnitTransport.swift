import RenderPool
import WallfarmPluginKit

/// Brings a unit what it is rendered from, and its picture to where it goes.
///
/// A supervisor calls it on its own thread, and is not kept waiting: what takes long is told later.
protocol UnitTransport: AnyObject {
  /// Begins to work; what moved is told from any thread.
  func begin(_ tell: @escaping @Sendable (Lease, UnitMove) -> Void)

  /// What is to be rendered.
  func order(of unit: LeasedUnit) -> UnitOrder

  /// Takes a picture away.
  ///
  /// - Returns: false where it is in its place already, else that is told.
  func takeAway(_ rendered: RenderedOrder, of unit: LeasedUnit) -> Bool

  /// Makes the names of finished pictures survive a power cut.
  ///
  /// - Returns: the reason for each output whose name may be lost; mostly none.
  func secure(_ outputs: [String]) -> [String: String]

  /// Whether so much is on its way that nothing more is to be begun.
  var isFull: Bool { get }

  /// Tries whether anything can be kept where pictures go; called from another thread.
  var probe: @Sendable () throws(RenderError) -> Void { get }

  /// Moves nothing any more.
  func end()
}

/// What a transport says of a unit that was leased.
enum UnitOrder {
  /// Everything is here.
  case ready(RenderOrder)
  /// The same of a film, which is made in parts.
  case film(RenderOrder, OrderedFilm)
  /// Its inputs are brought.
  case later
  /// It cannot be rendered.
  case refused(RenderError)
}

/// What became of something that was on its way.
enum UnitMove: Sendable {
  /// What it is rendered from is here.
  case inputsCame
  /// Its picture is where it goes.
  case delivered
  case failed(RenderError)
}
