package import ContentSources
package import Designs
internal import Files
internal import Glibc
import RenderPool
internal import Requests
import SourceJSON
import Stores
package import WallfarmCore
public import WallfarmPluginKit

/// Checks a whole job file before rendering starts.
package final class JobPlanner {
  private let path: String
  let out: OutputFolder
  private let shard: Shard?
  private let checker: RequestChecker
  let key: SecretKey
  private(set) var reader: JobReader
  /// The time of planning, which is the default time for which pictures are rendered.
  let moment: Moment
  let zone = RenderRequest.localZone
  private let units: PlannedUnits
  private var plan = JobPlan()
  private var number = 0
  /// The film planner, or `nil` if films are not supported.
  let films: (any FilmPlanner)?
  /// Makes units portable for a farm; `nil` if this machine renders them.
  let farm: FarmUnits?
  private var isLines: Bool { [".jsonl", ".ndjson"].contains { path.lowercased().hasSuffix($0) } }
  /// The input files of the films in the job that is being checked.
  var filesOfFilms: Set<String> = []
  /// An error of the queue or disk, which ends the check.
  private var failure: RenderError?

  /// - Throws: `fonts-missing`, `queue-failed`, `file-unreadable`.
  package init(
    path: String, out: OutputFolder, shard: Shard?, installation: Installation,
    plugins: PluginRegistry, key: SecretKey, farm: FarmUnits? = nil,
    films: FilmPlanning? = nil, allowsOutsideInputs: Bool = false,
    sources: SourceAccess = .refused, clock: TimeSource = .machine
  ) throws(RenderError) {
    (self.key, self.farm) = (key, farm)
    if let films { self.films = try films(key) } else { self.films = nil }
    moment = clock.read()
    self.path = path
    self.out = out
    self.shard = shard
    checker = try RequestChecker(installation: installation, plugins: plugins, key: key)
    units = try PlannedUnits(file: path)
    reader = JobReader(
      file: path,
      files: FileScope(
        folder: try JobPlanner.folder(of: path),
        isConfined: !out.allowsOutside && !allowsOutsideInputs), key: key,
      now: .moment(moment), zone: zone)
    reader.screens = self.films?.screens ?? []
    reader.sources = sources
  }

  /// Returns the absolute path of a job file's folder.
  ///
  /// The path is absolute because workers may have a different current folder.
  private static func folder(of path: String) throws(RenderError) -> String {
    let folder = PipedFile.input(path) != nil ? "." : Files.folder(of: path)
    guard let real = realpath(folder, nil) else {
      throw .fileUnreadable(path, SystemError.message(errno))
    }
    defer { free(real) }
    return String(cString: real)
  }

  /// Reads and checks every job.
  ///
  /// - Returns: The findings, and the units of all valid jobs.
  /// - Throws: `file-unreadable`, `queue-failed`.
  package func check() throws(RenderError) -> (JobPlan, PlannedUnits) {
    defer { farm?.inputs.release() }
    let problems = try JobFile(path: path).read(
      begin: { plan.add(reader.setDefaults($0)) }, { check($0) })
    if let failure { throw failure }
    plan.add(problems)
    plan.isBroken = problems.contains { $0.code != .invalidJSON || !isLines }
    if path != "-" {
      try units.addInput(reader.files.folder + "/" + (path.split(separator: "/").last ?? ""))
    }
    for (output, place) in try units.outputsThatAreInputs() {
      plan.add([
        RenderError(
          .outputPattern, "'\(output)' would overwrite an input file", origin: place,
          hint: "choose another name or folder")
      ])
    }
    for (output, place) in try units.outputsThatAreFolders() {
      plan.add([
        RenderError(
          .outputPattern, "'\(output)' is also the folder of another output",
          origin: place, hint: "choose another name or folder")
      ])
    }
    plan.units = units.count
    return (plan, units)
  }

  private func check(_ entry: JobFile.Entry) {
    number += 1
    plan.jobs += 1
    guard holdsObjects(of: entry) else { return }
    let (job, mistakes) = reader.read(entry, number: number)
    guard mistakes.isEmpty, let job else {
      plan.invalidJobs += 1
      plan.add(mistakes)
      // If a job is invalid, report its other errors as well.
      if let job { plan.add(self.mistakes(in: job, on: job.devices.first)) }
      return
    }
    let before = plan.mistakeCount
    do throws(RenderError) {
      if let earlier = try units.addJob(job.id, at: job.places.start) {
        plan.add([.jobTwice(job, earlier: earlier)])
      } else {
        try plan(job)
      }
    } catch {
      failure = failure ?? error
    }
    if plan.mistakeCount > before { plan.invalidJobs += 1 }
  }

  /// Downloads the objects that a job references; returns `false` if an object is unavailable.
  private func holdsObjects(of entry: JobFile.Entry) -> Bool {
    guard let farm else { return true }
    do throws(RenderError) {
      let objects = reader.objects(namedBy: entry, except: farm.isQualified)
      try farm.inputs.hold(objects, in: reader.files.folder)
      return true
    } catch {
      plan.invalidJobs += 1
      var located = error
      located.origin = entry.node.place.origin(in: path)
      if error.code == .inputMissing {
        located.hint = "check the name and the bucket"
      }
      plan.add([located])
      // If the store is unreachable, there is no point in checking the other jobs.
      if error.code == .storeUnreachable { failure = failure ?? error }
      return false
    }
  }

  /// Checks a job on each of its devices; throws an error only if the queue fails.
  private func plan(_ job: Job) throws(RenderError) {
    var found: [(unit: PlannedUnit, isOurs: Bool)] = []
    // An earlier invalid job may have left files in this set.
    filesOfFilms = []
    for device in job.devices {
      do throws(RenderError) {
        try farm?.inputs.hold(
          job.request.content.photoFiles, in: reader.files.folder, keeping: true)
        found.append((try unit(job, device), isOurs(job, device)))
      } catch {
        // An error usually occurs on all devices of a job, so report it only once.
        let all = mistakes(in: job, on: device)
        return plan.add(all.isEmpty ? [job.places.located(error)] : all)
      }
    }
    for input in job.inputs { try units.addInput(input.path) }
    if job.film != nil { plan.films += found.count(where: \.isOurs) }
    for file in filesOfFilms { try units.addInput(file) }
    for (unit, isOurs) in found {
      let output = unit.spec.output
      guard
        let earlier = try units.add(
          unit, path: out.place(of: output), job: job.id, isOurs: isOurs)
      else {
        continue
      }
      let isOwn = earlier.place == job.places.origin(job.places.start)
      plan.add([
        job.places.located(
          isOwn
            ? .outputOfAllDevices(output, as: job.output)
            : .outputTwice(output, as: earlier.output, earlier: earlier.place))
      ])
      if isOwn { break }
    }
  }

  /// Returns all errors in a job.
  ///
  /// After each error, this method resets the field that caused the error, and then checks the job
  /// again.
  private func mistakes(in job: Job, on device: Device?) -> [RenderError] {
    if let words = job.film {
      let standIn = device ?? Device.ofEachKind.first
      return standIn.map { mistakes(in: job, words, on: $0) } ?? []
    }
    var request = job.request
    if let device { request.show(on: device) } else { request.device = "" }
    let found = RequestMistakes.all(
      in: request,
      // If notes or content could not be read, that error has already been reported, so do not also
      // report that they are missing.
      isConsequence: { error in
        error.code == .noNotes && job.places.has("notes")
          || error.isOfMissingContent && job.places.has("content")
      }, { (request) throws(RenderError) in _ = try checker.check(request) }
    )
    return found.map(job.places.located) + mistakesInOutput(of: job, on: device)
  }

  /// Returns the errors in the output path, using placeholder values for the template and the
  /// theme.
  private func mistakesInOutput(of job: Job, on device: Device?) -> [RenderError] {
    do throws(RenderError) {
      _ = try out.name(
        for: job.outputPattern().path(
          device: device?.id ?? "device", template: "template", theme: "theme",
          format: job.request.format))
      return []
    } catch {
      return [job.places.located(error.confining(job.output))]
    }
  }

  private func unit(_ job: Job, _ device: Device) throws(RenderError) -> PlannedUnit {
    if let words = job.film {
      return PlannedUnit(spec: try spec(job, words, device), lasting: nil)
    }
    var request = job.request.frozen(at: moment, in: zone)
    request.show(on: device)
    let checked = try checker.check(request)
    var queued = job.queued
    queued.show(on: device)
    if checked.looksAtTime { (queued.now, queued.zone) = (request.now, request.zone) }
    // Embed the calendar's events as of the planning day, and the content that was fetched from
    // URLs, instead of the path of the file.
    if let file = queued.contentFiles.content,
      ContentReader.isCalendar(file) || queued.contentFiles.isFetched
    {
      queued.contentFiles = ContentFiles(notes: queued.contentFiles.notes)
      queued.content = request.content
      if queued.contentFiles.notes != nil { queued.content.notes = nil }
    }
    let output = try out.name(
      for: job.outputPattern().path(
        device: request.deviceName, template: checked.template, theme: checked.theme,
        format: request.format))
    let order = OrderedRequest(queued, planned: PlannedInputs(checked.fingerprint))
    var unit = RenderUnit(
      id: "\(job.id)/\(device.id)", work: .picture(order), output: output, timeout: job.timeout)
    if let farm { unit = try farm.unit(unit, of: order, content: request.content, checked) }
    if checked.looksAtTime, job.request.now == nil {
      // Check the request at a fixed time, so that the digest covers everything except the time.
      var timeless = request
      timeless.now = .moment(Moment(seconds: 0))
      unit.lasting = unit.digest(try checker.check(timeless))
    }
    let spec = UnitSpec(
      id: unit.id, digest: unit.digest(checked),
      priority: job.priority, affinity: affinity(of: job, checked) + "\t" + device.id,
      output: output, payload: farm?.seal.sealed(unit.payload) ?? unit.payload,
      toolchain: farm?.toolchain.digest ?? ""
    ).sealed(with: key)
    return PlannedUnit(spec: spec, lasting: unit.lasting)
  }

  /// Returns whether a unit is in this shard.
  ///
  /// All machines must get the same result, regardless of their keys. Derived identifiers depend on
  /// the key, so a job without an explicit identifier is identified by its position in the file.
  private func isOurs(_ job: Job, _ device: Device) -> Bool {
    shard?.has("\(job.isNamed ? job.id : "\(job.number)")/\(device.id)") ?? true
  }

  /// Returns a string that identifies a unit's background.
  ///
  /// Units with the same background can then share a decoded photo.
  private func affinity(of job: Job, _ checked: CheckedRequest) -> String {
    switch job.request.background {
    case .photo(let file): farm?.affinity(ofPhoto: Files.join(reader.files.folder, file)) ?? file
    case .color(let color): color
    case .plugin(let plugin): plugin
    case .none: ""
    case .theme: checked.theme
    }
  }
}

/// A fixed subset of the units in a job file.
public struct Shard: Sendable, Hashable {
  /// The index of the shard, starting at 1.
  public let index: Int
  /// Number of shards.
  public let count: Int

  /// Parses a string such as `2/8`.
  ///
  /// - Throws: `invalid-parameter`.
  public init(parsing text: String) throws(RenderError) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let index = parts[0], let count = parts[1], count >= 1,
      count <= 100_000, (1...count).contains(index)
    else {
      throw RenderError(
        .invalidParameter, "'\(text)' is not a shard", origin: .option("shard"),
        hint: "write I/N with I from 1 to N, such as --shard 2/8")
    }
    self.index = index
    self.count = count
  }

  /// Returns whether a unit is in this shard; every unit is in exactly one shard.
  ///
  /// Hashes the identifier with FNV-1a (draft-eastlake-fnv), so that all machines agree.
  package func has(_ unit: String) -> Bool {
    let hash = unit.utf8.reduce(14_695_981_039_346_656_037 as UInt64) {
      ($0 ^ UInt64($1)) &* 1_099_511_628_211
    }
    return (hash ^ hash >> 32) % UInt64(count) == UInt64(index - 1)
  }
}

extension RenderError {
  fileprivate static func outputOfAllDevices(_ output: String, as pattern: String?) -> RenderError {
    RenderError(
      .outputPattern,
      "all devices of the job have the same output path: '\(output)'", origin: .option("output"),
      hint: "add {device} to the output"
    ).remedied(
      pattern.map { .replace(with: .string(OutputPattern.distinct($0))) } ?? .remove())
  }

  fileprivate static func jobTwice(_ job: Job, earlier: Origin) -> RenderError {
    RenderError(
      .invalidJob,
      job.isNamed
        ? "two jobs have the id '\(job.id)'" : "job \(job.number) is a duplicate",
      origin: job.places.origin(of: "id"), hint: "the first job is at \(earlier)")
  }

  fileprivate static func outputTwice(
    _ output: String, as other: String, earlier: Origin
  ) -> RenderError {
    let message =
      if isWritten(output, as: other) {
        "another job also writes to '\(output)'"
      } else if PathComparison.folded(output) == PathComparison.folded(other) {
        "'\(output)' and the output '\(other)' of another job are the same path on a "
          + "case-insensitive file system"
      } else {
        "'\(output)' and the output '\(other)' of another job are the same file"
      }
    return RenderError(
      .outputPattern, message,
      origin: .option("output"),
      hint: "the first job is at \(earlier); add {id} or {device} to the output")
  }
}
