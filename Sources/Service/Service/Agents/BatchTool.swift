import SourceJSON
internal import Synchronization
import WallfarmCore
import WallfarmPluginKit

/// `batch`: renders many requests, and returns a row for each picture.
struct BatchTool: AgentTool {
  let pictures: AgentPictures
  let requests: KeptRequests

  let name = "batch"
  let title = "Render many wallpapers"
  let isReadOnly = false

  /// The maximum number of jobs, and the maximum number of pictures in all jobs together.
  private static let (mostJobs, mostPictures) = (100, 200)

  private var writesFiles: Bool { pictures.files != nil }
  var isDestructive: Bool { writesFiles }

  var summary: String {
    "Renders up to \(BatchTool.mostJobs) requests. Returns a row for each picture with "
      + (writesFiles ? "the path of its file" : "an address from which it can be fetched")
      + ", or with its errors; a failed job does not stop the others."
  }

  var arguments: [AgentArgument] {
    let jobs = AgentArgument(
      "jobs", "Requests, as for 'render'; 'id' identifies a job in the rows of the result.",
      [
        "type": "array", "minItems": 1, "maxItems": .number(Double(BatchTool.mostJobs)),
        "items": AgentSchemas.briefRequest,
      ], isRequired: true)
    guard writesFiles else {
      let lifetime = AgentArgument(
        "lifetime", "Seconds until the addresses expire.", ["type": "integer", "minimum": 1])
      return [jobs, lifetime]
    }
    let output = AgentArgument(
      "output",
      "Files to write in the output folder; names can contain {id} {device} {template} {theme} "
        + "{format}; default \(BatchTool.output).", ["type": "string"])
    return [jobs, output]
  }

  private static let output = "{id}/{template}-{device}.{format}"

  /// The arguments of a call.
  private final class Asked: Sendable {
    let call: AgentCall
    let lifetime: Int
    let output: String
    /// Number of pictures that the remaining jobs may contain.
    private let room = Mutex(BatchTool.mostPictures)

    init(_ call: AgentCall, lifetime: Int, output: String) {
      (self.call, self.lifetime, self.output) = (call, lifetime, output)
    }

    func takes(_ count: Int) -> Bool {
      room.withLock { room in
        guard count <= room else { return false }
        room -= count
        return true
      }
    }
  }

  func run(
    _ call: AgentCall, completion: @escaping @Sendable (AgentResult) -> Void
  ) throws(RenderError) {
    guard let jobs = call.arguments["jobs"]?.elements,
      (1...BatchTool.mostJobs).contains(jobs.count)
    else {
      throw .wrongArgument("jobs", "is not a list of 1 to \(BatchTool.mostJobs) requests")
    }
    let most = pictures.settings.addressLifetime
    var lifetime = most
    if let node = call.arguments["lifetime"] {
      guard let seconds = node.whole, seconds > 0 else {
        throw .wrongArgument("lifetime", "is not a positive whole number")
      }
      lifetime = min(seconds, most)
    }
    let asked = Asked(
      call, lifetime: lifetime, output: try call.text("output") ?? BatchTool.output)
    _ = try OutputPattern(asked.output, id: "job")
    let gathered = Gathered<[Row]>(jobs.count) { completion(BatchTool.result(of: $0)) }
    for (index, job) in jobs.enumerated() {
      run(job, named: job["id"]?.string ?? "job-\(index + 1)", asked) { rows in
        gathered.add(.success(rows), at: index)
      }
    }
  }

  /// The outcome of one picture, or of a job that failed before any picture was rendered.
  private struct Row: Sendable {
    let json: JSONValue
    let isError: Bool

    init(_ id: String, _ facts: JSONValue) {
      (json, isError) = (facts.adding("id", .string(id)), false)
    }

    init(_ id: String, device: String? = nil, errors: [RenderError]) {
      var members: [String: JSONValue] = ["id": .string(id), "errors": AgentResult.json(errors)]
      members["device"] = device.map(JSONValue.string)
      (json, isError) = (.object(members), true)
    }
  }

  private static func result(of jobs: [Result<[Row], RenderError>]) -> AgentResult {
    let rows = jobs.flatMap { (try? $0.get()) ?? [] }
    let failed = rows.count { $0.isError }
    return AgentResult(
      [
        "rows": .array(rows.map(\.json)), "done": .number(Double(rows.count - failed)),
        "failed": .number(Double(failed)),
      ], isError: failed > 0)
  }

  private func run(
    _ job: JSONNode, named id: String, _ asked: Asked,
    _ completion: @escaping @Sendable ([Row]) -> Void
  ) {
    pictures.plan(job, for: asked.call) { result in
      switch result {
      case .failure(let mistakes): completion([Row(id, errors: mistakes.all)])
      case .success(let planned):
        guard asked.takes(planned.pictures.count) else {
          return completion([Row(id, errors: [.batchTooLarge(BatchTool.mostPictures)])])
        }
        render(planned, named: id, asked, completion)
      }
    }
  }

  private func render(
    _ planned: AgentPictures.Planned, named id: String, _ asked: Asked,
    _ completion: @escaping @Sendable ([Row]) -> Void
  ) {
    let kept: [(address: PictureAddress, path: String)]?
    do throws(RenderError) {
      kept =
        writesFiles
        ? nil
        : try requests.keep(
          planned.pictures, of: planned.root, for: asked.call.caller.client,
          lifetime: asked.lifetime)
    } catch {
      return completion([Row(id, errors: [error])])
    }
    let gathered = Gathered<Row>(planned.pictures.count) { rows in
      completion(rows.compactMap { try? $0.get() })
    }
    for (index, one) in planned.pictures.enumerated() {
      pictures.full(one, keeps: kept != nil, for: asked.call) { made in
        let row: Row
        do throws(RenderError) {
          let made = try made.get()
          row = Row(
            id,
            made.receipt.factsForAgents.adding(
              kept == nil ? "output" : "address",
              .string(try place(of: made, one, kept?[index].path, named: id, asked))))
        } catch {
          if let kept { release(kept[index].address, asked) }
          row = Row(id, device: one.device, errors: [error])
        }
        gathered.add(.success(row), at: index)
      }
    }
  }

  /// Returns the address of a picture, or writes the picture to a file and returns the file's path.
  private func place(
    of made: AgentPictures.Made, _ planned: PlannedPicture, _ address: String?, named id: String,
    _ asked: Asked
  ) throws(RenderError) -> String {
    if let address { return pictures.settings.publicAddress + address }
    guard let files = pictures.files else { return "" }
    let path = try files.path(
      of: OutputPattern(asked.output, id: id).path(
        device: made.device, template: made.receipt.name("template"),
        theme: made.receipt.name("theme"), format: planned.format))
    try files.write(made.bytes, to: path)
    return path
  }

  /// Releases the address of a picture that failed, so that the stored request does not take up
  /// space.
  private func release(_ address: PictureAddress, _ asked: Asked) {
    pictures.planning.run(
      for: asked.call.caller.client, { try? requests.release(address) }, orElse: {})
  }
}

extension RenderError {
  fileprivate static func batchTooLarge(_ most: Int) -> RenderError {
    RenderError(
      .invalidRequest, "the jobs have more than \(most) pictures in total",
      origin: .argument("jobs"), hint: "call 'batch' again with the jobs that have this error")
  }
}
