import Arguments
import Authoring
import Designs
import Files
import SourceJSON
import WallfarmPluginKit

/// `wallfarm device`: lists, shows, finds, checks and creates devices.
struct DeviceVerb: Verb {
  static let kind = Option(
    "kind", value: "kind", allowed: DeviceKind.allCases.map(\.rawValue),
    summary: "Kind of device.")
  static let filter = Option(
    "device", short: "d", value: "id,…", completion: RenderOptions.device.completion,
    summary: "Devices and groups, such as pixel,2024….")
  static let name = Operand(
    "device", completion: RenderOptions.device.completion,
    summary: "Device id, name or size.")
  static let size = Operand(
    "size", summary: "Size in pixels, or in points with a scale: 1080x2400, 412x915@2.625.")
  static let files = Operand(
    "file", repeats: true, completion: .files(extensions: ["json"]),
    summary: "Device files, or folders with device files.")
  static let newName = Operand(
    "name", summary: "Id of the new device, or path of the new file.")
  static let pixels = Option(
    "pixels", value: "WxH[@S]", summary: "Size in pixels, and pixels per point if known.")

  static let command = Command(
    "device", summary: "List, show, find, check and create devices.",
    subcommands: [
      Command(
        "list",
        summary: "List devices with their pixel sizes and the confidence level of their data.",
        accepts: [
          .option(kind), .option(filter), .flag(ListVerb.json), .flag(ListVerb.names),
          .option(DeviceOptions.devices),
        ]),
      Command(
        "show", summary: "Show every number of a device with its confidence and source.",
        discussion: "  wallfarm device show galaxyzfold6:cover",
        accepts: [.operand(name), .flag(ListVerb.json), .option(DeviceOptions.devices)]),
      Command(
        "find", summary: "List the devices that have a given size in pixels or points.",
        discussion: """
            wallfarm device find 1080x2400
            wallfarm device find 412x915@2.625

          Width and height can be in either order.
          """,
        accepts: [
          .operand(size), .flag(ListVerb.json), .flag(ListVerb.names),
          .option(DeviceOptions.devices),
        ]),
      Command(
        "check",
        summary: "Check that numbers in device files are valid and that each has an origin.",
        accepts: [.operand(files), .flag(ListVerb.json)]),
      Command(
        "new", summary: "Create a device file: NAME.json.",
        discussion: """
          The areas of the new device are estimates based on its shape; correct them.

            wallfarm device new mytablet --pixels 1600x2560@2
          """,
        accepts: [.operand(newName), .option(pixels), .option(kind)]),
    ])

  static let commands = [command]

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    switch invocation.path.last {
    case "list": try list()
    case "show": try show()
    case "find": try find()
    case "check": try check()
    default: try create()
    }
  }

  private func list() throws(RenderError) -> ExitStatus {
    var devices = DeviceCatalog.known.devices
    if let words = invocation.value(of: Self.filter) {
      devices = try DeviceCatalog.known.devices(in: words)
    }
    if let kind = invocation.value(of: Self.kind) {
      devices = devices.filter { $0.kind.rawValue == kind }
    }
    for problem in DeviceCatalog.known.problems { Terminal.report(problem) }
    ListVerb(invocation).show(ListVerb.table(of: devices))
    return .success
  }

  private func show() throws(RenderError) -> ExitStatus {
    let device = try DeviceCatalog.known.device(
      invocation.operands(Self.name).first ?? "", origin: .argument(Self.name.name))
    Terminal.print(DeviceWriter(device).text(json: invocation.isOn(ListVerb.json)))
    return .success
  }

  private func find() throws(RenderError) -> ExitStatus {
    let text = invocation.operands(Self.size).first ?? ""
    let found = try DeviceSearch(parsing: text).matches(in: DeviceCatalog.known.devices)
    guard !found.isEmpty || invocation.isOn(ListVerb.json) else {
      throw RenderError(
        .unknownDevice, "no device has the size '\(text)'", origin: .argument(Self.size.name),
        hint: "to render for any size, use --device 1080x2400, or "
          + "1080x2400@2.625 with a scale")
    }
    ListVerb(invocation).show(ListVerb.table(of: found))
    return .success
  }

  private func check() throws(RenderError) -> ExitStatus {
    var check = DeviceCheck()
    for path in invocation.operands(Self.files) { try check.check(path) }
    if invocation.isOn(ListVerb.json) {
      Terminal.print(JSONValue.array(check.problems.map(\.json)).text(pretty: true))
      return check.problems.isEmpty ? .success : .failure
    }
    var files = FileExcerpts()
    for problem in check.problems {
      Terminal.report(problem, excerpt: problem.origin.flatMap { files.excerpt(at: $0) })
    }
    guard check.problems.isEmpty else { return .failure }
    let amount = (counted(check.fileCount, "file"), counted(check.screenCount, "screen"))
    Terminal.print("\(amount.0) with \(amount.1), no errors")
    return .success
  }

  private func create() throws(RenderError) -> ExitStatus {
    let origin = Origin.option(Self.pixels.long)
    let text = invocation.value(of: Self.pixels) ?? ""
    guard let size = try ScreenSize(parsing: text, origin: origin) else {
      throw RenderError(
        .invalidParameter, text.isEmpty ? "no size was given" : "'\(text)' is not a size",
        origin: origin, hint: "add the size, such as --pixels 1440x3120 or 1440x3120@3")
    }
    let starter = DeviceStarter(
      name: invocation.operands(Self.newName).first ?? "", size: size,
      kind: invocation.value(of: Self.kind).flatMap(DeviceKind.init(rawValue:)))
    let made = try starter.write()
    let folder = Files.folder(of: made.file)
    Terminal.print(
      """
      wrote \(made.file)
      try it: wallfarm render --devices \(folder) --device \(made.id) --note 'Buy milk' --show-areas
      """)
    return .success
  }
}
