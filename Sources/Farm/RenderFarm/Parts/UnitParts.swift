public import WallfarmPluginKit

/// The parts of a unit that requires several orders, such as the segments of a film.
///
/// Each part is a file that any worker can create. The final order joins the files.
public protocol UnitParts {
  /// Number of parts.
  var count: Int { get }
  /// The plural noun for parts in status lines, such as `seconds`.
  var noun: String { get }

  /// Returns the request for the order that creates a part; parts are numbered from 0.
  func request(for part: Int) -> String

  /// Returns the request for the order that joins the files of all parts.
  func request(joining files: [String]) -> String
}

/// A closure that creates the parts of a planned film; throws `payload-damaged` if the film cannot
/// be decoded.
public typealias PartMaking = @Sendable (FilmOrder) throws(RenderError) -> any UnitParts
