public import WallfarmPluginKit

/// The parts of a unit that takes several orders, such as the segments of a film.
///
/// Each part is a file that any worker can make. A last order joins the files.
public protocol UnitParts {
  /// Number of parts.
  var count: Int { get }
  /// The plural noun for parts in status lines, such as `seconds`.
  var noun: String { get }

  /// Returns the request of the order that makes a part, counted from 0.
  func request(for part: Int) -> String

  /// Returns the request of the order that joins the files of all parts.
  func request(joining files: [String]) -> String
}

/// Creates the parts of a planned film; throws `payload-damaged` if it cannot be read.
public typealias PartMaking = @Sendable (FilmOrder) throws(RenderError) -> any UnitParts
