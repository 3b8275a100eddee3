import Arguments
import ContentSources
package import Designs
import Files
import Graphics
import RenderFarm
import Requests
import SourceJSON
import WallfarmCore
package import WallfarmPluginKit

/// Creates requests from the command line of `render`, one for each device.
struct CommandLineRequests {
  let invocation: Invocation
  /// The contents of the `--request` file, after ``readFile(key:)`` has been called.
  private(set) var request: RequestFile?

  /// Whether content can name URLs, and how they are fetched.
  private let sources: SourceAccess

  init(invocation: Invocation, sources: SourceAccess = .refused) {
    (self.invocation, self.sources) = (invocation, sources)
  }

  /// Whether `--request` specifies a file.
  var namesFile: Bool { value(RenderOptions.request) != nil }

  /// Reads the `--request` file, if there is one.
  ///
  /// - Parameter key: The key from which an identifier in output names is derived.
  /// - Returns: The errors in the file; nil if there are none.
  /// - Throws: `conflicting-options`, `file-unreadable`, `file-too-large`, `invalid-json`.
  mutating func readFile(key: SecretKey?) throws(RenderError) -> RequestFile.Mistakes? {
    guard let path = value(RenderOptions.request) else { return nil }
    let others =
      RenderOptions.picture + [
        .flag(RenderOptions.strict), .option(RenderOptions.repro), .flag(RenderOptions.watch),
      ]
    for declaration in others where invocation.mentions(declaration) {
      throw .excluding(
        .option("request"), "--\(declaration.long)",
        hint: "remove the option, and set the value in the request")
    }
    let found = try RequestFile.read(
      path, allowsOutside: invocation.isOn(RenderOptions.allowOutside), key: key,
      output: value(RenderOptions.output), sources: sources)
    switch found {
    case .failure(let mistakes): return mistakes
    case .success(let file):
      request = file
      return nil
    }
  }

  /// Returns the requests, with their output files.
  ///
  /// - Parameter designs: the templates and themes, whose names are part of output names.
  /// - Returns: one request for each device.
  /// - Throws: the first error in an option or in the request file.
  func requests(_ designs: DesignLibrary) throws(RenderError) -> [RenderRequest] {
    if let request { return try requests(in: request, designs) }
    if let folder = value(RenderOptions.repro) { return [try packedUp(in: folder)] }
    guard let list = value(RenderOptions.device) else { throw .noDevice() }
    let devices = try DeviceCatalog.known.devices(in: list)
    var common = try commonRequest()
    common.mayShowSample = true
    return try withOutputs(
      devices.map { with(common, $0, output: .memory) }, designs,
      pattern: value(RenderOptions.output) ?? OutputPattern.standard)
  }

  /// Returns the requests of a request file, one for each of its devices.
  private func requests(
    in file: RequestFile, _ designs: DesignLibrary
  ) throws(RenderError) -> [RenderRequest] {
    try located { () throws(RenderError) in
      let given = value(RenderOptions.output)
      let requests = try withOutputs(
        file.requests, designs, pattern: given ?? file.output ?? OutputPattern.standard,
        id: file.id)
      // An output path given on the command line may be outside the current folder; an output path
      // in the request file requires `--allow-outside` for that.
      if given != nil { return requests }
      let allowsOutside = invocation.isOn(RenderOptions.allowOutside)
      return try requests.map { (request) throws(RenderError) in
        guard case .file(let path) = request.output else { return request }
        return with(request, output: .file(try file.name(for: path, allowsOutside: allowsOutside)))
      }
    }
  }

  /// Sets the outputs of requests that share a template and a theme.
  ///
  /// For files, the paths follow the output pattern. If the output is a descriptor, the picture
  /// stays in memory, and only one request is allowed.
  private func withOutputs(
    _ requests: [RenderRequest], _ designs: DesignLibrary, pattern text: String,
    id: String? = nil
  ) throws(RenderError) -> [RenderRequest] {
    guard let first = requests.first else { return [] }
    guard descriptor == nil else {
      guard requests.count == 1 else { throw .manyToStandardOutput(requests.count) }
      return [with(first, output: .memory)]
    }
    let pattern = try OutputPattern(text, id: id)
    let names = try designs.names(
      template: first.template, theme: first.theme, in: first.files)
    let paths = requests.map { request in
      pattern.path(
        device: request.deviceName, template: names.template, theme: names.theme,
        format: request.format)
    }
    do throws(RenderError) {
      try OutputPattern.checkForCollisions(paths)
    } catch {
      throw error.remedied(.replace(with: .string(OutputPattern.distinct(text))))
    }
    return zip(requests, paths).map { with($0, output: .file($1)) }
  }

  /// Returns the request in a reproduction folder, and prints how the original machine differs from
  /// this one.
  private func packedUp(in folder: String) throws(RenderError) -> RenderRequest {
    for declaration in RenderOptions.picture where invocation.mentions(declaration) {
      throw .excluding(
        .option("repro"), "--\(declaration.long)",
        hint: "remove the option, because the folder contains the whole request")
    }
    let bundle = try ReproBundle(folder: folder)
    for difference in bundle.differences { Terminal.note(difference) }
    if let failure = bundle.failure {
      Terminal.note(
        "the original render failed with the error \(failure)")
    }
    var request = bundle.request
    if descriptor != nil {
      request.output = .memory
      return request
    }
    let pattern = try OutputPattern(
      value(RenderOptions.output) ?? "repro-{device}.{format}", id: nil)
    let path = pattern.path(
      device: request.deviceName, template: request.template, theme: request.theme ?? "",
      format: request.format)
    guard !FileScope(folder: folder).contains(path) else {
      throw RenderError(
        .conflictingOptions, "'\(path)' is in the repro folder",
        origin: .option("output"),
        hint: "write the picture to another folder")
    }
    request.output = .file(path)
    return request
  }

  /// Returns the background cache that `--cache` specifies, or nil without the option.
  func cache() throws(RenderError) -> BackgroundCache? {
    let bytes = try value(RenderOptions.cacheBytes).map { (text) throws(RenderError) in
      try RequestReader.count(text, origin: .option("cache-bytes"))
    }
    guard let folder = value(RenderOptions.cache) else { return nil }
    return try BackgroundCache(folder: folder, mostBytes: bytes ?? 1 << 30)
  }

  /// Returns the request whose picture is compared with a file.
  ///
  /// The request has exactly one device. The default format is the one that the file's extension
  /// implies.
  func request(comparedWith file: String) throws(RenderError) -> RenderRequest {
    guard let list = value(RenderOptions.device) else { throw .noDevice() }
    let devices = try DeviceCatalog.known.devices(in: list)
    guard devices.count == 1 else { throw .manyToCompare(devices.count) }
    var request = with(try commonRequest(), devices[0], output: .memory)
    if value(RenderOptions.format) == nil {
      request.format = ImageFormat(fileName: file) ?? request.format
    }
    return request
  }

  /// Runs `body`, and changes the origin of its errors to positions in the request file.
  func located<Value>(
    _ body: () throws(RenderError) -> Value
  ) throws(RenderError) -> Value {
    do throws(RenderError) {
      return try body()
    } catch {
      throw located(error)
    }
  }

  /// Returns an error with the position of its value in the request file.
  func located(_ error: RenderError) -> RenderError {
    var problem = error
    // If the user typed `--form`, that option is the origin rather than the setting `form`.
    if problem.origin == .setting("form"), value(RenderOptions.form) != nil {
      problem.origin = .option("form")
    }
    return request?.located(problem) ?? problem
  }

  /// Whether `--output` is present.
  var namesOutput: Bool { value(RenderOptions.output) != nil }

  /// The descriptor to which the picture is written; nil for files.
  var descriptor: Int32? { value(RenderOptions.output).flatMap(PipedFile.output) }

  private func value(_ option: Option) -> String? { invocation.value(of: option) }

  private func with(_ request: RenderRequest, _ device: Device, output: Output) -> RenderRequest {
    var request = with(request, output: output)
    request.show(on: device)
    return request
  }

  private func with(_ request: RenderRequest, output: Output) -> RenderRequest {
    var request = request
    request.output = output
    return request
  }

  /// Returns the request without its device and output.
  func commonRequest() throws(RenderError) -> RenderRequest {
    let (request, problems) = try read(RequestField.all)
    if let first = problems.first { throw first }
    return request
  }

  /// Creates a request from the options for the given fields, and returns it with all errors in the
  /// option values.
  ///
  /// The request has no device and no output.
  ///
  /// - Throws: errors in the syntax of a setting, and `conflicting-options`.
  func read(_ fields: [RequestField]) throws(RenderError) -> (RenderRequest, [RenderError]) {
    var reader = invocation.reader(of: fields)
    reader.sources = sources
    reader.settings = try invocation.settings()
    if let form = value(RenderOptions.form) {
      if reader.settings.contains(where: { $0.key == "form" }) {
        throw .excluding(
          .option("form"), "--set form", hint: "remove one of them; they set the same value")
      }
      reader.settings.append(Setting(key: "form", value: form))
    }
    reader.output = value(RenderOptions.output)
    let given = invocation.values(of: RenderOptions.note)
    let readsNotes = fields.contains { $0.kind == .notes }
    reader.notes = given.isEmpty || !readsNotes ? nil : given.map { Note($0) }
    return reader.read()
  }
}

extension Invocation {
  /// Returns whether an option or flag is present.
  func mentions(_ declaration: Declaration) -> Bool {
    text(named: declaration.long) != nil || flag(named: declaration.long) != nil
  }

  /// Returns the values of `--set` in order.
  ///
  /// - Throws: `invalid-parameter`.
  func settings() throws(RenderError) -> [Setting] {
    try values(of: RenderOptions.set).map { (text) throws(RenderError) in
      try Setting(parsing: text)
    }
  }

  /// Returns a request created from the options for certain fields.
  ///
  /// - Throws: the first error in the options.
  func request(_ fields: RequestField...) throws(RenderError) -> RenderRequest {
    try reader(of: fields).request()
  }

  fileprivate func reader(of fields: [RequestField]) -> RequestReader {
    var reader = RequestReader()
    for field in fields {
      switch field.kind {
      case .flag: reader.take(field, isOn: flag(named: field.name))
      case .settings, .devices: break
      case .fonts: reader.take(field, texts(named: field.name))
      default: reader.take(field, text(named: field.name))
      }
    }
    return reader
  }
}

extension DeviceCatalog {
  /// Returns the device for a verb that accepts exactly one device.
  ///
  /// - Throws: `unknown-device`.
  package func single(_ name: String) throws(RenderError) -> Device {
    do throws(RenderError) {
      return try device(name)
    } catch {
      guard let many = try? devices(in: name), many.count > 1 else { throw error }
      throw RenderError(
        .unknownDevice, "'\(name)' is a group of \(many.count) devices; expected one device",
        origin: .option("device"), hint: "run the command once for each device")
    }
  }
}

extension RenderError {
  static func noDevice() -> RenderError {
    RenderError(
      .unknownDevice, "no device was given", origin: .option("device"),
      hint: "add --device iphone15; 'wallfarm device list' lists all devices")
  }

  fileprivate static func manyToStandardOutput(_ count: Int) -> RenderError {
    RenderError(
      .outputPattern, "\(count) pictures cannot be written to one pipe", origin: .option("output"),
      hint: "name one device, or write to files: --output '{device}.png'")
  }

  fileprivate static func manyToCompare(_ count: Int) -> RenderError {
    RenderError(
      .conflictingOptions, "one file cannot be compared with pictures for \(count) devices",
      origin: .option("device"),
      hint: "name the device that the file was rendered for")
  }
}
