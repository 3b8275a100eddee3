package import Designs
import Files
import Films
package import RenderFarm
package import RenderPool
import SourceJSON
package import WallfarmCore
package import WallfarmPluginKit

/// Checks the films of job files, and finds what their bytes depend on.
package final class MotionPlanner: FilmPlanner {
  private let library: MotionLibrary
  private let checker: RequestChecker
  private let key: SecretKey
  private var known: [Known: Result<JobFilm, JobFilm.Mistakes>] = [:]
  /// Of the files that films are made from, by their paths.
  private var digests: [String: String] = [:]

  /// What makes another film of the same device; jobs of a file mostly ask for the same on many.
  private struct Known: Hashable {
    let order: OrderedRequest
    let format: String
  }

  /// - Parameters:
  ///   - installation: where motions, templates and fonts are.
  ///   - plugins: what templates may use.
  ///   - key: what words enter digests with.
  /// - Throws: `fonts-missing`.
  package init(
    _ installation: Installation, _ plugins: PluginRegistry, key: SecretKey
  ) throws(RenderError) {
    library = MotionLibrary(folder: installation.motions)
    checker = try RequestChecker(
      installation: installation, plugins: plugins, key: key, devices: MotionScreen.catalog)
    self.key = key
  }

  /// Makes one for a batch or a farm.
  package static func making(
    _ installation: Installation, _ plugins: PluginRegistry
  ) -> FilmPlanning {
    { (key) throws(RenderError) in try MotionPlanner(installation, plugins, key: key) }
  }

  package var screens: [Device] {
    MotionScreen.catalog.devices.filter { $0.id == MotionScreen.tall }
  }

  package func plan(
    _ order: OrderedRequest, as format: String, at moment: Moment, in zone: String
  ) throws(RenderError) -> PlannedFilm {
    let film = try read(order, as: format).first()
    var request = film.request
    request.time = request.time ?? PictureTime(now: .moment(moment), zone: zone)
    let pictures = try pictures(of: request)
    let settings = request.settings
    let encoder = try settings.library()
    var encoding = CanonicalEncoding("wallfarm film", format: 1)
    encoding.field("motion", film.text)
    encoding.texts("pictures", pictures.map(\.digest))
    encoding.field("device", request.device.id)
    encoding.field("pixels", "\(request.device.pixels)")
    encoding.field("language", request.motion.language(for: request.language))
    encoding.field("reduced", request.manner == .reduced)
    encoding.field("format", format)
    encoding.field("frames", "\(request.wanted)")
    encoding.field("frames per second", request.framesPerSecond)
    encoding.field("quantizer", settings.quantizer)
    encoding.field("software", request.software)
    encoding.field("encoder", encoder)
    let inputs = Set(pictures.flatMap(\.files))
    let shape = FilmShape(
      digest: key.code(of: encoding), motion: film.motionDigest, format: format,
      frames: request.wanted, segmentLength: settings.segmentLength, encoder: encoder,
      inputs: try digests(of: inputs))
    let files = inputs.union(film.isOwn ? [request.motion.file] : [])
    return PlannedFilm(
      shape: shape, files: files.sorted(), looksAtTime: pictures.contains(where: \.looksAtTime))
  }

  /// What is in files; each is read once, as the checker reads photos.
  private func digests(of files: Set<String>) throws(RenderError) -> [String: String] {
    var found: [String: String] = [:]
    for file in files {
      let digest: String
      if let known = digests[file] {
        digest = known
      } else {
        digest = try FileDigest.sha256(ofFile: file)
      }
      (found[file], digests[file]) = (digest, digest)
    }
    return found
  }

  package func mistakes(
    in order: OrderedRequest, as format: String, at moment: Moment, in zone: String
  ) -> [RenderError] {
    switch read(order, as: format) {
    case .failure(let mistakes): return mistakes.all
    case .success:
      do throws(RenderError) {
        _ = try plan(order, as: format, at: moment, in: zone)
        return []
      } catch {
        return [error]
      }
    }
  }

  private func read(
    _ order: OrderedRequest, as format: String
  ) -> Result<JobFilm, JobFilm.Mistakes> {
    let key = Known(order: order, format: format)
    if let found = known[key] { return found }
    // A job has few screens, and the next one is another film.
    if known.count > 64 { known = [:] }
    let film = JobFilm.read(order, as: format, library)
    known[key] = film
    return film
  }

  /// A picture of a film as far as its bytes depend on it.
  private struct Picture {
    let digest: String
    let files: [String]
    /// Whether it would be another one at another time, and its file says none.
    let looksAtTime: Bool
  }

  private func pictures(of request: FilmRequest) throws(RenderError) -> [Picture] {
    let requests = MotionRequests(
      motion: request.motion, language: request.motion.language(for: request.language),
      photo: request.photo, time: request.time)
    var pictures: [Picture] = []
    for shot in request.motion.shots {
      pictures.append(try picture(shot.picture, on: request.device, requests))
      for thing in shot.things {
        guard case .phone(let phone) = thing.kind else { continue }
        let device = try MotionRequests.phone(in: request.device)
        pictures.append(try picture(phone.picture, on: device, requests))
      }
    }
    return pictures
  }

  private func picture(
    _ node: JSONNode, on device: Device, _ requests: MotionRequests
  ) throws(RenderError) -> Picture {
    let checked: CheckedRequest
    do throws(RenderError) {
      checked = try checker.check(try requests.request(node, on: device))
    } catch {
      var problem = error
      // A photo that the job names is told at its place there.
      let isOfJob = requests.photo != nil && problem.origin == .option("photo")
      if problem.origin?.file == nil, !isOfJob {
        problem.origin = node.place.origin(in: requests.motion.file)
      }
      throw problem
    }
    // What its words are read from is in their digest, and on another machine it has to be there.
    let named = ["notes", "content"].compactMap { node[$0]?.string }
      .map { Files.join(requests.motion.scope.folder, $0) }
    return Picture(
      digest: checked.digest, files: checked.files + named,
      looksAtTime: checked.looksAtTime && node["now"] == nil)
  }
}

extension Result where Success == JobFilm, Failure == JobFilm.Mistakes {
  /// The film.
  ///
  /// - Throws: the first mistake.
  func first() throws(RenderError) -> JobFilm {
    switch self {
    case .success(let film): return film
    case .failure(let mistakes): throw mistakes.all[0]
    }
  }
}
