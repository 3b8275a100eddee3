import Designs
import RenderPool
import Requests
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// Checks jobs with films.
extension JobPlanner {
  /// Creates the unit for a film; the unit covers all parts of the film.
  func spec(_ job: Job, _ words: FilmFields, _ device: Device) throws(RenderError) -> UnitSpec {
    var (order, output, planned) = try plan(job, words, device)
    let film = try planned.first()
    order.shape = film.shape
    filesOfFilms.formUnion(film.files)
    if film.looksAtTime {
      // All parts must use the same time, no matter when and where they are rendered.
      (order.now, order.zone) = (.moment(moment), zone)
    }
    var unit = RenderUnit(
      id: "\(job.id)/\(device.id)", work: .film(order), output: output, timeout: job.timeout)
    if let farm { unit = try farm.unit(unit, of: order, film) }
    return UnitSpec(
      id: unit.id, digest: unit.digest(film), priority: job.priority,
      affinity: "\(film.digest.prefix(16))\(UnitSpec.filmMark)\(device.id)", output: output,
      payload: farm?.seal.sealed(unit.payload) ?? unit.payload,
      toolchain: farm?.toolchain.digest ?? ""
    ).sealed(with: key)
  }

  /// Returns all errors in a film.
  func mistakes(in job: Job, _ words: FilmFields, on device: Device) -> [RenderError] {
    do throws(RenderError) {
      guard case .failure(let mistakes) = try plan(job, words, device).film else { return [] }
      return mistakes.all.map(job.places.located)
    } catch {
      return [job.places.located(error)]
    }
  }

  private func plan(
    _ job: Job, _ words: FilmFields, _ device: Device
  ) throws(RenderError) -> (
    order: FilmOrder, output: String, film: Result<PlannedFilm, FilmMistakes>
  ) {
    guard let films else { throw .noFilmsHere() }
    let order = FilmOrder(device: device.id, film: words, files: reader.files)
    let output = try name(job, films.outputName(of: words), device)
    return (order, output, films.plan(order, to: output, at: moment, in: zone))
  }

  /// Returns the output path; `{template}` is replaced by the name of the motion.
  private func name(
    _ job: Job, _ motion: String, _ device: Device
  ) throws(RenderError) -> String {
    return try out.name(
      for: try job.outputPattern().path { (field) throws(RenderError) in
        switch field {
        case "device": return device.id
        case "template": return motion
        case "format": return "mp4"
        default:
          throw RenderError(
            .outputPattern, "the output of a film cannot contain '{\(field)}'",
            origin: .option("output"),
            hint: "use {id}, {device}, {template} (the name of its motion) and {format}")
        }
      })
  }
}
