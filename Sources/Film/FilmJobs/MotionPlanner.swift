package import Designs
import Files
import Films
import Motion
package import RenderFarm
package import Requests
import SourceJSON
package import WallfarmCore
package import WallfarmPluginKit

/// Validates the films of job files, and computes the digests of their inputs.
package final class MotionPlanner: FilmPlanner {
  private let library: MotionLibrary
  private let checker: RequestChecker
  private let key: SecretKey
  /// A cache of file digests by path.
  private var digests: [String: String] = [:]

  /// Creates a planner.
  ///
  /// - Parameters:
  ///   - installation: provides motions, templates and fonts.
  ///   - plugins: the plugins that templates can use.
  ///   - key: the key for digests of user text.
  /// - Throws: `fonts-missing`.
  package init(
    _ installation: Installation, _ plugins: PluginRegistry, key: SecretKey
  ) throws(RenderError) {
    library = MotionLibrary(installation)
    checker = try RequestChecker(
      installation: installation, plugins: plugins, key: key, devices: MotionScreen.catalog)
    self.key = key
  }

  /// Returns a closure that creates planners for a batch or a farm.
  package static func making(
    _ installation: Installation, _ plugins: PluginRegistry
  ) -> FilmPlanning {
    { (key) throws(RenderError) in try MotionPlanner(installation, plugins, key: key) }
  }

  package var screens: [Device] {
    MotionScreen.catalog.devices.filter { $0.id == MotionScreen.tall }
  }

  package func outputName(of film: FilmFields) -> String {
    library.isQualified(film.motion) ? OutputPattern.fileName(of: film.motion) : film.name
  }

  /// Returns the format that the file extension implies.
  private func format(of output: String) throws(RenderError) -> FilmSettings.Format {
    for format in [FilmSettings.Format.mp4, .webp]
    where output.lowercased().hasSuffix(".\(format.rawValue)") { return format }
    throw RenderError(
      .outputPattern, "'\(output)' does not have a film file extension",
      origin: .option("output"),
      hint:
        "use the extension .mp4 or .webp; for PNG files of all frames, use 'wallfarm motion … -o "
        + "FOLDER/'"
    )
  }

  package func plan(
    _ order: FilmOrder, to output: String, at moment: Moment, in zone: String
  ) -> Result<PlannedFilm, FilmMistakes> {
    do throws(RenderError) {
      switch JobFilm.read(order, as: try format(of: output), library) {
      case .failure(let mistakes): return .failure(mistakes)
      case .success(let film): return .success(try plan(film, at: moment, in: zone))
      }
    } catch {
      return .failure(FilmMistakes(all: [error]))
    }
  }

  private func plan(
    _ film: JobFilm, at moment: Moment, in zone: String
  ) throws(RenderError) -> PlannedFilm {
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
    encoding.field("format", settings.format.rawValue)
    encoding.field("frames", "\(request.wanted)")
    encoding.field("frames per second", request.framesPerSecond)
    encoding.field("quantizer", settings.quantizer)
    encoding.field("software", request.software)
    encoding.field("encoder", encoder)
    let inputs = Set(pictures.flatMap(\.files))
    let shape = FilmShape(
      digest: key.code(of: encoding), motion: film.motionDigest, format: settings.format,
      frames: request.wanted, segmentLength: settings.segmentLength, encoder: encoder,
      inputs: try digests(of: inputs))
    let files = inputs.union(film.isOwn ? [request.motion.file] : [])
    return PlannedFilm(
      digest: shape.digest, shape: shape.json, files: files.sorted(),
      looksAtTime: pictures.contains(where: \.looksAtTime))
  }

  /// Returns the digests of files, computing each digest only once.
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

  /// The digest and the input files of a picture in a film.
  private struct Picture {
    let digest: String
    let files: [String]
    /// Whether the picture depends on the current time and the motion file does not specify a time
    /// for it.
    let looksAtTime: Bool
  }

  private func pictures(of request: FilmRequest) throws(RenderError) -> [Picture] {
    let requests = MotionRequests(request)
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
      // If the error is in the job's photo, keep its position in the job file.
      let isOfJob = requests.photo != nil && problem.origin == .option("photo")
      if problem.origin?.file == nil, !isOfJob {
        problem.origin = node.place.origin(in: requests.motion.file)
      }
      throw problem
    }
    // The digest already covers the contents of these files, but they are listed so that they are
    // also available on other machines.
    let named = ["notes", "content"].compactMap { node[$0]?.string }
      .map { Files.join(requests.motion.scope.folder, $0) }
    return Picture(
      digest: checked.digest, files: checked.files + named,
      looksAtTime: checked.looksAtTime && node["now"] == nil)
  }
}
