public import Designs
public import Requests
public import SourceJSON
public import WallfarmCore
public import WallfarmPluginKit

/// Checks films in jobs.
///
/// The FilmJobs module implements this protocol; to the RenderFarm module, a film is just a unit
/// with parts.
public protocol FilmPlanner: AnyObject {
  /// The screens that films can use in addition to device screens.
  var screens: [Device] { get }

  /// Returns the value of `{template}` in output paths: the name of the motion, such as `drift`, or
  /// `harbour-drift` for a motion of a pack.
  func outputName(of film: FilmFields) -> String

  /// Checks a film without rendering it.
  ///
  /// - Parameters:
  ///   - order: The film of a job, for one screen.
  ///   - output: The output file, whose extension selects the format.
  ///   - moment: The time for which pictures are rendered by default.
  ///   - zone: The time zone of `moment`.
  /// - Returns: The checked film, or all errors in it.
  func plan(
    _ order: FilmOrder, to output: String, at moment: Moment, in zone: String
  ) -> Result<PlannedFilm, FilmMistakes>
}

/// All errors in a film, except errors in the fields of its job.
public struct FilmMistakes: Error {
  /// The errors in the order in which they were found; at least one.
  public let all: [RenderError]

  /// Creates a list of errors.
  public init(all: [RenderError]) { self.all = all }
}

extension Result where Failure == FilmMistakes {
  /// Returns the success value.
  ///
  /// - Throws: The first error.
  public func first() throws(RenderError) -> Success {
    switch self {
    case .success(let value): return value
    case .failure(let mistakes): throw mistakes.all[0]
    }
  }
}

/// A checked film.
public struct PlannedFilm: Sendable {
  /// A digest of everything that affects the bytes of the film file.
  public var digest: String
  /// The description of the film's parts, for the component that creates the parts.
  public var shape: JSONValue
  /// The paths of the files that the film uses, except installed files.
  public var files: [String]
  /// Whether any picture depends on a time that the motion file does not set.
  public var looksAtTime: Bool

  /// Creates a checked film.
  public init(digest: String, shape: JSONValue, files: [String], looksAtTime: Bool) {
    (self.digest, self.shape) = (digest, shape)
    (self.files, self.looksAtTime) = (files, looksAtTime)
  }
}

/// A function that creates a film planner; the key is used for digests of text.
public typealias FilmPlanning = (SecretKey) throws(RenderError) -> any FilmPlanner
