public import Designs
import Requests
public import WallfarmCore
public import WallfarmPluginKit

/// Checks the films of jobs.
///
/// The module Motion implements it; RenderFarm knows only that a film consists of segments.
public protocol FilmPlanner: AnyObject {
  /// Film screens other than those of devices.
  var screens: [Device] { get }

  /// Checks a film without rendering it.
  ///
  /// - Parameters:
  ///   - order: The film of the job on a screen.
  ///   - format: The file extension: `mp4` or `webp`.
  ///   - moment: The default time for pictures.
  ///   - zone: The time zone of `moment`.
  /// - Returns: The checked film.
  /// - Throws: The first error.
  func plan(
    _ order: FilmOrder, as format: String, at moment: Moment, in zone: String
  ) throws(RenderError) -> PlannedFilm

  /// Returns every error in a film, except errors in the fields of the job itself.
  func mistakes(
    in order: FilmOrder, as format: String, at moment: Moment, in zone: String
  ) -> [RenderError]
}

/// A checked film.
public struct PlannedFilm: Sendable {
  /// The properties of the film that a farm needs.
  public var shape: FilmShape
  /// Paths of the files from which the film is made, except those of the installation.
  public var files: [String]
  /// Whether a picture depends on the time, and the motion file does not set it.
  public var looksAtTime: Bool

  /// Creates a checked film.
  public init(shape: FilmShape, files: [String], looksAtTime: Bool) {
    (self.shape, self.files, self.looksAtTime) = (shape, files, looksAtTime)
  }
}

/// Creates a film planner with the key for digests of text.
public typealias FilmPlanning = (SecretKey) throws(RenderError) -> any FilmPlanner

extension RenderError {
  static func noFilmsHere() -> RenderError {
    RenderError(
      .invalidJob, "films are not made here", origin: .option("motion"),
      hint: "'wallfarm motion' and 'wallfarm batch' make them")
  }
}
