package import Designs
import Files
package import SourceJSON
package import WallfarmCore
package import WallfarmPluginKit

/// Creates render requests for the pictures of a motion.
extension StageMaker {
  /// Creates the request for a picture in the file.
  package func request(_ node: JSONNode, on device: Device) throws(RenderError) -> RenderRequest {
    try requests.request(node, on: device)
  }

  func apply(
    _ settings: [(name: String, value: Double)], to request: inout RenderRequest
  ) throws(RenderError) {
    for (name, value) in settings {
      if name == "now" {
        request.now = request.now?.later(byDays: Int(value))
      } else {
        request.settings.append(
          Setting(key: name, value: .number((value * 1000).rounded() / 1000)))
      }
    }
  }

  /// Runs `body`; if it fails, adds a position to the error.
  ///
  /// The position is that of the track that sets the reported setting, or else that of the picture.
  func located<Value: ~Copyable>(
    _ node: JSONNode, _ tracks: [MotionTrack] = [], _ body: () throws(RenderError) -> Value
  ) throws(RenderError) -> Value {
    do throws(RenderError) {
      return try body()
    } catch {
      var problem = error
      if case .setting(let name) = problem.origin,
        let track = tracks.first(where: { $0.sets(name) })
      {
        problem.origin = track.origin
      }
      let isOfPhoto = photo != nil && problem.origin == .option("photo")
      if problem.origin?.file == nil, !isOfPhoto {
        problem.origin = node.place.origin(in: motion.file)
      }
      throw problem
    }
  }
}

extension When {
  /// The same time of day, the given number of days later.
  fileprivate func later(byDays days: Int) -> When {
    switch self {
    case .day(let day): .day(day.adding(days) ?? day)
    case .local(let day, let time): .local(day.adding(days) ?? day, time)
    case .moment(let moment): .moment(moment.adding(days * 86_400))
    }
  }
}
