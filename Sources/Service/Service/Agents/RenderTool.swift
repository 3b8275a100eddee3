import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// `render`: renders pictures and returns small copies, or the pictures themselves.
struct RenderTool: AgentTool {
  let pictures: AgentPictures

  /// The size at which pictures are returned.
  enum Size: String, CaseIterable { case preview, full }

  let name = "render"
  let title = "Render wallpapers"

  /// The maximum number of pictures in a result; each picture uses part of the context window of
  /// the client's model.
  private static let most = 8
  /// The default preview height and its range, in pixels.
  private static let height = 512
  private static let heights = 64...1024

  var summary: String {
    "Renders a wallpaper for each device of a request, and returns a small copy of each: the whole "
      + "picture, at most \(RenderTool.height) pixels high. "
      + (pictures.files == nil
        ? "With size 'full', it returns the files themselves, which can be several megabytes."
        : "With 'output', it also writes the files at full size.")
  }

  var arguments: [AgentArgument] {
    let own = [
      AgentArgument(
        "request", "The request to render. An error's 'fix' is a JSON Patch for this object.",
        AgentSchemas.request(readsPhotos: pictures.files != nil), isRequired: true),
      AgentArgument(
        "size", "'preview' (default) returns a small copy; 'full' returns the file itself.",
        ["enum": .array(Size.allCases.map { .string($0.rawValue) })]),
      AgentArgument(
        "height", "Maximum height of a preview in pixels; default \(RenderTool.height).",
        [
          "type": "integer", "minimum": .number(Double(RenderTool.heights.lowerBound)),
          "maximum": .number(Double(RenderTool.heights.upperBound)),
        ]),
    ]
    guard pictures.files != nil else { return own }
    return own + [
      AgentArgument(
        "output",
        "File to write in the output folder; the name can contain {device} {template} {theme} "
          + "{format}.",
        ["type": "string"])
    ]
  }

  var isReadOnly: Bool { pictures.files == nil }
  var isDestructive: Bool { pictures.files != nil }

  /// The arguments of a call.
  private struct Asked: Sendable {
    let call: AgentCall
    let size: Size
    let height: Int
    let output: OutputPattern?
  }

  func run(
    _ call: AgentCall, completion: @escaping @Sendable (AgentResult) -> Void
  ) throws(RenderError) {
    let asked = Asked(
      call: call, size: try call.choice("size", Size.self) ?? .preview, height: try height(call),
      output: try call.text("output").map { (text) throws(RenderError) in
        try OutputPattern(text)
      })
    let request = try call.object("request")?.named(for: asked.output, call)
    guard let request else { throw .wrongArgument("request", "is missing") }
    pictures.plan(request, for: call) { result in
      switch result {
      case .failure(let mistakes): completion(AgentResult(errors: mistakes.all))
      case .success(let planned): render(planned.pictures, asked, completion)
      }
    }
  }

  private func height(_ call: AgentCall) throws(RenderError) -> Int {
    guard let node = call.arguments["height"] else { return RenderTool.height }
    guard let height = node.whole, RenderTool.heights.contains(height) else {
      let (low, high) = (RenderTool.heights.lowerBound, RenderTool.heights.upperBound)
      throw .wrongArgument("height", "is not a whole number from \(low) to \(high)")
    }
    return height
  }

  private func render(
    _ planned: [PlannedPicture], _ asked: Asked,
    _ completion: @escaping @Sendable (AgentResult) -> Void
  ) {
    guard planned.count <= RenderTool.most else {
      return completion(AgentResult(errors: [.tooManyPictures(planned.count, RenderTool.most)]))
    }
    let gathered = Gathered<Shown>(planned.count) { results in completion(result(of: results)) }
    for (index, one) in planned.enumerated() {
      let add: @Sendable (Result<Shown, RenderError>) -> Void = { result in
        gathered.add(result.mapError { planned.count > 1 ? $0.of(one.device) : $0 }, at: index)
      }
      if asked.size == .full || asked.output != nil {
        pictures.full(one, for: asked.call) { deliver($0, one, asked, add) }
      } else {
        pictures.preview(one, height: asked.height, for: asked.call) { made in
          add(made.map { Shown(made: $0) })
        }
      }
    }
  }

  /// A picture in the result.
  private struct Shown: Sendable {
    let made: AgentPictures.Made
    /// The path of the written file, or `nil` if no file was written.
    var path: String?
  }

  /// Writes the file if an output is specified, and passes the picture or its preview to `add`.
  private func deliver(
    _ made: Result<AgentPictures.Made, RenderError>, _ planned: PlannedPicture, _ asked: Asked,
    _ add: @escaping @Sendable (Result<Shown, RenderError>) -> Void
  ) {
    do throws(RenderError) {
      let made = try made.get()
      let path = try asked.output.map { (pattern) throws(RenderError) in
        try write(made, planned, to: pattern)
      }
      guard asked.size == .preview else {
        return add(.success(Shown(made: made, path: path)))
      }
      pictures.preview(planned, height: asked.height, for: asked.call) { small in
        add(small.map { Shown(made: $0, path: path) })
      }
    } catch {
      add(.failure(error))
    }
  }

  private func write(
    _ made: AgentPictures.Made, _ planned: PlannedPicture, to pattern: OutputPattern
  ) throws(RenderError) -> String {
    guard let files = pictures.files else { throw .wrongArgument("output", "is not supported") }
    let path = try files.path(
      of: pattern.path(
        device: made.device, template: made.receipt.name("template"),
        theme: made.receipt.name("theme"), format: planned.format))
    try files.write(made.bytes, to: path)
    return path
  }

  private func result(of results: [Result<Shown, RenderError>]) -> AgentResult {
    let mistakes = results.compactMap { result in
      if case .failure(let error) = result { error } else { nil }
    }
    guard mistakes.isEmpty else { return AgentResult(errors: mistakes) }
    let shown = results.compactMap { try? $0.get() }
    return AgentResult(
      [
        "pictures": .array(
          shown.map { one in
            let facts = one.made.receipt.factsForAgents
            return one.path.map { facts.adding("output", .string($0)) } ?? facts
          })
      ], pictures: shown.map(\.made.picture))
  }
}

extension JSONNode {
  /// Returns the request with the format that the output's file name implies, unless the request
  /// specifies a format.
  fileprivate func named(
    for output: OutputPattern?, _ call: AgentCall
  ) throws(RenderError) -> JSONNode {
    guard output != nil, self["format"] == nil, let members,
      let ending = try call.text("output")?.split(separator: ".").last?.lowercased(),
      let format = ImageFormat(ending: ending)
    else { return self }
    let member = JSONMember(
      key: "format", keyPlace: place,
      value: JSONNode(content: .string(format.rawValue), place: place))
    return JSONNode(content: .object(members + [member]), place: place)
  }
}

extension ImageFormat {
  /// Creates the format for a file name extension, or returns `nil` for an unknown extension.
  fileprivate init?(ending: String) {
    guard let format = ending == "jpeg" ? ImageFormat.jpeg : ImageFormat.ofAddress(ending[...])
    else {
      return nil
    }
    self = format
  }
}

extension RenderError {
  fileprivate static func tooManyPictures(_ count: Int, _ most: Int) -> RenderError {
    RenderError(
      .invalidRequest, "the request names \(count) devices; the limit of 'render' is \(most)",
      origin: .argument("request"), hint: "call 'batch', which returns no pictures")
  }

  /// Returns the error with the device as its subject, unless it already has a subject.
  fileprivate func of(_ device: String) -> RenderError {
    var error = self
    error.subject = error.subject ?? device
    return error
  }
}
