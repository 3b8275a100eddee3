public import Designs
public import RenderPool
public import WallfarmCore
public import WallfarmPluginKit

/// Checks the films of jobs.
///
/// The module Motion implements it; RenderFarm knows only that a film consists of segments.
public protocol FilmPlanner: AnyObject {
  /// Screens that films are made for beside those of devices.
  var screens: [Device] { get }

  /// Checks everything about a film that does not need pixels.
  ///
  /// - Parameters:
  ///   - order: the keys of its job, its device, and where its files are.
  ///   - format: how its file ends: `mp4` or `webp`.
  ///   - moment: the time for pictures that say none.
  ///   - zone: where that is read.
  /// - Returns: what it is.
  /// - Throws: the first mistake.
  func plan(
    _ order: OrderedRequest, as format: String, at moment: Moment, in zone: String
  ) throws(RenderError) -> PlannedFilm

  /// Every mistake in it that is not one in the words of the job itself.
  func mistakes(
    in order: OrderedRequest, as format: String, at moment: Moment, in zone: String
  ) -> [RenderError]
}

/// A film that was checked.
public struct PlannedFilm: Sendable {
  /// What a farm has to know of it.
  public var shape: FilmShape
  /// The files that it is made from, by their paths, but for those of the installation.
  public var files: [String]
  /// Whether any of its pictures depends on the time, and its file says none.
  public var looksAtTime: Bool

  /// Says what was found.
  public init(shape: FilmShape, files: [String], looksAtTime: Bool) {
    (self.shape, self.files, self.looksAtTime) = (shape, files, looksAtTime)
  }
}

/// Makes what checks films, with the key under which words enter digests.
public typealias FilmPlanning = (SecretKey) throws(RenderError) -> any FilmPlanner

extension RenderError {
  static func noFilmsHere() -> RenderError {
    RenderError(
      .invalidJob, "films are not made here", origin: .option("motion"),
      hint: "'wallfarm motion' and 'wallfarm batch' make them")
  }
}
