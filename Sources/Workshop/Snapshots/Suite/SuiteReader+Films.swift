import Designs
import Digests
import Files
import Motion
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// Reads film snapshots: moments of motions, each compared like a picture.
extension SuiteReader {
  /// Adds a picture for each moment of each motion on each device, unless there are errors.
  mutating func addFilms(
    of node: JSONNode, _ own: [String: JSONNode], _ values: [String: JSONNode],
    _ written: WrittenPlaces
  ) {
    for (key, other) in own.sorted(by: { $0.key < $1.key })
    where !SnapshotField.ofFilms.contains(key) && SnapshotField.names.contains(key) {
      problems.append(
        .invalidSuite(
          "'\(key)' is not supported in a snapshot with 'motion'",
          origin: origin(other.place), hint: "set it in the motion file"))
    }
    if let language = values["language"], language.string == nil {
      wrong("language", "a string", language)
    }
    let screens = screens(values["devices"], written, among: MotionScreen.catalog)
    let pictures = pictures(values["pictures"], among: MotionScreen.catalog)
    for word in texts(node, "motion", "a string, or a list of strings") ?? [] {
      guard let (motion, digest) = motion(word, origin(node.place)) else { continue }
      let name = motions.isQualified(word) ? OutputPattern.fileName(of: word) : motion.name
      for time in times(values["moments"], of: motion) {
        let moment = FilmMoment(
          motion: motion, time: time, language: values["language"]?.string, digest: digest)
        let before = problems.count
        let title = title(values["name"], of: moment, named: name)
        guard problems.count == before, isNew(title, written) else { continue }
        for device in screens {
          guard keep(.moment(moment), title, device, pictures) else { return }
        }
      }
    }
  }

  /// Reads a motion by name, or by a path relative to the suite, and reports its errors.
  private mutating func motion(_ word: String, _ origin: Origin) -> (Motion, digest: String)? {
    let isPath = !motions.isQualified(word) && (word.contains("/") || word.hasSuffix(".json"))
    do throws(RenderError) {
      let word = isPath ? Files.join(folder.path, word) : word
      let motion = try motions.motion(word, origin: origin)
      let bytes = try WrittenFile.bytes(of: motion.file) ?? []
      return (motion, FileDigest.sha256(of: bytes))
    } catch {
      var problem = error
      problem.origin = problem.origin ?? origin
      problems.append(problem)
      return nil
    }
  }

  /// The distinct times of the requested moments, sorted.
  private mutating func times(_ node: JSONNode?, of motion: Motion) -> [Double] {
    guard let node else {
      return Self.once(FilmMoment.Kind.allCases.flatMap { $0.times(of: motion) })
    }
    var times: [Double] = []
    let items = node.elements ?? [node]
    if items.isEmpty { wrong("moments", "still, reduced, seconds, or a list of them", node) }
    for item in items {
      if let kind = item.string.flatMap(FilmMoment.Kind.init(rawValue:)) {
        times += kind.times(of: motion)
      } else if let time = item.number, (0...motion.seconds).contains(time) {
        times.append(time)
      } else {
        let length = JSONValue.number(motion.seconds).text(pretty: false)
        wrong(
          "moments",
          "still, reduced, or seconds from 0 to \(length), the length of '\(motion.name)'",
          item)
      }
    }
    return Self.once(times)
  }

  private static func once(_ times: [Double]) -> [Double] { Array(Set(times)).sorted() }

  /// The title of a moment, such as `hook-2.5`.
  private mutating func title(
    _ node: JSONNode?, of moment: FilmMoment, named name: String
  ) -> String {
    let pattern = node?.string ?? "{motion}-{moment}"
    let seconds = JSONValue.number((moment.time * 1000).rounded() / 1000).text(pretty: false)
    let title = pattern.replacing("{motion}", with: name)
      .replacing("{moment}", with: seconds)
    if let node, node.string == nil {
      wrong("name", "a string", node)
    } else {
      checkTitle(title, node)
    }
    return title
  }
}
