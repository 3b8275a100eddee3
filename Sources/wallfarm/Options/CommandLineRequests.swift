import Arguments
import Graphics
import RenderFarm
import WallfarmCore
import WallfarmPluginKit

/// Turns the words of `render` into requests, one for each device.
struct CommandLineRequests {
  let invocation: Invocation

  func requests() throws(RenderError) -> [RenderRequest] {
    if let folder = value(RenderOptions.repro) { return [try packedUp(in: folder)] }
    guard let list = value(RenderOptions.device) else { throw .noDevice() }
    let devices = try DeviceCatalog.shipped.devices(in: list)
    let common = try commonRequest()
    guard !writesToStandardOutput else {
      guard devices.count == 1 else { throw .manyToStandardOutput(devices.count) }
      return [with(common, devices[0], output: .memory)]
    }
    let pattern = try OutputPattern(value(RenderOptions.output) ?? OutputPattern.standard)
    let shelf = Shelf(installation: try .find())
    let template = try shelf.template(common.template)
    let theme = try common.theme.map { (name) throws(RenderError) in
      try shelf.theme(name, of: common.template).name
    }
    let paths = devices.map { device in
      pattern.path(
        device: device.id, template: template.name,
        theme: theme ?? template.defaultTheme, format: common.format)
    }
    try OutputPattern.checkForCollisions(paths)
    return zip(devices, paths).map { with(common, $0, output: .file($1)) }
  }

  /// The unit of a folder; how it is different here is said.
  private func packedUp(in folder: String) throws(RenderError) -> RenderRequest {
    for declaration in RenderOptions.picture where isGiven(declaration) {
      throw .excluding(
        "--repro", "--\(declaration.long)", hint: "everything about the picture is in the folder")
    }
    let bundle = try ReproBundle(folder: folder)
    for difference in bundle.differences { Terminal.report("note: \(difference)") }
    if let failure = bundle.failure { Terminal.report("note: it failed there with \(failure)") }
    var request = bundle.request
    if writesToStandardOutput {
      request.output = .memory
      return request
    }
    let pattern = try OutputPattern(
      value(RenderOptions.output) ?? "repro-{device}.{format}", id: nil)
    let path = pattern.path(
      device: request.device, template: request.template, theme: request.theme ?? "",
      format: request.format)
    guard !FileScope(folder: folder).contains(path) else {
      throw RenderError(
        .conflictingOptions, "'\(path)' is in the folder that was packed up", origin: "--output",
        hint: "write the picture elsewhere, so that the folder stays as it was")
    }
    request.output = .file(path)
    return request
  }

  private func isGiven(_ declaration: Declaration) -> Bool {
    invocation.text(named: declaration.long) != nil
      || invocation.flag(named: declaration.long) != nil
  }

  /// Where backgrounds are kept between runs, if anywhere.
  func cache() throws(RenderError) -> BackgroundCache? {
    let bytes = try value(RenderOptions.cacheBytes).map { (text) throws(RenderError) in
      try RequestReader.count(text, origin: "--cache-bytes")
    }
    guard let folder = value(RenderOptions.cache) else { return nil }
    return try BackgroundCache(folder: folder, mostBytes: bytes ?? 1 << 30)
  }

  /// What a file is compared with: one picture, in the format of its name unless told otherwise.
  func request(comparedWith file: String) throws(RenderError) -> RenderRequest {
    guard let list = value(RenderOptions.device) else { throw .noDevice() }
    let devices = try DeviceCatalog.shipped.devices(in: list)
    guard devices.count == 1 else { throw .manyToCompare(devices.count) }
    var request = with(try commonRequest(), devices[0], output: .memory)
    if value(RenderOptions.format) == nil {
      request.format = ImageFormat(fileName: file) ?? request.format
    }
    return request
  }

  var writesToStandardOutput: Bool { value(RenderOptions.output) == "-" }

  private func value(_ option: Option) -> String? { invocation.value(of: option) }

  private func with(_ request: RenderRequest, _ device: Device, output: Output) -> RenderRequest {
    var request = request
    request.device = device.id
    request.output = output
    return request
  }

  /// The request without its device and output.
  func commonRequest() throws(RenderError) -> RenderRequest {
    var words = RequestWords()
    for field in RequestField.all {
      switch field.kind {
      case .flag: words.flags[field.name] = invocation.flag(named: field.name)
      case .settings: words.settings = invocation.values(of: RenderOptions.set)
      default: words.texts[field.name] = invocation.text(named: field.name)
      }
    }
    words.texts["output"] = value(RenderOptions.output)
    let given = invocation.values(of: RenderOptions.note)
    words.notes = given.isEmpty ? nil : given.map { Note($0) }
    let reader = RequestReader(words)
    return try reader.request()
  }
}

extension RenderError {
  static func noDevice() -> RenderError {
    RenderError(
      .unknownDevice, "no device was named", origin: "--device",
      hint: "add --device iphone15; 'wallfarm list devices' shows all")
  }

  fileprivate static func manyToStandardOutput(_ count: Int) -> RenderError {
    RenderError(
      .outputPattern, "\(count) pictures cannot go to standard output", origin: "--output -",
      hint: "name one device, or write to files: --output '{device}.png'")
  }

  fileprivate static func manyToCompare(_ count: Int) -> RenderError {
    RenderError(
      .conflictingOptions, "one file cannot be compared with \(count) devices", origin: "--device",
      hint: "name the device it was rendered for")
  }
}
