internal import Files
internal import Motion
internal import SourceJSON
internal import WallfarmCore
internal import WallfarmPluginKit

/// Checks the pictures of the motions in a pack, without drawing them.
struct PackMotionCheck {
  private let checker: RequestChecker

  /// Creates a check that uses the requests of a checker.
  init(_ checker: RequestChecker) { self.checker = checker }

  /// Returns the errors in a motion file and in the pictures that it shows.
  ///
  /// - Throws: `file-unreadable`, `invalid-json`.
  func problems(in file: String) throws(RenderError) -> [RenderError] {
    let (motion, problems) = MotionLibrary.read(try JSONFile.read(file), file: file)
    guard let motion, problems.isEmpty else { return problems }
    let requests = MotionRequests(
      motion: motion, language: motion.language(for: nil), photo: nil,
      time: PictureTime(now: .moment(Moment(seconds: 0)), zone: "UTC"))
    var found: [RenderError] = []
    for shot in motion.shots {
      found += self.problems(in: shot.picture, requests)
      for thing in shot.things {
        guard case .phone(let phone) = thing.kind else { continue }
        found += self.problems(in: phone.picture, requests)
      }
    }
    return found
  }

  private func problems(in picture: JSONNode, _ requests: MotionRequests) -> [RenderError] {
    do throws(RenderError) {
      let device = try MotionScreen.named("iphone15")
      _ = try checker.check(try requests.request(picture, on: device))
      return []
    } catch {
      var problem = error
      if problem.origin?.file == nil {
        problem.origin = picture.place.origin(in: requests.motion.file)
      }
      return [problem]
    }
  }
}
